import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useAccents, useLanguages, type Voice } from './catalogue.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { isolated } from '../components/format.ts';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { useDraft } from '../components/forms/use-draft.ts';

export interface LocalizeVoiceProps {
  readonly voice: Voice;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a voice that sounds like another one and speaks with an accent of the same or another language. */
export function LocalizeVoice({ voice, isOpen, onClose }: LocalizeVoiceProps): ReactElement {
  return (
    <Dialog title="Localize" isOpen={isOpen} onOpenChange={(open) => !open && onClose()}>
      <LocalizeForm voice={voice} onClose={onClose} />
    </Dialog>
  );
}

const noName = { name: '' };

function LocalizeForm({ voice, onClose }: Omit<LocalizeVoiceProps, 'isOpen'>): ReactElement {
  const languages = useLanguages();
  const accents = useAccents().filter(({ isLocalizable }) => isLocalizable);
  const [language, setLanguage] = useState<string>(voice.language);
  const [accent, setAccent] = useState('');
  const { value, set, discard } = useDraft(`localize/${voice.id}`, noName);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const choice = accents.filter((option) => option.language === language);
  const chosen = choice.find(({ id }) => id === accent) ?? choice[0];
  const localize = useMutation({
    mutationFn: () =>
      sonorant.post('/voices/localize', {
        body: { voice_id: voice.id, name: value.name, accent: chosen?.id ?? '' },
      }),
    onSuccess: ({ name }) => {
      discard();
      void client.invalidateQueries({ queryKey: ['voices'] });
      notify(`${isolated(name)} was made.`);
    },
  });
  // Not where the dialog was closed meanwhile: then the answer leads nowhere.
  const send = (): void =>
    localize.mutate(undefined, {
      onSuccess: ({ id }) => {
        onClose();
        navigate(`/voices/${id}`);
      },
    });
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p>A new voice that sounds like this one, with another accent or another language.</p>
      <TextField
        label="Name of the new voice"
        value={value.name}
        onChange={(name) => set({ name })}
        isRequired
        maxLength={256}
        errorMessage={fieldErrors(localize.error).get('name')}
      />
      <Select
        label="Language"
        options={languages.filter(({ id }) => accents.some((option) => option.language === id))}
        value={language}
        onChange={(id) => {
          setLanguage(id);
          setAccent('');
        }}
      />
      <Select label="Accent" options={choice} value={chosen?.id ?? ''} onChange={setAccent} />
      {localize.error !== null && <ErrorMessage error={localize.error} title="No voice was made" />}
      <div className="row end">
        <Button onPress={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" isPending={localize.isPending} isDisabled={chosen === undefined}>
          Make the voice
        </Button>
      </div>
    </Form>
  );
}
