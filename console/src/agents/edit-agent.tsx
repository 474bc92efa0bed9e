import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { withValue, type Agent, type AgentConfig } from './agents.ts';
import { CallFields } from './call-fields.tsx';
import { ConversationFields } from './conversation-fields.tsx';
import { changesOf } from './diff.ts';
import { configProblem } from './json-checks.ts';
import { JsonField } from './json-field.tsx';
import { SpeechFields } from './speech-fields.tsx';
import { ToolFields } from './tool-fields.tsx';
import { sonorant } from '../base/api.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { SaveBar } from '../components/forms/save-bar.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/forms/use-draft.ts';
import '../styles/agents.css';

interface AgentForm {
  readonly name: string;
  readonly description: string;
  readonly config: AgentConfig;
  /** Of the version that saving makes. */
  readonly note: string;
}

/** The form of an agent, and the same as JSON beside it: what is changed in one changes in the other. */
export function EditAgent({ agent }: { readonly agent: Agent }): ReactElement {
  const { id, name, description, config } = agent;
  const saved = useMemo<AgentForm>(
    () => ({ name, description: description ?? '', config, note: '' }),
    [name, description, config],
  );
  const { value: form, from, set, discard, settle, isChanged } = useDraft(`agent/${id}`, saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      // Only what was changed here: others may have saved something since.
      const changes = changesOf(from.config, form.config);
      return sonorant.patch('/v1/agents/{agent_id}', {
        path: { agent_id: id },
        body: {
          ...(form.name !== from.name && { name: form.name }),
          ...(form.description !== from.description && {
            description: form.description === '' ? null : form.description,
          }),
          ...(changes !== undefined && { config: changes }),
          ...(changes !== undefined && form.note !== '' && { version_description: form.note }),
        },
      });
    },
    onMutate: () => form,
    onSuccess: (changed, _, sent) => {
      client.setQueryData(['agents', 'one', id], changed);
      void client.invalidateQueries({ queryKey: ['agents', 'list'] });
      void client.invalidateQueries({ queryKey: ['agents', 'versions', id] });
      settle(sent);
      notify('The agent was saved.');
    },
  });
  const begin = (): void => {
    discard();
    save.reset();
  };
  const problems = fieldErrors(save.error);
  const change = (part: Partial<AgentForm>): void => set((before) => ({ ...before, ...part }));
  const fields = {
    config: form.config,
    problems,
    change: (path: readonly string[], value: unknown) =>
      set((before) => ({ ...before, config: withValue(before.config, path, value) as AgentConfig })),
  };
  return (
    <Form
      validationBehavior="aria"
      className="react-aria-Form wide"
      onSubmit={(event) => {
        event.preventDefault();
        // React passes on what the form of a dialog sends, though it stands beside this one in the document.
        if (event.target === event.currentTarget && !save.isPending) save.mutate();
      }}
    >
      <div className="agent-columns">
        <div className="stack">
          <section className="card" aria-label="Name">
            <TextField
              label="Name"
              value={form.name}
              onChange={(text) => change({ name: text })}
              errorMessage={problems.get('name')}
            />
            <TextField
              label="Description"
              value={form.description}
              onChange={(text) => change({ description: text })}
              errorMessage={problems.get('description')}
            />
          </section>
          <ConversationFields {...fields} />
          <SpeechFields {...fields} />
          <CallFields {...fields} />
          <ToolFields {...fields} />
        </div>
        <section className="card json-column" aria-labelledby="json">
          <h2 id="json">As JSON</h2>
          <JsonField
            label="Configuration as JSON"
            value={form.config}
            check={configProblem}
            onChange={(next) => change({ config: next as AgentConfig })}
          />
        </section>
      </div>
      <TextField
        label="What this change is for"
        value={form.note}
        onChange={(note) => change({ note })}
        description="Kept with the version that saving makes; may be empty."
        errorMessage={problems.get('version_description')}
      />
      <div className="save-area">
        {save.error !== null && <ErrorMessage error={save.error} title="The agent was not saved" />}
        <SaveBar isChanged={isChanged} isPending={save.isPending} onDiscard={begin} />
      </div>
    </Form>
  );
}
