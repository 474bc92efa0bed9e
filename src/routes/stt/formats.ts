/** A transcript in the forms in which it is asked for. */
import type { z } from 'zod';
import { subtitleWords, type Transcript } from '../../hearing/transcribe.ts';
import { cuesOf, subtitleFile } from '../../text/subtitles.ts';
import { languageNames } from '../../voices/languages.ts';
import type { responseFormats, transcriptionSchema, transcriptSchema } from './schema.ts';

/** Media types of the forms that are no JSON. */
export const textTypes = {
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
} as const;

/** Names the recognizers that heard an answer: another one than the best may have, where that failed. */
export const recognizerHeader = 'sonorant-recognizer';

/** Their ids in the order of what they heard; undefined where there was nothing to hear. */
export function recognizersOf({ pieces }: Pick<Transcript, 'pieces'>): string | undefined {
  const ids = new Set(pieces.map(({ recognizer }) => recognizer));
  return ids.size === 0 ? undefined : [...ids].map(encodeURIComponent).join(', ');
}

/** As `POST /stt` answers it. */
export function asTranscript(
  { text, language, duration, words }: Transcript,
  { requestId, wantsWords }: { readonly requestId: string; readonly wantsWords: boolean },
): z.output<typeof transcriptSchema> {
  return {
    type: 'transcript',
    text,
    is_final: true,
    ...(language !== undefined && { language }),
    duration,
    request_id: requestId,
    ...(wantsWords && words !== undefined && { words: [...words] }),
  };
}

/** As OpenAI's clients know it: JSON, or a text. */
export function asTranscription(
  { text, language, duration, words, pieces }: Transcript,
  format: (typeof responseFormats)[number],
  granularities: readonly ('word' | 'segment')[],
): z.output<typeof transcriptionSchema> | string {
  if (format === 'json') return { text };
  if (format === 'text') return `${text}\n`;
  if (format !== 'verbose_json') return subtitleFile(cuesOf(subtitleWords(pieces)), format);
  const wantsSegments = granularities.length === 0 || granularities.includes('segment');
  return {
    task: 'transcribe',
    ...(language !== undefined && { language: englishName(language) }),
    duration,
    text,
    ...(wantsSegments && {
      segments: pieces.map((piece, id) => ({ id, start: piece.start, end: piece.end, text: piece.text })),
    }),
    ...(granularities.includes('word') && words !== undefined && { words: [...words] }),
  };
}

function englishName(language: string): string {
  const name = (languageNames as Readonly<Record<string, string>>)[language];
  return (name ?? new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language).toLowerCase();
}
