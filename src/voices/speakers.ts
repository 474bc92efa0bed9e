import type {
  Capabilities,
  EngineDescriptor,
  EngineId,
  EngineVoice,
  VoiceClip,
  VoiceTarget,
} from '../engines/adapter.ts';
import { invalidField, ServiceError } from '../errors/service-error.ts';
import { castInAccent, cloningEngines } from './cloning.ts';
import { castFirst, enginesSpeaking } from './engine-choice.ts';
import { languageNames, type Language } from './languages.ts';
import { accentsOf, findAccent, mainAccentOf, parseLanguageTag, unknownLanguage, type Accent } from './locales.ts';
import { spokenAccent, type Voice } from './voice.ts';

/** What a request says about how its text is to be read: codes and ids as the client wrote them. */
export interface LanguageRequest {
  readonly language?: string | null;
  readonly locale?: string | null;
  readonly accent?: string | null;
}

/** The language a text is read in, and with which accent where that was asked or follows from the locale. */
export interface SpeechTarget {
  readonly language: Language;
  readonly accent?: Accent;
}

function readAccent(voice: Voice, language: Language, asked: string): Accent {
  const accent = findAccent(asked);
  const own = voice.accents.map((item) => item.accent).filter((id) => findAccent(id)?.language === language);
  const allowed = language === voice.language ? own : accentsOf(language).map((item) => item.id);
  if (accent === undefined || !allowed.includes(accent.id)) {
    const list = allowed.length === 0 ? 'none' : allowed.join(', ');
    throw invalidField('accent', `Not an accent of this voice in ${languageNames[language]}; allowed: ${list}`);
  }
  return accent;
}

/** Where the request names none: that of the accent, if it is one of the voice's, else the voice's own. */
function languageWithout(voice: Voice, { accent: asked }: LanguageRequest): Language {
  const accent = findAccent(asked ?? '');
  return accent !== undefined && voice.accents.some((own) => own.accent === accent.id)
    ? accent.language
    : voice.language;
}

function tagOf(field: string, value: string): NonNullable<ReturnType<typeof parseLanguageTag>> {
  const tag = parseLanguageTag(value);
  if (tag === undefined) {
    throw invalidField(field, unknownLanguage(value));
  }
  return tag;
}

/**
 * Reads `language`, `locale` and `accent` of a request for a voice. Where neither language nor locale is given, the language is that of
 * the accent, if it is one of the voice's, else the voice's own.
 * An accent must be one of the voice's, or, when another language is asked than the voice's own, one of that language.
 * @throws {ServiceError} `invalid_request`: both language and locale, an unknown code, an accent that does not belong
 */
export function speechTarget(voice: Voice, request: LanguageRequest): SpeechTarget {
  const language = request.language ?? undefined;
  const locale = request.locale ?? undefined;
  if (language !== undefined && locale !== undefined) {
    throw invalidField('locale', '"language" and "locale" exclude each other');
  }
  const field = locale === undefined ? 'language' : 'locale';
  const tag = tagOf(field, locale ?? language ?? languageWithout(voice, request));
  if (typeof request.accent === 'string') {
    const accent = readAccent(voice, tag.language, request.accent);
    if (tag.locale !== undefined && accent.locale !== tag.locale.code) {
      throw invalidField(
        'accent',
        `The accent ${accent.id} belongs to the locale ${accent.locale}, not to ${tag.locale.code}`,
      );
    }
    return { language: tag.language, accent };
  }
  if (tag.locale === undefined) return { language: tag.language };
  const spoken = voice.accents.find((item) => item.locale === tag.locale?.code);
  const accent = findAccent(spoken?.accent ?? '') ?? tag.locale.accents[0]!;
  return { language: tag.language, accent };
}

/**
 * What speaks a voice in a language and accent. A voice made from a clip is spoken by the first engine that clones by the clip
 * itself, where there is one. Else the voice's own engine goes first where it speaks the language, otherwise the first of
 * `engines` that does speaks for it ({@link fallbackVoice}).
 * @param engines those that may speak, in order of preference: loaded, and of the model's family
 * @param clip the voice's recording, where {@link usesClip} says that it is of use
 * @throws {ServiceError} `unsupported_language` when none of them speaks it; `invalid_request` for a cloned voice whose engine is
 * not among them: another engine would speak with the voice of another person
 */
export function speakerFor(
  voice: Voice,
  target: SpeechTarget,
  engines: readonly EngineDescriptor[],
  clip?: VoiceClip,
): EngineVoice {
  const speaker = castClip(voice, target, engines, clip) ?? findSpeaker(voice, target, engines);
  if (speaker !== undefined) return speaker;
  const ids = engines.map((engine) => engine.id).join(', ');
  if (voice.speaker.profile !== undefined) {
    throw invalidField(
      'model_id',
      `This voice was made from recordings, and only the engine ${voice.speaker.engine} speaks it; the engines that may speak here are ${ids}`,
    );
  }
  throw new ServiceError(
    'unsupported_language',
    `None of the engines that may speak here (${ids}) speaks ${languageNames[target.language]} (${target.language}).`,
  );
}

/**
 * What may speak in place of a voice's speaker while its engine cannot (docs/rules.md#fallback): a voice of each other engine that
 * speaks the language, the nearest in gender, in the order of the engines. For a clone only what sounds like its owner: the engines
 * that clone by the clip, and what was measured in it.
 * @param engines those that may speak, in order of preference
 * @param speaker of {@link speakerFor} for the same voice, target and clip
 */
export function fallbackSpeakers(
  voice: Voice,
  target: SpeechTarget,
  engines: readonly EngineDescriptor[],
  speaker: EngineVoice,
  clip?: VoiceClip,
): readonly { readonly speaker: EngineVoice; readonly capabilities: Capabilities }[] {
  const others = enginesSpeaking(target.language, engines).filter(({ id }) => id !== speaker.engine);
  const casts =
    voice.speaker.profile === undefined && speaker.clip === undefined
      ? others.map((engine) => engine.cast(castTarget(voice, target)))
      : [...others.map((engine) => castClip(voice, target, [engine], clip)), findSpeaker(voice, target, others)];
  const able = engines.find(({ id }) => id === speaker.engine)?.capabilities;
  return casts.flatMap((other) => {
    const capabilities = others.find(({ id }) => id === other?.engine)?.capabilities;
    // One without a speed of its own cannot do what the request may ask.
    const isAble = able?.prosody.rate !== true || capabilities?.prosody.rate === true;
    return other === undefined || capabilities === undefined || !isAble ? [] : [{ speaker: other, capabilities }];
  });
}

/**
 * What speaks words of another language in a text that an engine speaks: that engine's own voice where it can, else the nearest in
 * gender of the first embedded engine that speaks the language (docs/rules.md#foreign-scripts). Embedded ones begin at once.
 * @param engine of the text
 * @param hasEncoder one encoder makes the whole answer, so that another engine has to share the threads of the first
 */
export function foreignSpeaker(
  voice: Voice,
  language: string,
  engines: readonly EngineDescriptor[],
  engine: EngineId,
  hasEncoder: boolean,
): { readonly speaker: EngineVoice; readonly capabilities: Capabilities } | undefined {
  const tag = parseLanguageTag(language);
  if (tag === undefined) return undefined;
  const own = engines.find(({ id }) => id === engine);
  const isFree = !hasEncoder || own?.placement === 'shared';
  const able = enginesSpeaking(tag.language, engines).filter(
    (other) => other === own || (isFree && other.placement === 'shared'),
  );
  const base = voice.speaker.engine === engine ? voice.speaker : undefined;
  const speaker = castFirst(able, castTarget(voice, { language: tag.language }), base);
  const capabilities = able.find(({ id }) => id === speaker?.engine)?.capabilities;
  return speaker === undefined || capabilities === undefined ? undefined : { speaker, capabilities };
}

/** Whether any of these engines speaks the voice in its own language. */
export function isSpokenBy(engines: readonly EngineDescriptor[], voice: Voice): boolean {
  return spokenBy(voice, engines) !== undefined;
}

/** Whether an engine may speak the voice by its clip, which has to be loaded for that. */
export function usesClip(voice: Voice, { language }: SpeechTarget, engines: readonly EngineDescriptor[]): boolean {
  return voice.clip !== undefined && zeroShotEngines(language, engines).length > 0;
}

/** The engines that clone by the clip itself. */
function zeroShotEngines(language: Language, engines: readonly EngineDescriptor[]): EngineDescriptor[] {
  return enginesSpeaking(language, engines).filter(({ capabilities }) => capabilities.cloning === 'zero-shot');
}

function castClip(
  voice: Voice,
  target: SpeechTarget,
  engines: readonly EngineDescriptor[],
  clip: VoiceClip | undefined,
): EngineVoice | undefined {
  if (clip === undefined) return undefined;
  return castFirst(zeroShotEngines(target.language, engines), { ...castTarget(voice, target), clip });
}

/** What speaks a voice in its own language, and why, in words for its owner; undefined where nothing here does. */
export function spokenBy(
  voice: Voice,
  engines: readonly EngineDescriptor[],
): { readonly engine: string; readonly reason: string } | undefined {
  const target = { language: voice.language };
  const probe = (transcript: string | undefined): EngineVoice | undefined =>
    voice.clip === undefined
      ? undefined
      : castClip(voice, target, engines, { id: voice.clip.key, samples: noSamples, sampleRate: 24_000, transcript });
  const byClip = probe(voice.clip?.transcript);
  if (byClip !== undefined) {
    return { engine: byClip.engine, reason: 'This engine clones by the clip itself.' };
  }
  const speaker = findSpeaker(voice, target, engines);
  if (speaker === undefined) return undefined;
  const { engine } = speaker;
  if (speaker.profile !== undefined) {
    const withText = probe(' ');
    const reason =
      withText === undefined
        ? `No engine that clones by the clip itself speaks ${languageNames[voice.language]} here: it is spoken by what was measured in its clip.`
        : `The engine ${withText.engine} needs what the clip says, which was not given when the voice was made: it is spoken by what was measured in its clip.`;
    return { engine, reason };
  }
  const isOwn = engine === voice.speaker.engine;
  return {
    engine,
    reason: isOwn ? 'It is a voice of this engine.' : `Its own engine, ${voice.speaker.engine}, is not here.`,
  };
}

const noSamples = new Int16Array(new SharedArrayBuffer(0));

function findSpeaker(
  voice: Voice,
  target: SpeechTarget,
  engines: readonly EngineDescriptor[],
): EngineVoice | undefined {
  const able = enginesSpeaking(target.language, engines);
  const own = able.find(({ id }) => id === voice.speaker.engine);
  if (own !== undefined && isNative(voice, target)) return voice.speaker;
  const speaker = own && castInAccent(voice.speaker, own, castTarget(voice, target), able);
  return speaker ?? castProfile(voice, target, able);
}

/** For a clone only what sounds like its owner: another engine that speaks by what was measured. */
function castProfile(
  voice: Voice,
  target: SpeechTarget,
  engines: readonly EngineDescriptor[],
): EngineVoice | undefined {
  const { profile } = voice.speaker;
  if (profile === undefined) return fallbackVoice(voice, target, engines);
  return castFirst(cloningEngines(engines), { ...castTarget(voice, target), profile });
}

/** A voice of the same gender, for a voice whose own engine does not speak here: that of the first engine that has one. */
function fallbackVoice(
  voice: Voice,
  target: SpeechTarget,
  engines: readonly EngineDescriptor[],
): EngineVoice | undefined {
  return castFirst(engines, castTarget(voice, target));
}

/** The accent is the one that was asked, else the voice's own in its own language, else the main one of the language. */
function castTarget(voice: Voice, { language, accent }: SpeechTarget): VoiceTarget {
  const own = language === voice.language ? spokenAccent(voice) : mainAccentOf(language).id;
  return { language, accent: accent?.id ?? own, gender: voice.gender };
}

function isNative(voice: Voice, { language, accent }: SpeechTarget): boolean {
  return language === voice.language && (accent === undefined || accent.id === spokenAccent(voice));
}
