import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Tool } from './agents.ts';
import type { SectionProps } from './fields.ts';
import { SystemToolFields } from './system-tool-fields.tsx';
import { ToolDialog } from './tool-dialog.tsx';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';
import '../styles/rows.css';

/** What the agent can do beside speaking. */
export function ToolFields(props: SectionProps): ReactElement {
  const { config, problems, change } = props;
  const [opened, setOpened] = useState<Tool | 'new'>();
  const tools = useQuery({
    queryKey: ['tools', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/v1/agents/tools', { query: { limit: 100 }, signal }),
  });
  const known = tools.data?.data ?? [];
  const unknown = config.tools.filter(({ id }) => !known.some((tool) => tool.id === id));
  const choose = (id: string, isChosen: boolean): void => {
    const others = config.tools.filter((tool) => tool.id !== id);
    change(['tools'], isChosen ? [...others, { id }] : others);
  };
  return (
    <section className="card" aria-labelledby="tools">
      <h2 id="tools">Tools</h2>
      {tools.error !== null && <ErrorMessage error={tools.error} title="The tools could not be read" />}
      <fieldset className="rows">
        <legend>Your tools</legend>
        {known.length + unknown.length === 0 && <p className="muted">No tool of your own yet.</p>}
        {known.map((tool) => (
          <div key={tool.id} className="row spread">
            <Checkbox
              isSelected={config.tools.some(({ id }) => id === tool.id)}
              onChange={(isChosen) => choose(tool.id, isChosen)}
            >
              <Entered text={tool.name} /> <Badge>{tool.type}</Badge>
            </Checkbox>
            <Button variant="quiet" aria-label={`Change ${isolated(tool.name)}`} onPress={() => setOpened(tool)}>
              Change
            </Button>
          </div>
        ))}
        {unknown.map(({ id }) => (
          <Checkbox key={id} isSelected onChange={() => choose(id, false)}>
            <code>{id}</code>
          </Checkbox>
        ))}
        {problems.get('config.tools') !== undefined && (
          <span className="field-problem">{problems.get('config.tools')}</span>
        )}
        <div>
          <Button variant="quiet" onPress={() => setOpened('new')}>
            New tool
          </Button>
        </div>
      </fieldset>
      <SystemToolFields {...props} />
      {opened !== undefined && (
        <ToolDialog
          key={opened === 'new' ? 'new' : opened.id}
          tool={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
          onSaved={(tool) => {
            if (opened === 'new') choose(tool.id, true);
          }}
        />
      )}
    </section>
  );
}
