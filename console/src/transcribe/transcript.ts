/** What was heard in a recording, and the files it is given as. */
import type { Transcription, Word } from '@sonorant/client';
import { cuesOf, subtitleFile } from '../../../src/text/subtitles.ts';
import { download } from '../audio/download.ts';

export interface Transcript {
  /** Of the recording, without its ending. */
  readonly name: string;
  readonly recording: Blob;
  readonly text: string;
  /** Each with its time; where the recognizer knows none, by its letters. */
  readonly words: readonly Word[];
  readonly hasWordTimes: boolean;
  /** Its English name; undefined where it is not known. */
  readonly language: string | undefined;
  /** Of the recording. */
  readonly seconds: number;
  readonly recognizers: readonly string[];
  /** From when the server had all of the recording until it had heard it, in ms. */
  readonly tookMs: number;
}

type Segment = Transcription['segments'][number];

/** Between the ends of a piece of speech, each word has the share of its letters. */
export function spreadWords({ text, start, end }: Pick<Segment, 'text' | 'start' | 'end'>): Word[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  let reached = 0;
  return words.map((word) => {
    const from = start + ((end - start) * reached) / letters;
    reached += word.length;
    return { word, start: from, end: start + ((end - start) * reached) / letters };
  });
}

export const formats = [
  { id: 'txt', name: 'Text', type: 'text/plain' },
  { id: 'srt', name: 'SRT', type: 'application/x-subrip' },
  { id: 'vtt', name: 'VTT', type: 'text/vtt' },
] as const;

export function downloadAs({ name, text, words }: Transcript, { id, type }: (typeof formats)[number]): void {
  const content = id === 'txt' ? `${text}\n` : subtitleFile(cuesOf(words), id);
  download(new Blob([content], { type }), `${name}.${id}`);
}
