/** Transcribes audio that is there as a whole, as fast as its recognizer hears. */
import { textOf } from '../text/subtitles.ts';
import { plainWord } from '../turns/words.ts';
import { Hearing, type HeardPiece, type HeardWord, type HearingOptions } from './hearing.ts';

/** Samples of a recording, in order. */
export interface AudioSource {
  /** Hz. */
  readonly sampleRate: number;
  /** Mono, within ±1. */
  readonly blocks: AsyncIterable<Float32Array>;
}

export interface TranscribeOptions extends Omit<HearingOptions, 'sampleRate' | 'onEvent' | 'wantsPartials'> {
  /** Called with each piece when it is known, in order. Default: not called. */
  readonly onPiece?: ((piece: HeardPiece) => void) | undefined;
  /** Called with how many seconds were read. Default: not called. */
  readonly onProgress?: ((seconds: number) => void) | undefined;
}

/** What was heard in a recording. */
export interface Transcript {
  /** Pieces joined as the language is written. */
  readonly text: string;
  /** ISO 639-1: what was asked for, else what was found in most of the pieces; undefined where neither is known. */
  readonly language: string | undefined;
  /** Seconds of the audio. */
  readonly duration: number;
  readonly pieces: readonly HeardPiece[];
  /** Undefined where a piece with text has no word times. */
  readonly words: readonly HeardWord[] | undefined;
}

/** Pieces that may be open at once where the caller names no number: enough for the processes of a recognizer behind a long piece. */
const defaultAhead = 8;
/** Longest stretch of samples between two looks at whether there is room, in seconds. */
const stepSeconds = 1;

/**
 * Hears all of it.
 * @throws {RecognizerError} when a piece could not be heard by any recognizer
 * @throws what the blocks throw, and the reason of the signal
 */
export async function transcribe(source: AudioSource, options: TranscribeOptions): Promise<Transcript> {
  const { onPiece, onProgress, ...rest } = options;
  const pieces: HeardPiece[] = [];
  const hearing = await Hearing.create({
    ahead: defaultAhead,
    ...rest,
    sampleRate: source.sampleRate,
    onEvent(event) {
      if (event.kind !== 'final') return;
      pieces.push(event);
      onPiece?.(event);
    },
  });
  const step = stepSeconds * source.sampleRate;
  try {
    for await (const block of source.blocks) {
      for (let at = 0; at < block.length; at += step) {
        await hearing.ready();
        hearing.write(block.subarray(at, at + step));
        onProgress?.(hearing.seconds);
      }
    }
    await hearing.end();
  } finally {
    hearing.close();
  }
  return transcriptOf(pieces, hearing.seconds, options.language);
}

function transcriptOf(pieces: readonly HeardPiece[], duration: number, asked: string | undefined): Transcript {
  const spoken = pieces.filter(({ text }) => text !== '');
  return {
    text: textOf(spoken.map(({ text }) => ({ word: text }))),
    language: asked ?? mostOf(spoken.flatMap(({ language }) => language ?? [])),
    duration,
    pieces: spoken,
    words: spoken.every(({ words }) => words !== undefined) ? spoken.flatMap(({ words }) => words ?? []) : undefined,
  };
}

/** The value that comes most often, of several the first one. */
function mostOf(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[string, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  )?.[0];
}

/**
 * The words with times for subtitles, as they stand in the text: recognizers may give them times without their marks. Where no times are
 * known, the words of a piece share its time by their letters, which is near enough to show them and is no time of a word.
 */
export function subtitleWords(pieces: readonly HeardPiece[]): HeardWord[] {
  return pieces.flatMap(({ words, text, start, end }) => {
    const parts = text.split(/\s+/u).filter((word) => word !== '');
    if (words !== undefined) {
      const isSame = isSameWords(words, parts);
      return words.map((word, at) => (isSame ? { ...word, word: parts[at]! } : word));
    }
    const letters = parts.reduce((sum, word) => sum + word.length, 0);
    let reached = 0;
    return parts.map((word) => {
      const from = start + ((end - start) * reached) / letters;
      reached += word.length;
      return { word, start: from, end: start + ((end - start) * reached) / letters };
    });
  });
}

function isSameWords(words: readonly HeardWord[], parts: readonly string[]): boolean {
  return words.length === parts.length && words.every(({ word }, at) => plainWord(word) === plainWord(parts[at]!));
}
