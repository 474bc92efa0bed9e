import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { SectionProps } from './fields.ts';
import { sonorant } from '../base/api.ts';
import { isolated } from '../components/format.ts';
import { NumberField } from '../components/forms/number-field.tsx';
import { Select, type SelectOption } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { VoicePicker } from '../speak/voice-picker.tsx';
import { useLanguages } from '../voices/catalogue.ts';

/** A choice that may be none; a value that is not among the options stays one. */
function withNone(options: readonly SelectOption[], value: string | null): readonly SelectOption[] {
  const isKnown = value === null || options.some(({ id }) => id === value);
  return [{ id: '', name: 'None' }, ...options, ...(isKnown ? [] : [{ id: value, name: value }])];
}

/** How the agent sounds. */
export function SpeechFields({ config, problems, change }: SectionProps): ReactElement {
  const languages = useLanguages();
  const dictionaries = useQuery({
    queryKey: ['dictionaries', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/pronunciation-dicts', { query: { limit: 100 }, signal }),
  });
  const sounds = useQuery({
    queryKey: ['files', 'choice', 'agent_background_sound'],
    queryFn: ({ signal }) =>
      sonorant.get('/files', { query: { limit: 100, purpose: 'agent_background_sound' }, signal }),
    // A key without the scope for files edits agents, too.
    retry: false,
  });
  const { output } = config.audio;
  const path = 'config.audio.output';
  const set = (name: string, value: unknown): void => change(['audio', 'output', name], value);
  const sound = output.background_sound;
  return (
    <section className="card" aria-labelledby="speech">
      <h2 id="speech">Voice and sound</h2>
      <div className="filters">
        <div>
          <VoicePicker value={output.voice_id} onChange={({ id }) => set('voice_id', id)} />
          {problems.get(`${path}.voice_id`) !== undefined && (
            <span className="field-problem">{problems.get(`${path}.voice_id`)}</span>
          )}
        </div>
        <Select
          label="Language"
          options={languages}
          value={config.language.primary}
          onChange={(id) => change(['language', 'primary'], id)}
        />
        <NumberField
          label="Speed"
          value={output.speed}
          onChange={(value) => set('speed', value)}
          description="0.6 to 1.5; empty for 1."
          errorMessage={problems.get(`${path}.speed`)}
        />
        <NumberField
          label="Volume"
          value={output.volume}
          onChange={(value) => set('volume', value)}
          description="0.5 to 2; empty for 1."
          errorMessage={problems.get(`${path}.volume`)}
        />
        <TextField
          label="Emotion"
          value={output.emotion ?? ''}
          onChange={(text) => set('emotion', text === '' ? null : text)}
          errorMessage={problems.get(`${path}.emotion`)}
        />
        <Select
          label="Dictionary"
          options={withNone(
            (dictionaries.data?.data ?? []).map(({ id, name }) => ({ id, name: isolated(name) })),
            output.pronunciation_dictionary_id,
          )}
          value={output.pronunciation_dictionary_id ?? ''}
          onChange={(id) => set('pronunciation_dictionary_id', id === '' ? null : id)}
          description={problems.get(`${path}.pronunciation_dictionary_id`)}
        />
        <Select
          label="Background sound"
          options={withNone(
            (sounds.data?.data ?? []).map(({ id, filename }) => ({ id, name: isolated(filename) })),
            sound?.file_id ?? null,
          )}
          value={sound?.file_id ?? ''}
          onChange={(id) => set('background_sound', id === '' ? null : { file_id: id, volume: sound?.volume ?? 1 })}
          description={problems.get(`${path}.background_sound`)}
        />
        {sound !== null && (
          <NumberField
            label="Volume of the background"
            value={sound.volume}
            onChange={(value) => change(['audio', 'output', 'background_sound', 'volume'], value)}
            errorMessage={problems.get(`${path}.background_sound.volume`)}
          />
        )}
      </div>
    </section>
  );
}
