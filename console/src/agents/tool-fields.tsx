import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components';
import type { SectionProps } from './fields.ts';
import { JsonField } from './json-field.tsx';
import { sonorant } from '../base/api.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { CheckboxSet } from '../components/checkbox-set.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';

const plainTool = { description: null, pre_tool_speech: 'auto' };
const systemTools = [
  { id: 'end_call', name: 'End the call', begin: plainTool },
  { id: 'send_dtmf', name: 'Press keys of the telephone', begin: plainTool },
  {
    id: 'transfer_to_number',
    name: 'Transfer to a number',
    begin: {
      ...plainTool,
      transfers: [{ condition: '', destination: { type: 'phone', phone_number: '' } }],
    },
  },
] as const;

/** What the agent can do beside speaking. */
export function ToolFields({ config, problems, change }: SectionProps): ReactElement {
  const tools = useQuery({
    queryKey: ['tools', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/v1/agents/tools', { query: { limit: 100 }, signal }),
  });
  const chosen = config.tools.map(({ id }) => id);
  const known = (tools.data?.data ?? []).map(({ id, name }) => ({ id, name: isolated(name) }));
  const unknown = chosen.filter((id) => !known.some((tool) => tool.id === id)).map((id) => ({ id, name: id }));
  return (
    <section className="card" aria-labelledby="tools">
      <h2 id="tools">Tools</h2>
      {tools.error !== null && <ErrorMessage error={tools.error} title="The tools could not be read" />}
      {known.length + unknown.length === 0 ? (
        <p className="muted">
          There is no tool of your own yet: <Link href="/tools">make one</Link>.
        </p>
      ) : (
        <CheckboxSet
          label="Your tools"
          options={[...known, ...unknown]}
          value={chosen}
          onChange={(ids) =>
            change(
              ['tools'],
              ids.map((id) => ({ id })),
            )
          }
          errorMessage={problems.get('config.tools')}
        />
      )}
      {systemTools.map(({ id, name, begin }) => (
        <div key={id} className="stack">
          <Checkbox
            isSelected={config.system_tools[id] !== null}
            onChange={(isOn) => change(['system_tools', id], isOn ? begin : null)}
          >
            {name}
          </Checkbox>
          {config.system_tools[id] !== null && (
            <JsonField
              label={`${name}: details`}
              rows={id === 'transfer_to_number' ? 10 : 4}
              value={config.system_tools[id]}
              onChange={(value) => change(['system_tools', id], value)}
              errorMessage={problems.get(`config.system_tools.${id}`)}
            />
          )}
        </div>
      ))}
    </section>
  );
}
