/** What a server of OpenAI's shape answers to `POST /audio/transcriptions` with `verbose_json`. */
import { z } from 'zod';
import type { Recognized, RecognizedWord } from '../adapter.ts';

/** Numbers and words in loose form: servers differ in what they leave out. */
const seconds = z.number();
const transcription = z.looseObject({
  text: z.string(),
  language: z.string().nullish(),
  words: z.array(z.looseObject({ word: z.string(), start: seconds, end: seconds })).nullish(),
  segments: z
    .array(
      z.looseObject({
        text: z.string(),
        start: seconds.nullish(),
        end: seconds.nullish(),
        no_speech_prob: z.number().nullish(),
        avg_logprob: z.number().nullish(),
      }),
    )
    .nullish(),
});

/** Whisper's own rule for silence: it is likely, and the text is not. */
const silence = { probability: 0.6, logProbability: -1 } as const;

/**
 * Reads an answer.
 * @param length seconds of the audio; times beyond it are brought inside
 * @throws {z.ZodError} when it is none
 */
export function readTranscription(json: unknown, length: number): Recognized {
  const { text, language, words, segments } = transcription.parse(json);
  const kept = (segments ?? []).filter(
    ({ no_speech_prob: probability, avg_logprob: logProbability }) =>
      !((probability ?? 0) > silence.probability && (logProbability ?? 0) < silence.logProbability),
  );
  const isCut = segments !== null && segments !== undefined && kept.length < segments.length;
  const heard = isCut ? kept.map((segment) => segment.text.trim()).join(' ') : text;
  const timed = (words ?? []).length === 0 ? undefined : wordsOf(words ?? [], length, isCut ? kept : undefined);
  return {
    text: heard.trim(),
    language: codeOf(language),
    // Times of words that are not those of the text would be times of other words.
    ...(timed !== undefined && isSame(timed, heard) && { words: timed }),
  };
}

type AnsweredWord = NonNullable<z.output<typeof transcription>['words']>[number];
type Segment = NonNullable<z.output<typeof transcription>['segments']>[number];

function wordsOf(
  words: readonly AnsweredWord[],
  length: number,
  kept: readonly Segment[] | undefined,
): RecognizedWord[] {
  let reached = 0;
  const within = (time: number): number =>
    (reached = Math.max(reached, Math.min(length, Number.isFinite(time) ? time : 0)));
  return words
    .filter(
      ({ start }) =>
        kept?.some((segment) => start >= (segment.start ?? 0) - 0.01 && start < (segment.end ?? length)) !== false,
    )
    .map(({ word, start, end }) => ({ word: word.trim(), start: within(start), end: within(end) }))
    .filter(({ word }) => word !== '');
}

/** Without punctuation and case, in which servers' words and text differ. */
function isSame(words: readonly RecognizedWord[], text: string): boolean {
  const bare = (given: string): string => given.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return bare(words.map(({ word }) => word).join('')) === bare(text);
}

/** Servers name the language by its code or by its English name: `en`, `english`. */
function codeOf(language: string | null | undefined): string | undefined {
  if (language === null || language === undefined || language === '') return undefined;
  const code = /^([a-z]{2})(?:[-_]|$)/iu.exec(language)?.[1];
  if (code !== undefined) return code.toLowerCase();
  const name = language.toLowerCase();
  return codes.get(name);
}

/** English names, as Whisper has them, of the languages that are spoken here. */
const codes: ReadonlyMap<string, string> = new Map(
  'ar bg bn cs da de el en es fi fr gu he hi hr hu id it ja ka kn ko ml mr ms nl no pa pl pt ro ru sk sv ta te th tl tr uk vi zh or as'
    .split(' ')
    .map((code) => [new Intl.DisplayNames('en', { type: 'language' }).of(code)!.toLowerCase(), code]),
);
