import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useForm } from '../components/forms/use-form.ts';
import { useAccents, useLanguages, type Language } from '../voices/catalogue.ts';

export interface StartFineTuneProps {
  /** Chosen at first; empty for none. */
  readonly dataset: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const emptyForm = { name: '', description: '', language: 'en', accent: '' };

/** The form that starts one. */
export function StartFineTune({ dataset: given, isOpen, onClose }: StartFineTuneProps): ReactElement {
  const datasets = useQuery({
    queryKey: ['datasets', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/datasets', { query: { limit: 100 }, signal }),
    enabled: isOpen,
  });
  // Not kept as a draft: the dataset that a page was opened from comes before one that was chosen at another visit.
  const [own, setOwn] = useState('');
  const listed = (datasets.data?.data ?? []).map(({ id, name }) => ({ id, name: isolated(name) }));
  const isListed = given === '' || listed.some(({ id }) => id === given);
  const options = isListed ? listed : [...listed, { id: given, name: given }];
  const dataset = [own, given, options[0]?.id].find((id) => options.some((option) => option.id === id)) ?? '';
  const client = useQueryClient();
  const { fields, change, sending, problems } = useForm({
    name: 'new-fine-tune',
    saved: emptyForm,
    send: ({ accent, ...rest }) =>
      sonorant.post('/fine-tunes', {
        body: {
          ...rest,
          language: rest.language as Language,
          dataset,
          ...(accent !== '' && { accent }),
        },
      }),
    onSent: () => {
      onClose();
      void client.invalidateQueries({ queryKey: ['fine-tunes'] });
    },
    notice: 'The training has begun.',
  });
  const languages = useLanguages();
  const accents = useAccents().filter(({ language }) => language === fields.language);
  return (
    <CreateDialog
      title="New fine-tune"
      isOpen={isOpen}
      onClose={onClose}
      action="Start"
      sending={sending}
      isDisabled={dataset === ''}
      failure="No training was started"
    >
      {datasets.error !== null && <ErrorMessage error={datasets.error} title="The datasets could not be read" />}
      {datasets.data?.data.length === 0 && <p>No dataset yet. Make one first, and add recordings to it.</p>}
      <TextField
        label="Name of the voice"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={256}
        errorMessage={problems.get('name')}
      />
      <Select label="Dataset" options={options} value={dataset} onChange={setOwn} />
      <Select
        label="Language"
        options={languages}
        value={fields.language}
        onChange={(language) => change({ language, accent: '' })}
      />
      <Select
        label="Accent"
        options={[{ id: '', name: 'Not given' }, ...accents]}
        value={fields.accent}
        onChange={(accent) => change({ accent })}
      />
      <TextField
        label="Description"
        rows={2}
        value={fields.description}
        onChange={(description) => change({ description })}
        maxLength={4096}
        errorMessage={problems.get('description')}
      />
    </CreateDialog>
  );
}
