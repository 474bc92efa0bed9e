import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { genderNames, useAccents, type Gender, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { SaveBar } from '../components/save-bar.tsx';
import { Select } from '../components/select.tsx';
import { TextField } from '../components/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/use-draft.ts';

const genders = [{ id: '', name: 'Not known' }, ...Object.entries(genderNames).map(([id, name]) => ({ id, name }))];

interface VoiceForm {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly gender: string;
  readonly accent: string;
  readonly access: string;
}

/** The form of a voice of the organization. */
export function EditVoice({ voice }: { readonly voice: Voice }): ReactElement {
  const { name, tagline, description, gender, accent, access } = voice;
  const saved = useMemo<VoiceForm>(
    () => ({ name, tagline, description, gender: gender ?? '', accent: accent ?? '', access }),
    [name, tagline, description, gender, accent, access],
  );
  const { value: form, set, discard, isChanged } = useDraft(`voice/${voice.id}`, saved);
  const accents = useAccents().filter(({ language }) => language === voice.language);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      sonorant.patch('/voices/{id}', {
        path: { id: voice.id },
        body: {
          name: form.name,
          tagline: form.tagline,
          description: form.description,
          gender: form.gender === '' ? null : (form.gender as Gender),
          accent: form.accent === '' ? null : form.accent,
          access: form.access as Voice['access'],
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['voices'] });
      discard();
      notify('The voice was saved.');
    },
  });
  const problems = fieldErrors(save.error);
  const change = (part: Partial<VoiceForm>): void => set((before) => ({ ...before, ...part }));
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label="Name"
        value={form.name}
        onChange={(value) => change({ name: value })}
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Tagline"
        value={form.tagline}
        onChange={(value) => change({ tagline: value })}
        description="At most 32 characters."
        errorMessage={problems.get('tagline')}
      />
      <TextField
        label="Description"
        rows={3}
        value={form.description}
        onChange={(value) => change({ description: value })}
        errorMessage={problems.get('description')}
      />
      <Select label="Gender" options={genders} value={form.gender} onChange={(value) => change({ gender: value })} />
      <Select
        label="Accent of its own"
        options={[{ id: '', name: 'Not given' }, ...accents]}
        value={form.accent}
        onChange={(value) => change({ accent: value })}
      />
      <Select
        label="Who may use it"
        options={[
          { id: 'private', name: 'Only your organization' },
          { id: 'public', name: 'Every organization of this server' },
        ]}
        value={form.access}
        onChange={(value) => change({ access: value })}
      />
      {save.error !== null && <ErrorMessage error={save.error} title="The voice was not saved" />}
      <SaveBar isChanged={isChanged} isPending={save.isPending} onDiscard={discard} />
    </Form>
  );
}
