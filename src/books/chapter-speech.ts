/** Speaks one chapter into a stream of frames. */
import type { Chapter } from '../documents/index.ts';
import type { SpokenAudio, SpokenWords, TextPiece } from '../speech/narration.ts';
import type { TimedWord } from '../text/subtitles.ts';
import type { BookFormat } from './book-format.ts';
import { createChapterEncoder, type EncodedChapter, type Sink } from './chapter-encoder.ts';

/** A word with its start and end in seconds from the chapter's beginning. */
export type StoredWord = readonly [word: string, start: number, end: number];

/** A chapter that has been spoken, without its frames, which went to the sink. */
export interface SpokenChapter extends EncodedChapter {
  readonly words: readonly StoredWord[];
}

/** Speaks text; the payload is what {@link chapterPayload} says. */
export type Narrator = (text: AsyncIterable<TextPiece>) => AsyncIterable<SpokenAudio | SpokenWords>;

export interface ChapterOptions {
  readonly format: BookFormat;
  readonly narrate: Narrator;
  /** It gives frames of MP3, and not payload. Default false. */
  readonly isEncoded?: boolean;
  readonly sink: Sink;
  /** Silence behind what is spoken, in seconds. Default 1, that between chapters. */
  readonly pauseSeconds?: number | undefined;
  /** @param characters of the chapter that have been spoken, about; @param seconds of audio */
  readonly onProgress?: (characters: number, seconds: number) => void;
}

/** Text of a chapter, or of a part of one. */
export interface SpeakableText {
  readonly paragraphs: readonly string[];
  /** Another paragraph follows. Default false. */
  readonly endsParagraph?: boolean;
}

/** Characters of a chapter's text. */
export function charactersOf({ paragraphs }: Pick<Chapter, 'paragraphs'>): number {
  return paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0);
}

/** Paragraph by paragraph, with the empty line that is a pause between them. */
export async function* textOf({ paragraphs, endsParagraph = false }: SpeakableText): AsyncGenerator<TextPiece> {
  let bytes = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    bytes += paragraph.length;
    await Promise.resolve();
    yield { text: index === paragraphs.length - 1 && !endsParagraph ? paragraph : `${paragraph}\n\n`, bytes };
  }
}

/**
 * In memory that does not grow but by the words.
 * @throws whatever speaks, encodes or writes throws; what went to the sink is then not a whole chapter
 */
export async function speakChapter(chapter: SpeakableText, options: ChapterOptions): Promise<SpokenChapter> {
  const { format, narrate, sink, onProgress, isEncoded = false, pauseSeconds = chapterPause } = options;
  const encoder = await createChapterEncoder(format, sink, isEncoded);
  const words: StoredWord[] = [];
  let seconds = 0;
  try {
    for await (const part of narrate(textOf(chapter))) {
      if (part.type === 'words') {
        words.push(...part.words.map(({ word, start, end }): StoredWord => [word, ms(start), ms(end)]));
        continue;
      }
      await encoder.write(part.payload);
      seconds += part.seconds;
      onProgress?.(part.textBytes, seconds);
    }
    if (seconds > 0 && pauseSeconds > 0) await encoder.writeSilence(pauseSeconds);
    return { ...(await encoder.end()), words };
  } finally {
    await encoder.close();
  }
}

/** Between chapters. */
const chapterPause = 1;

function ms(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** The words of a chapter as part of the whole. @param offset seconds */
export function shifted(words: readonly StoredWord[], offset: number): TimedWord[] {
  return words.map(([word, start, end]) => ({ word, start: start + offset, end: end + offset }));
}

/** The words of a part as those of its chapter. @param offset seconds */
export function storedLater(words: readonly StoredWord[], offset: number): StoredWord[] {
  return words.map(([word, start, end]) => [word, ms(start + offset), ms(end + offset)]);
}
