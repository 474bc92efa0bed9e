/** What the caller really heard of what the agent said: found in the audio that was played, and not asked of the server. */
import type { Stretch } from './listener.ts';
import { lineRate } from './listener.ts';
import type { SpokenReply } from './talk.ts';

/** A word that ends within so many ms of the end of what was played may count or not. */
const slackMs = 20;
/** Times of words are rounded: samples. */
const rounding = lineRate / 1000;

/** What was heard of one reply. */
export interface HeardReply {
  /** Its words from the first one on that were heard whole: at least and at most. */
  readonly least: number;
  readonly most: number;
  readonly words: readonly string[];
  /** Seconds of silence inside of it: it was paused and went on. */
  readonly pausedSeconds: number;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly startsAt: number;
}

/** @throws {Error} where something was played that the reply of that time does not have, or that leaves out some of it */
export function heardReplies(replies: readonly SpokenReply[], stretches: readonly Stretch[]): HeardReply[] {
  const parts = replies.map((): Part[] => []);
  for (const { samples, startsAt } of stretches) {
    const index = replies.findLastIndex(({ openedAt }) => openedAt <= startsAt);
    const from = placeOf(samples, replies[index]?.samples ?? [], parts[index]?.at(-1)?.to);
    if (from === undefined) throw new Error('something was played that its reply does not have');
    parts[index]!.push({ from, to: from + samples.length, startsAt });
  }
  return replies.map((reply, index) => heardOf(reply, parts[index]!));
}

/** Where the samples stand in those of a reply; where they stand several times, the last place that leaves nothing out. */
function placeOf(samples: readonly number[], all: readonly number[], reached = 0): number | undefined {
  const latest = Math.min(reached, all.length - samples.length);
  for (let from = latest; from >= 0; from--) {
    if (samples.every((sample, index) => all[from + index] === sample)) return from;
  }
  return undefined;
}

function heardOf({ words }: SpokenReply, parts: readonly Part[]): HeardReply {
  const isWhole = (slack: number) => (word: SpokenReply['words'][number]) =>
    parts.some(({ from, to }) => word.start * lineRate >= from - rounding && word.end * lineRate <= to + slack);
  const slack = (slackMs / 1000) * lineRate;
  const gaps = parts
    .slice(1)
    .map(
      ({ startsAt }, index) =>
        startsAt - parts[index]!.startsAt - (1000 * (parts[index]!.to - parts[index]!.from)) / lineRate,
    );
  return {
    least: prefix(words.map(isWhole(-slack))),
    most: prefix(words.map(isWhole(slack))),
    words: words.map(({ text }) => text),
    pausedSeconds: gaps.reduce((sum, ms) => sum + ms / 1000, 0),
  };
}

function prefix(isTrue: readonly boolean[]): number {
  const end = isTrue.indexOf(false);
  return end < 0 ? isTrue.length : end;
}

/** Lower-case words without their punctuation. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];
}

/** Whether a text is what was heard. */
export function isHeard(text: string, { least, most, words }: HeardReply): boolean {
  const given = plainWords(text);
  const heard = (count: number): string => plainWords(words.slice(0, count).join(' ')).join(' ');
  return Array.from({ length: most - least + 1 }, (_, more) => heard(least + more)).includes(given.join(' '));
}
