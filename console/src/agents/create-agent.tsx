import type { Schemas } from '@sonorant/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useAgentModels } from './agents.ts';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { isolated } from '../components/format.ts';
import { useOpenPage } from '../components/pages/use-open-page.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import type { CreateProps } from '../components/pages/list-page.tsx';
import { Loading } from '../components/pages/loading.tsx';
import { RadioCards, type RadioCard } from '../components/forms/radio-cards.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useForm } from '../components/forms/use-form.ts';

type Template = Schemas['AgentTemplate'];

/** The id of the choice that is no template. */
const empty = 'empty';
const emptyForm = { name: '', template: '' };

/** What an agent can begin with; nothing is chosen for a person that this server cannot run. */
function cardsOf(templates: readonly Template[], hasLanguageModel: boolean): readonly RadioCard[] {
  const cards = templates.map(({ id, name, description, model }): RadioCard => {
    const isMissing = model === 'language_model' && !hasLanguageModel;
    const why = isMissing ? ' This server has none yet: SONORANT_AGENT_MODELS names them.' : '';
    return { id, name, description: `${description ?? ''}${why}`, isDisabled: isMissing };
  });
  return [
    ...cards,
    { id: empty, name: 'Empty', description: 'The defaults of the server; the instructions are yours.' },
  ];
}

/** Makes an agent of a template, which can be talked to at once, or an empty one, which is given its instructions next. */
export function CreateAgent({ isOpen, onClose }: CreateProps): ReactElement {
  const openPage = useOpenPage(isOpen);
  const client = useQueryClient();
  const templates = useQuery({
    queryKey: ['agent-templates'],
    queryFn: ({ signal }) => sonorant.get('/agents/templates', { signal }),
    enabled: isOpen,
    staleTime: Infinity,
  });
  const models = useAgentModels();
  const offered = templates.data?.templates ?? [];
  const cards = cardsOf(
    offered,
    models.some(({ id }) => id !== 'rules'),
  );
  const chosenOf = (template: string): string =>
    cards.find(({ id }) => id === template)?.id ?? cards.find(({ isDisabled }) => isDisabled !== true)?.id ?? empty;
  const { fields, change, sending, problems } = useForm({
    name: 'new-agent',
    saved: emptyForm,
    send: ({ name, template }) => {
      const chosen = chosenOf(template);
      return sonorant.post('/v1/agents', {
        body: { ...(name.trim() !== '' && { name }), ...(chosen !== empty && { template_id: chosen }) },
      });
    },
    onSent: ({ id, name }, { template }) => {
      void client.invalidateQueries({ queryKey: ['agents'] });
      const path = chosenOf(template) === empty ? `/agents/${id}` : `/agents/${id}/talk`;
      openPage(path, `The agent ${isolated(name)} was made.`);
    },
  });
  const chosen = chosenOf(fields.template);
  return (
    <CreateDialog
      title="New agent"
      isOpen={isOpen}
      onClose={onClose}
      sending={sending}
      isDisabled={templates.isLoading}
      failure="No agent was made"
    >
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        maxLength={64}
        description="Empty: that of what it begins with."
        errorMessage={problems.get('name')}
      />
      {templates.isLoading && <Loading label="Loading: the templates" />}
      {templates.error !== null && <ErrorMessage error={templates.error} title="The templates could not be read" />}
      {!templates.isLoading && (
        <RadioCards
          label="Begin with"
          options={cards}
          value={chosen}
          onChange={(template) => change({ template })}
          errorMessage={problems.get('template_id')}
        />
      )}
    </CreateDialog>
  );
}
