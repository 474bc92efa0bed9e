/** Recordings that become other recordings: the voice of one is changed, or speech joins two. */
import { completeFormat, wireFormat, type AudioFormat, type CompleteFormat, type Container } from './audio.ts';
import { namesOf } from './errors.ts';
import type { FormValue, Http } from './http.ts';
import { audioBytes, audioEvents, type AttemptOptions } from './http-speech.ts';
import { defaultModel, Speech } from './speech.ts';

/** A recording that is to be heard in another voice. */
export interface VoiceChangeRequest {
  /** A flac, mp3, ogg, wav or webm. */
  readonly clip: Blob;
  /** Id or name of the voice that is to be heard. */
  readonly voice: string;
  /** A container with the server's defaults for it, or all of it. Default: raw, 16 bits, 24,000 Hz, whose events carry samples. */
  readonly format?: AudioFormat | Container | undefined;
}

/** Speech that is to stand before, behind or between recordings. At least one of the two recordings is needed. */
export interface InfillRequest {
  /** What comes before: a flac, mp3, ogg, wav or webm. */
  readonly left?: Blob | undefined;
  /** What comes behind. */
  readonly right?: Blob | undefined;
  /** What is said between them. */
  readonly text: string;
  /** Id or name of the voice that says it. */
  readonly voice: string;
  /** Default `sonorant-1`, which lets the voice pick the engine. */
  readonly model?: string | undefined;
  /** A language (`de`) or a locale (`de-AT`). Default: that of the voice. */
  readonly language?: string | undefined;
  /** Whether to answer with the recordings as well, joined. Default false: what is between alone. */
  readonly whole?: boolean | undefined;
  /** As that of {@link VoiceChangeRequest}. */
  readonly format?: AudioFormat | Container | undefined;
}

/** The recording in its new voice, on its way; read like {@link Speech}. */
export class VoiceChange extends Speech {
  readonly #notes: () => readonly string[];

  /** @internal */
  constructor(notes: () => readonly string[], ...speech: ConstructorParameters<typeof Speech>) {
    super(...speech);
    this.#notes = notes;
  }

  /**
   * What makes the result worse than it could be: `noisy`, `several_speakers`. Known when the first event is there; empty before, and
   * where nothing does.
   */
  get notes(): readonly string[] {
    return this.#notes();
  }
}

/** What joins recordings, on its way; read like {@link Speech}. */
export class Infill extends Speech {
  readonly #joints: () => readonly number[];

  /** @internal */
  constructor(joints: () => readonly number[], ...speech: ConstructorParameters<typeof Speech>) {
    super(...speech);
    this.#joints = joints;
  }

  /**
   * Where in an answer with the recordings one part ends and the next begins, in seconds: behind the left recording and before the right
   * one. Known when the first event is there; empty before, and where the middle comes alone.
   */
  get joints(): readonly number[] {
    return this.#joints();
  }
}

/** What stands between recordings is spoken, and then spoken faster or slower, before it is answered: by a slow voice, so many a second. */
const charactersPerSecond = 8;

/** `output_format` as the fields of a form. */
function formatFields(format: CompleteFormat): Record<string, FormValue> {
  return Object.fromEntries(
    Object.entries(wireFormat(format)).map(([name, value]) => [`output_format[${name}]`, value]),
  );
}

/** See `Sonorant.changeVoice`. */
export function voiceChange(
  http: Http,
  { clip, voice, format: asked }: VoiceChangeRequest,
  { transport, signal, ...options }: AttemptOptions & RecordingCarrier,
): VoiceChange {
  const format = completeFormat(asked);
  let notes: readonly string[] = [];
  const source = (transport === 'sse' ? audioEvents : audioBytes)(
    http,
    {
      path: `/voice-changer/${transport}`,
      content: { form: { clip, 'voice[id]': voice, ...formatFields(format) } },
      format,
      onAnswer: ({ headers }) => (notes = namesOf(headers.get('sonorant-clip-notes'))),
    },
    options,
  );
  return new VoiceChange(() => notes, format, source, signal);
}

interface RecordingCarrier {
  readonly transport: 'bytes' | 'sse';
  readonly signal: AbortSignal | undefined;
}

/** See `Sonorant.infill`. */
export function infill(
  http: Http,
  { left, right, text, voice, model = defaultModel, language, whole = false, format: asked }: InfillRequest,
  { signal, ...options }: AttemptOptions & Pick<RecordingCarrier, 'signal'>,
): Infill {
  const format = completeFormat(asked);
  const form = {
    left_audio: left,
    right_audio: right,
    transcript: text,
    voice_id: voice,
    model_id: model,
    language,
    whole,
    ...formatFields(format),
  };
  let joints: readonly number[] = [];
  const source = audioBytes(
    http,
    {
      path: '/infill/bytes',
      content: { form },
      format,
      answerMs: options.timeoutMs + Math.ceil((1000 * text.length) / charactersPerSecond),
      onAnswer: ({ headers }) => (joints = namesOf(headers.get('sonorant-joints')).map(Number)),
    },
    options,
  );
  return new Infill(() => joints, format, source, signal);
}
