import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/pages/create-dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { isolated } from '../components/format.ts';
import { PlayButton } from '../components/play-button.tsx';
import { RadioCards } from '../components/forms/radio-cards.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { notify } from '../components/toasts.tsx';
import { phonesOf, withEntry } from './pronunciation.ts';
import type { SpeechSettings } from './settings.tsx';
import { speechOptions } from './speech-options.ts';

export interface SayLikeProps {
  /** The word that is read wrongly. */
  readonly word: string;
  /** How the page speaks. */
  readonly settings: SpeechSettings;
  /** Id of the voice in force. */
  readonly voice: string;
  /** The dictionary that has the word now. */
  readonly onSaved: (dictionary: string) => void;
  readonly onClose: () => void;
}

/** Another way to say a word: heard in three variants, and kept in a dictionary. */
export function SayLike({ word: first, settings, voice, onSaved, onClose }: SayLikeProps): ReactElement {
  const [word, setWord] = useState(first);
  const [sound, setSound] = useState('');
  const [phonemes, setPhonemes] = useState('');
  const [kept, setKept] = useState('sound');
  const pronunciation = kept === 'sound' ? sound.trim() : phonesOf(phonemes);
  const target = useTarget(settings.dictionary ?? '');
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => target.save({ text: word.trim(), pronunciation, case_sensitive: false }),
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: ['dictionaries'] });
      notify(`Kept: ${isolated(word.trim())} is said as you wrote it.`);
      onSaved(id);
      onClose();
    },
  });
  const problems = fieldErrors(sending.error);
  const hear = (text: string, dictionary?: string) => (signal: AbortSignal) =>
    sonorant
      .speak(
        { ...speechOptions({ ...settings, dictionary: dictionary ?? '' }, voice), text, format: 'wav' },
        { signal },
      )
      .blob();
  return (
    <CreateDialog
      title="Say it like …"
      isOpen
      onClose={onClose}
      action="Save"
      sending={sending}
      isDisabled={word.trim() === '' || pronunciation === '' || !target.isKnown}
      failure="The word was not saved"
    >
      <TextField label="Word" value={word} onChange={setWord} isRequired maxLength={256} />
      {word.trim() !== '' && (
        <div className="row">
          <HearButton text="Hear it as it is read now" load={hear(word, settings.dictionary)} />
        </div>
      )}
      <TextField
        label="Spelled by sound"
        value={sound}
        onChange={(typed) => {
          setSound(typed);
          setKept('sound');
        }}
        maxLength={256}
        placeholder="so no rant"
        description="Other words that sound like it."
      />
      {sound.trim() !== '' && (
        <div className="row">
          <HearButton text="Hear it by sound" load={hear(sound)} />
        </div>
      )}
      <TextField
        label="Phonemes"
        value={phonemes}
        onChange={(typed) => {
          setPhonemes(typed);
          setKept('phonemes');
        }}
        maxLength={128}
        placeholder="h|ə|l|oʊ"
        description="Of the IPA, parted by bars or spaces. The built-in voices say them; hear whether a model does."
      />
      {phonesOf(phonemes) !== '' && (
        <div className="row">
          <HearButton text="Hear the phonemes" load={hear(phonesOf(phonemes))} />
        </div>
      )}
      {sound.trim() !== '' && phonemes.trim() !== '' && (
        <RadioCards
          label="Keep"
          options={[
            { id: 'sound', name: 'Spelled by sound', description: isolated(sound) },
            { id: 'phonemes', name: 'Phonemes', description: isolated(phonesOf(phonemes)) },
          ]}
          value={kept}
          onChange={setKept}
        />
      )}
      {target.error !== null && (
        <ErrorMessage error={target.error} title="The dictionaries could not be read" onRetry={target.read} />
      )}
      {target.isKnown && (
        <Select
          label="Dictionary"
          options={[{ id: '', name: 'A new dictionary' }, ...target.own]}
          value={target.id}
          onChange={target.choose}
          description="It is chosen on this page then."
        />
      )}
      {target.isKnown && target.id === '' && (
        <TextField
          label="Name of the new dictionary"
          value={target.name}
          onChange={target.rename}
          isRequired
          maxLength={256}
          errorMessage={problems.get('name')}
        />
      )}
    </CreateDialog>
  );
}

function HearButton({ text, load }: { readonly text: string; readonly load: (signal: AbortSignal) => Promise<Blob> }) {
  return <PlayButton label={text} text={text} load={load} />;
}

/** The dictionary that a word goes into: one of the organization, or a new one. */
function useTarget(inForce: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ['dictionaries', 'own'],
    queryFn: ({ signal }) => sonorant.get('/pronunciation-dicts', { query: { limit: 100 }, signal }),
  });
  const listed = data?.data ?? [];
  // One behind the first hundred is still the one in force.
  const isBehind = inForce !== '' && data?.has_more === true && !listed.some(({ id }) => id === inForce);
  const own = [
    ...(isBehind ? [{ id: inForce, name: inForce }] : []),
    ...listed.filter((each) => each.is_owner).map(({ id, name }) => ({ id, name: isolated(name) })),
  ];
  const [chosen, choose] = useState<string>();
  const [name, rename] = useState('My words');
  const id = chosen ?? own.find((each) => each.id === inForce)?.id ?? own[0]?.id ?? '';
  const save = async (entry: Parameters<typeof withEntry>[1]): Promise<string> => {
    if (id === '') return (await sonorant.post('/pronunciation-dicts', { body: { name, items: [entry] } })).id;
    const { items } = await sonorant.get('/pronunciation-dicts/{id}', { path: { id } });
    await sonorant.patch('/pronunciation-dicts/{id}', { path: { id }, body: { items: withEntry(items, entry) } });
    return id;
  };
  return {
    ...{ own, id, choose, name, rename, save },
    isKnown: data !== undefined,
    error: data === undefined ? error : null,
    read: () => void refetch(),
  } as const;
}
