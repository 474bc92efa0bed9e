import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/create-dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { isolated } from '../components/format.ts';
import { Select } from '../components/select.tsx';
import { TextField } from '../components/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/use-draft.ts';
import { useAccents, useLanguages, type Language } from '../voices/catalogue.ts';

export interface StartFineTuneProps {
  /** Chosen at first; empty for none. */
  readonly dataset: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const emptyForm = { name: '', description: '', language: 'en', accent: '', dataset: '' };

/** The form that starts one. */
export function StartFineTune({ dataset: given, isOpen, onClose }: StartFineTuneProps): ReactElement {
  const { value: form, set, discard } = useDraft('new-fine-tune', emptyForm);
  const languages = useLanguages();
  const accents = useAccents().filter(({ language }) => language === form.language);
  const datasets = useQuery({
    queryKey: ['datasets', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/datasets', { query: { limit: 100 }, signal }),
    enabled: isOpen,
  });
  const options = (datasets.data?.data ?? []).map(({ id, name }) => ({ id, name: isolated(name) }));
  const dataset =
    [form.dataset, given].find((id) => options.some((option) => option.id === id)) ?? options[0]?.id ?? '';
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () =>
      sonorant.post('/fine-tunes', {
        body: {
          name: form.name,
          description: form.description,
          language: form.language as Language,
          dataset,
          ...(form.accent !== '' && { accent: form.accent }),
        },
      }),
    onSuccess: async () => {
      discard();
      onClose();
      notify('The training has begun.');
      await client.invalidateQueries({ queryKey: ['fine-tunes'] });
    },
  });
  const problems = fieldErrors(start.error);
  const change = (part: Partial<typeof emptyForm>): void => set((before) => ({ ...before, ...part }));
  return (
    <CreateDialog
      title="New fine-tune"
      isOpen={isOpen}
      onClose={onClose}
      action="Start"
      onSubmit={() => start.mutate()}
      isPending={start.isPending}
      isDisabled={dataset === ''}
      error={start.error}
      failure="No training was started"
    >
      {datasets.error !== null && <ErrorMessage error={datasets.error} title="The datasets could not be read" />}
      {datasets.data?.data.length === 0 && <p>There is no dataset yet. Make one first, and add recordings to it.</p>}
      <TextField
        label="Name of the voice"
        value={form.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={256}
        errorMessage={problems.get('name')}
      />
      <Select label="Dataset" options={options} value={dataset} onChange={(id) => change({ dataset: id })} />
      <Select
        label="Language"
        options={languages}
        value={form.language}
        onChange={(language) => change({ language, accent: '' })}
      />
      <Select
        label="Accent"
        options={[{ id: '', name: 'Not given' }, ...accents]}
        value={form.accent}
        onChange={(accent) => change({ accent })}
      />
      <TextField
        label="Description"
        rows={2}
        value={form.description}
        onChange={(description) => change({ description })}
        maxLength={4096}
        errorMessage={problems.get('description')}
      />
    </CreateDialog>
  );
}
