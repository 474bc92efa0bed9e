/** What speaks a book: the engines of this process, or a server. */
import { availableParallelism } from 'node:os';
import { chapterPayload } from '../../books/chapter-encoder.ts';
import type { BookFormat } from '../../books/book-format.ts';
import { enginesById, referenceEngine } from '../../engines/registry.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { newestVersion } from '../../versions/index.ts';
import { readGenerationConfig } from '../../speech/generation-config.ts';
import { narrate, type SpokenAudio, type SpokenWords, type TextPiece } from '../../speech/narration.ts';
import { requireProsody } from '../../speech/request.ts';
import { parseLanguageTag } from '../../voices/locales.ts';
import type { OrganizationOptions } from '../data.ts';
import { usageError } from '../errors.ts';
import { localEngines, localSettings } from '../speech/local-voice.ts';
import { remoteSpeech, remoteVoice } from '../speech/remote-speech.ts';
import { chosenServer, type ServerAccess, type ServerChoice } from '../commands/status.ts';

export interface NarrationChoice extends ServerChoice {
  readonly voice?: string;
  readonly language?: string;
  readonly speed?: string;
}

export interface Narration {
  /** Everything that the sound depends on. */
  readonly identity: unknown;
  /** Hz of what speaks. */
  readonly sampleRate: number;
  readonly narrate: (text: AsyncIterable<TextPiece>, format: BookFormat) => AsyncIterable<SpokenAudio | SpokenWords>;
  readonly close: () => Promise<void>;
}

interface Work {
  readonly wantsWords: boolean;
  /** Of all chapters. */
  readonly characters: number;
  readonly signal: AbortSignal;
}

/** A short text is spoken before a second thread has loaded. */
const charactersPerThread = 4000;

/**
 * @param declared the language that the book declares
 * @throws {CommandError} for options that cannot be used
 */
export async function openNarration(
  options: NarrationChoice,
  declared: string | undefined,
  work: Work,
): Promise<Narration> {
  const language = options.language ?? (options.voice === undefined ? known(declared) : undefined);
  const speed = speedOf(options.speed);
  const server = chosenServer(options);
  return server === undefined
    ? openHere({ ...options, language, speed }, work)
    : openThere(server, { ...options, language, speed }, work);
}

/** Books name languages that no voice speaks here, or wrongly; English is then what is said in the help. */
function known(declared: string | undefined): string | undefined {
  const tag =
    declared === undefined ? undefined : (parseLanguageTag(declared) ?? parseLanguageTag(declared.slice(0, 2)));
  return tag === undefined ? undefined : tag.locale === undefined ? tag.language : declared;
}

interface Choice extends OrganizationOptions {
  readonly voice?: string;
  readonly language: string | undefined;
  readonly speed: number | undefined;
}

async function openHere(choice: Choice, { wantsWords, characters, signal }: Work): Promise<Narration> {
  const { speed } = choice;
  const engines = await localEngines(choice);
  const generationConfig = readGenerationConfig({ speed }, null, newestVersion) ?? {};
  const settings = await localSettings({ ...choice, wordTimestamps: wantsWords }, engines);
  requireProsody(settings, generationConfig);
  if (wantsWords && settings.capabilities.marks === 'none') {
    throw usageError(`the voice ${settings.speaker.name} has no word times: choose another one for --subtitles`);
  }
  // The id of a clip stands for its samples.
  const speaker = { ...settings.speaker, clip: settings.speaker.clip?.id };
  const scheduler = await Scheduler.start({
    threads: Math.max(1, Math.min(availableParallelism(), Math.floor(characters / charactersPerThread))),
    engines: [enginesById([settings.speaker.engine], engines)[0]!],
    reference: referenceEngine(),
  });
  return {
    identity: { voice: settings.voiceId, speaker, language: settings.language, speed },
    sampleRate: settings.capabilities.sampleRate,
    narrate: (text, format) =>
      narrate(text, { scheduler, settings: { ...settings, format: chapterPayload(format) }, generationConfig, signal }),
    close: () => scheduler.close(),
  };
}

async function openThere(
  { address: server, key }: ServerAccess,
  { voice, language, speed }: Choice,
  { wantsWords, signal }: Work,
): Promise<Narration> {
  const chosen = voice ?? (language === undefined ? undefined : await remoteVoice(server, key, language));
  return {
    identity: { server, voice: chosen, language, speed },
    sampleRate: 24_000,
    narrate: (text, format) =>
      remoteSpeech(text, {
        server,
        key,
        voice: chosen,
        language,
        generationConfig: { speed },
        format: chapterPayload(format),
        wantsWords,
        signal,
      }),
    close: () => Promise.resolve(),
  };
}

function speedOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? NaN : Number(given);
  if (Number.isNaN(value)) throw usageError(`--speed: '${given}' is not a number`);
  return value;
}
