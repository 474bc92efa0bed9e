import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';
import { Select } from '../components/forms/select.tsx';
import { Slider } from '../components/forms/slider.tsx';
import { emotions } from './emotions.ts';
import { defaultModel, formats } from './formats.ts';
import { useKeepVoice } from './voice-choice.ts';
import { VoicePicker } from './voice-picker.tsx';
import { languageName, type Voice } from './voices.ts';

/** How a text is spoken, as the page keeps it. */
export interface SpeechSettings {
  /** Empty for none that was chosen. */
  readonly voice: string;
  readonly model: string;
  /** Empty for that of the voice. */
  readonly language: string;
  readonly speed: number;
  readonly volume: number;
  /** Empty for none. */
  readonly emotion: string;
  /** Id of a pronunciation dictionary; empty or absent for none. */
  readonly dictionary?: string;
  /** Id of one of {@link formats}. */
  readonly format: string;
}

export const defaultSettings: SpeechSettings = {
  voice: '',
  model: defaultModel,
  language: '',
  speed: 1,
  volume: 1,
  emotion: '',
  dictionary: '',
  format: 'wav-24',
};

/** Names that clients of OpenAI's interface send; each stands for the first model. */
const foreignModels: ReadonlySet<string> = new Set(['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']);

function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => {
      const { data } = await sonorant.get('/v1/models', { signal });
      return data.map(({ id }) => id).filter((id) => !foreignModels.has(id));
    },
    staleTime: 60_000,
  });
}

/** Languages and their locales: German, German (Austria). */
function useLanguages() {
  return useQuery({
    queryKey: ['locales'],
    queryFn: ({ signal }) => sonorant.get('/locales', { signal }),
    select: ({ locales }) => {
      const codes = [...new Set(locales.flatMap(({ language, locale }) => [language, locale]))];
      return codes
        .map((id) => ({ id, name: languageName(id) }))
        .sort((one, other) => one.name.localeCompare(other.name));
    },
    staleTime: Infinity,
  });
}

function useDictionaries() {
  return useQuery({
    queryKey: ['dictionaries', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/pronunciation-dicts', { query: { limit: 100 }, signal }),
    select: ({ data }) => data.map(({ id, name }) => ({ id, name: isolated(name) })),
  });
}

export interface SettingsProps {
  readonly settings: SpeechSettings;
  readonly onChange: (change: Partial<SpeechSettings>) => void;
  /** The voice in force. */
  readonly voice: Voice | undefined;
  /** Live audio has no file format. Default true. */
  readonly hasFormat?: boolean;
  /** Speak has it beside the text, Compare one for each side. Default true. */
  readonly hasVoice?: boolean;
}

/** Voice, model, language, emotion, dictionary, format, speed, volume. */
export function Settings({
  settings,
  onChange,
  voice,
  hasFormat = true,
  hasVoice = true,
}: SettingsProps): ReactElement {
  const models = useModels();
  const languages = useLanguages();
  return (
    <>
      {hasVoice && <VoiceSetting voice={voice} chosen={settings.voice} onChange={onChange} />}
      <div className="settings-grid">
        <ModelSelect value={settings.model} onChange={(model) => onChange({ model })} />
        <LanguageSelect voice={voice} value={settings.language} onChange={(language) => onChange({ language })} />
        <Select
          label="Emotion"
          options={[
            { id: '', name: 'None' },
            ...emotions.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1) })),
          ]}
          value={settings.emotion}
          onChange={(emotion) => onChange({ emotion })}
        />
        <DictionarySelect value={settings.dictionary ?? ''} onChange={(dictionary) => onChange({ dictionary })} />
        {hasFormat && (
          <Select
            label="File format"
            options={formats}
            value={settings.format}
            onChange={(format) => onChange({ format })}
          />
        )}
      </div>
      {(models.error ?? languages.error) !== null && (
        <ErrorMessage error={models.error ?? languages.error} title="Models and languages could not be read" />
      )}
      <div className="settings-grid">
        <Slider
          label="Speed"
          min={0.6}
          max={1.5}
          step={0.05}
          value={settings.speed}
          onChange={(speed) => onChange({ speed })}
          format={(value) => `${value.toFixed(2)}×`}
        />
        <Slider
          label="Volume"
          min={0.5}
          max={2}
          step={0.05}
          value={settings.volume}
          onChange={(volume) => onChange({ volume })}
          format={(value) => `${value.toFixed(2)}×`}
        />
      </div>
    </>
  );
}

export interface VoiceSettingProps extends Pick<SettingsProps, 'voice' | 'onChange'> {
  /** Id of the voice that was chosen; empty for none. */
  readonly chosen: string;
}

/** The voice in force; another one begins in its own language, and is kept for the next visit. */
export function VoiceSetting({ voice, chosen, onChange }: VoiceSettingProps): ReactElement {
  const keepVoice = useKeepVoice();
  return (
    <VoicePicker
      value={voice?.id ?? ''}
      chosen={chosen}
      onChange={({ id }) => {
        keepVoice(id);
        onChange({ voice: id, language: '' });
      }}
    />
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** The models that speak, the server's own choice among them. */
export function ModelSelect({ value, onChange }: ChoiceProps): ReactElement {
  const { data: ids = [value] } = useModels();
  const options = ids.map((id) => ({ id, name: id === defaultModel ? `Automatic (${id})` : id }));
  // One that was removed since: requests name it until another one is chosen.
  const gone = ids.includes(value) ? [] : [{ id: value, name: `${value}, not installed` }];
  return <Select label="Model" options={[...options, ...gone]} value={value} onChange={onChange} />;
}

/** Languages of a text; empty for that of the voice. */
export function LanguageSelect({
  voice,
  value,
  onChange,
}: ChoiceProps & { readonly voice: Voice | undefined }): ReactElement {
  const { data = [] } = useLanguages();
  const own = voice === undefined ? '' : ` (${languageName(voice.language)})`;
  return (
    <Select
      label="Language"
      options={[{ id: '', name: `The voice’s own${own}` }, ...data]}
      value={value}
      onChange={onChange}
    />
  );
}

function DictionarySelect({ value, onChange }: ChoiceProps): ReactElement {
  const { data: dictionaries = [], isSuccess, error } = useDictionaries();
  // One that was removed since, or stands behind the first hundred: it is in force until another one is chosen.
  const isListed = value === '' || !isSuccess || dictionaries.some(({ id }) => id === value);
  return (
    <Select
      label="Dictionary"
      options={[{ id: '', name: 'None' }, ...dictionaries, ...(isListed ? [] : [{ id: value, name: value }])]}
      value={value}
      onChange={onChange}
      description={error === null ? undefined : 'The dictionaries could not be read.'}
    />
  );
}
