import type { ReactElement } from 'react';
import { useAgentModels } from './agents.ts';
import type { SectionProps } from './fields.ts';
import { NumberField } from '../components/forms/number-field.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';

/** What the agent says and thinks with. */
export function ConversationFields({ config, problems, change }: SectionProps): ReactElement {
  const known = useAgentModels().map(({ id, display_name: name }) => ({ id, name }));
  const options = known.some(({ id }) => id === config.model.id)
    ? known
    : [...known, { id: config.model.id, name: config.model.id }];
  return (
    <section className="card" aria-labelledby="conversation">
      <h2 id="conversation">Conversation</h2>
      <TextField
        label="Instructions"
        rows={6}
        value={config.instructions}
        onChange={(text) => change(['instructions'], text)}
        errorMessage={problems.get('config.instructions')}
      />
      <TextField
        label="What it says first"
        rows={2}
        value={config.initial_message ?? ''}
        onChange={(text) => change(['initial_message'], text === '' ? null : text)}
        description="Empty: it waits for the caller."
        errorMessage={problems.get('config.initial_message')}
      />
      <div className="filters">
        <Select
          label="Language model"
          options={options}
          value={config.model.id}
          onChange={(id) => change(['model', 'id'], id)}
          description={problems.get('config.model.id')}
        />
        <NumberField
          label="Temperature"
          value={config.model.temperature}
          onChange={(value) => change(['model', 'temperature'], value)}
          description="0 to 1; empty for that of the model."
          errorMessage={problems.get('config.model.temperature')}
        />
        <NumberField
          label="Most tokens of an answer"
          value={config.model.max_output_tokens}
          onChange={(value) => change(['model', 'max_output_tokens'], value)}
          errorMessage={problems.get('config.model.max_output_tokens')}
        />
      </div>
    </section>
  );
}
