import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { genderNames, useAccents, type Gender, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { EditForm } from '../components/forms/edit-form.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useForm } from '../components/forms/use-form.ts';

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
  const accents = useAccents().filter(({ language }) => language === voice.language);
  const client = useQueryClient();
  const form = useForm({
    name: `voice/${voice.id}`,
    saved,
    send: (fields) =>
      sonorant.patch('/voices/{id}', {
        path: { id: voice.id },
        body: {
          ...fields,
          gender: fields.gender === '' ? null : (fields.gender as Gender),
          accent: fields.accent === '' ? null : fields.accent,
          access: fields.access as Voice['access'],
        },
      }),
    onSent: () => client.invalidateQueries({ queryKey: ['voices'] }),
    notice: 'The voice was saved.',
  });
  const { fields, change, problems } = form;
  return (
    <EditForm form={form} failure="The voice was not saved">
      <TextField
        label="Name"
        value={fields.name}
        onChange={(value) => change({ name: value })}
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Tagline"
        value={fields.tagline}
        onChange={(value) => change({ tagline: value })}
        description="At most 32 characters."
        errorMessage={problems.get('tagline')}
      />
      <TextField
        label="Description"
        rows={3}
        value={fields.description}
        onChange={(value) => change({ description: value })}
        errorMessage={problems.get('description')}
      />
      <Select label="Gender" options={genders} value={fields.gender} onChange={(value) => change({ gender: value })} />
      <Select
        label="Accent of its own"
        options={[{ id: '', name: 'Not given' }, ...accents]}
        value={fields.accent}
        onChange={(value) => change({ accent: value })}
      />
      <Select
        label="Who may use it"
        options={[
          { id: 'private', name: 'Only your organization' },
          { id: 'public', name: 'Every organization of this server' },
        ]}
        value={fields.access}
        onChange={(value) => change({ access: value })}
      />
    </EditForm>
  );
}
