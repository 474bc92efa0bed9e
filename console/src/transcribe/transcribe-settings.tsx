import type { ReactElement } from 'react';
import { hears, type Recognizer } from '../base/session.ts';
import { formatLanguage } from '../components/format.ts';
import { Select } from '../components/forms/select.tsx';
import type { RecognitionChoice } from './dictation.ts';

export interface TranscribeChoice {
  /** Id of a recognizer; empty: the best one of the language. */
  readonly model: string;
  /** ISO 639-1; empty: found out, else English. */
  readonly language: string;
}

export const defaultSettings: TranscribeChoice = { model: '', language: '' };

/** What a recognizer that does not say which languages it hears may be asked for: the most spoken ones. */
const commonLanguages =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv mr ms nl no pa pl pt ro ru sk sl sr sv sw ta te th tr uk ur vi zh'.split(
    ' ',
  );

/** The settings as far as the recognizers of the server allow them: both may have been kept from other days. */
export function choiceOf({ model, language }: TranscribeChoice, recognizers: readonly Recognizer[]): RecognitionChoice {
  const among = recognizers.filter(({ id }) => id === model);
  const heard = among.length > 0 ? among : recognizers;
  return {
    model: among.length > 0 ? model : undefined,
    language: language !== '' && heard.some((recognizer) => hears(recognizer, language)) ? language : undefined,
  };
}

/** What the server takes first. */
export function recognizerFor(
  { model, language }: RecognitionChoice,
  recognizers: readonly Recognizer[],
): Recognizer | undefined {
  return recognizers.find((one) => (model === undefined ? hears(one, language ?? 'en') : one.id === model));
}

export interface TranscribeSettingsProps {
  readonly settings: TranscribeChoice;
  readonly recognizers: readonly Recognizer[];
  readonly onChange: (change: Partial<TranscribeChoice>) => void;
}

/** Who hears, and which language. */
export function TranscribeSettings({ settings, recognizers, onChange }: TranscribeSettingsProps): ReactElement {
  const { model, language } = choiceOf(settings, recognizers);
  const heard = recognizers.filter(({ id }) => model === undefined || id === model);
  const codes = [...new Set(heard.flatMap(({ languages }) => languages ?? commonLanguages))];
  const languages = codes
    .map((id) => ({ id, name: formatLanguage(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="settings-grid">
      <Select
        label="Recognizer"
        options={[{ id: '', name: 'The best of the language' }, ...recognizers.map(({ id }) => ({ id, name: id }))]}
        value={model ?? ''}
        onChange={(id) => onChange({ model: id })}
      />
      <Select
        label="Language"
        options={[{ id: '', name: 'Found out, else English' }, ...languages]}
        value={language ?? ''}
        onChange={(id) => onChange({ language: id })}
        description="Of what is spoken."
      />
    </div>
  );
}
