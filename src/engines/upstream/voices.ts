/** The voices that an upstream brings to the catalogue, and how it speaks a voice of the interface. */
import type { BuiltInVoice, Capabilities, EngineId, EngineVoice, VoiceTarget } from '../adapter.ts';
import type { UpstreamSetting, UpstreamVoice } from './settings.ts';

/** What a name tells. */
type Hint = Pick<UpstreamVoice, 'gender' | 'language'> & { readonly accent?: string };

/** First letters of Kokoro's voice names: `bf_emma` is a feminine voice of British English. */
const kokoroLanguages: Readonly<Record<string, Omit<Hint, 'gender'>>> = {
  a: { language: 'en', accent: 'general-american' },
  b: { language: 'en', accent: 'british' },
  e: { language: 'es' },
  f: { language: 'fr' },
  h: { language: 'hi' },
  i: { language: 'it' },
  j: { language: 'ja' },
  p: { language: 'pt', accent: 'brazilian-portuguese' },
  z: { language: 'zh' },
};

/** OpenAI's voices, which servers of its shape take as well. */
const openaiGenders: Readonly<Record<string, UpstreamVoice['gender']>> = {
  alloy: 'gender_neutral',
  ash: 'masculine',
  ballad: 'masculine',
  cedar: 'masculine',
  coral: 'feminine',
  echo: 'masculine',
  fable: 'gender_neutral',
  marin: 'feminine',
  nova: 'feminine',
  onyx: 'masculine',
  sage: 'feminine',
  shimmer: 'feminine',
  verse: 'masculine',
};

function hintOf(name: string): Hint {
  const [, letter = '', gender] = /^([a-z])([fm])_[a-z0-9]/u.exec(name) ?? [];
  const kokoro = Object.hasOwn(kokoroLanguages, letter) ? kokoroLanguages[letter] : undefined;
  if (kokoro !== undefined) return { ...kokoro, gender: gender === 'f' ? 'feminine' : 'masculine' };
  const known = Object.hasOwn(openaiGenders, name) ? openaiGenders[name] : undefined;
  return { gender: known ?? null, language: undefined };
}

/**
 * Adds what the names tell (those of Kokoro's and OpenAI's voices) where nothing else does. A voice of a language that is not
 * spoken is left out where the server lists it; where the setting does, its name is taken to say nothing.
 * @param languages those that are spoken; all when undefined
 */
export function withHints(
  voices: readonly UpstreamVoice[],
  languages: readonly string[] | undefined,
  source: 'setting' | 'server',
): readonly UpstreamVoice[] {
  return voices.flatMap((voice) => {
    const hint = hintOf(voice.name);
    const ownLanguage = voice.language ?? hint.language;
    const isSpoken = ownLanguage === undefined || languages?.includes(ownLanguage) !== false;
    if (!isSpoken && source === 'server') return [];
    const language = voice.language ?? (isSpoken ? hint.language : undefined);
    return [{ ...voice, gender: voice.gender ?? hint.gender, language }];
  });
}

/** The voices as the catalogue lists them, in the order of the server or of its setting. */
export function builtInVoices(
  { id, model }: UpstreamSetting,
  engine: EngineId,
  voices: readonly UpstreamVoice[],
  { languages }: Capabilities,
): readonly BuiltInVoice[] {
  return voices.map(({ name, title = name, gender, language = languages[0]! }): BuiltInVoice => {
    const hint = hintOf(name);
    return {
      key: `${engine}/${name}`,
      name: title,
      gender,
      language,
      character: `the model ${model} of the upstream ${id}`,
      accent: hint.language === language ? hint.accent : undefined,
      speaker: { engine, name },
    };
  });
}

/**
 * How an upstream speaks a voice: its own one as it is, unless that is of another language and there is one of this; else the
 * voice that is nearest: of the language before those that speak all, of the gender before others.
 */
export function castVoice(
  engine: EngineId,
  voices: readonly UpstreamVoice[],
  { languages }: Capabilities,
  { language, gender, base }: VoiceTarget,
): EngineVoice | undefined {
  if (!languages.includes(language)) return undefined;
  const own = voices.find(({ name }) => base?.engine === engine && name === base.name);
  const distance = (voice: UpstreamVoice): number =>
    (voice.language === language ? 0 : voice.language === undefined ? 10 : 20) +
    (voice.gender === (own?.gender ?? gender) ? 0 : voice.gender === null || voice.gender === 'gender_neutral' ? 1 : 2);
  const [nearest] = voices.toSorted((a, b) => distance(a) - distance(b));
  const keepsOwn = own !== undefined && (own.language ?? language) === language;
  const chosen = keepsOwn || nearest?.language !== language ? (own ?? nearest) : nearest;
  return chosen === undefined ? undefined : { engine, name: chosen.name };
}
