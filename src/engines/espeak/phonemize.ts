/**
 * How eSpeak says the words of a segment. Its synthesis tells which sounds belong to which word, but names them in eight bytes
 * and without some marks of length and tone; its text form names them fully, but not their words. Both are put side by side.
 */
import type { PhonemizedWord } from '../adapter.ts';
import type { SpeechEvent } from './binding.ts';
import type { Utterance } from './utterance.ts';

interface Phone {
  /** IPA with stress marks. */
  readonly name: string;
  /** Another word of eSpeak's begins with it. */
  readonly startsWord: boolean;
}

/** A sound of the synthesis, by the spoken word it belongs to. */
interface SynthesizedPhone extends Phone {
  readonly word: number;
}

/**
 * @param events of the synthesis of the utterance
 * @param text   what eSpeak writes for the same text: sounds joined by `_`, words by spaces, clauses by `|`
 * @returns one entry for each word; one that eSpeak runs together with the word before it is empty
 */
export function phonemizedWords(utterance: Utterance, events: readonly SpeechEvent[], text: string): PhonemizedWord[] {
  const heard = heardSounds(utterance.starts, events);
  const phonemes = new Array<string>(utterance.words.length).fill('');
  let last = heard[0]?.word ?? 0;
  const pairs = sideBySide(heard, writtenSounds(text));
  // Words given by phones are not in the text, and those beside them may be read otherwise there: what was heard counts.
  for (const { heard: sound, written } of utterance.text.includes('[[') ? asHeard(pairs) : pairs) {
    const word = sound?.word ?? last;
    const { name, startsWord } = written ?? sound!;
    // Several words of eSpeak may stand for one: the digits of a number.
    const before = phonemes[word] ?? '';
    phonemes[word] = startsWord && before !== '' ? `${before} ${name}` : before + name;
    last = word;
  }
  return utterance.words.map(({ token, word }, index) => ({ token, word, phonemes: phonemes[index]! }));
}

function heardSounds(starts: readonly number[], events: readonly SpeechEvent[]): SynthesizedPhone[] {
  const sounds: SynthesizedPhone[] = [];
  let word = 0;
  let startsWord = false;
  for (const { kind, position, phoneme } of events) {
    if (kind === 'word') {
      // Positions never go back; where eSpeak says so (a moved "$"), the word is still the same one.
      while (word + 1 < starts.length && starts[word + 1]! <= position) word++;
      startsWord = true;
      continue;
    }
    const name = soundName(phoneme);
    if (name === '') continue;
    sounds.push({ word, name, startsWord });
    startsWord = false;
  }
  return sounds;
}

function writtenSounds(text: string): Phone[] {
  return text.split(/[\s|]+/u).flatMap((word) =>
    word
      .split('_')
      .map(soundName)
      .filter((name) => name !== '')
      .map((name, index) => ({ name, startsWord: index === 0 })),
  );
}

/** Without what is no sound: pauses, ties, and notes that the language changes, "(en)". */
function soundName(name: string): string {
  return name.replace(/\([a-z-]*\)/gu, '').replace(/[\s_|]|\u200d|\u0361/gu, '');
}

interface Pair {
  readonly heard: SynthesizedPhone | undefined;
  readonly written: Phone | undefined;
}

/** Two lists of nearly the same sounds, brought into line with the fewest differences. */
function sideBySide(heard: readonly SynthesizedPhone[], written: readonly Phone[]): Pair[] {
  if (written.length === 0) return heard.map((sound) => ({ heard: sound, written: undefined }));
  const same = heard.length === written.length && heard.every(({ name }, i) => isKin(name, written[i]!.name));
  if (same) return heard.map((sound, i) => ({ heard: sound, written: written[i] }));
  const width = written.length + 1;
  const cost = new Float64Array((heard.length + 1) * width);
  for (let i = heard.length; i >= 0; i--) {
    for (let j = written.length; j >= 0; j--) {
      const skipHeard = i < heard.length ? cost[(i + 1) * width + j]! + 1 : Infinity;
      const skipWritten = j < written.length ? cost[i * width + j + 1]! + 1 : Infinity;
      const both = Math.min(i < heard.length && j < written.length ? pairCost(heard[i]!, written[j]!) : Infinity);
      const pair = both + (both < Infinity ? cost[(i + 1) * width + j + 1]! : 0);
      cost[i * width + j] = i === heard.length && j === written.length ? 0 : Math.min(skipHeard, skipWritten, pair);
    }
  }
  return trace(heard, written, cost);
}

/** Where sounds of both lists stand between two pairs, only those that were heard. */
function asHeard(pairs: readonly Pair[]): Pair[] {
  const kept: Pair[] = [];
  let gap: Pair[] = [];
  const close = (): void => {
    const isHeard = gap.some(({ heard }) => heard !== undefined);
    kept.push(...(isHeard ? gap.filter(({ heard }) => heard !== undefined) : gap));
    gap = [];
  };
  for (const pair of pairs) {
    if (pair.heard === undefined || pair.written === undefined) gap.push(pair);
    else {
      close();
      kept.push(pair);
    }
  }
  close();
  return kept;
}

function trace(heard: readonly SynthesizedPhone[], written: readonly Phone[], cost: Float64Array): Pair[] {
  const width = written.length + 1;
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < heard.length || j < written.length;) {
    const here = cost[i * width + j]!;
    if (i < heard.length && j < written.length) {
      const pair = pairCost(heard[i]!, written[j]!) + cost[(i + 1) * width + j + 1]!;
      if (pair === here) {
        pairs.push({ heard: heard[i++], written: written[j++] });
        continue;
      }
    }
    if (i < heard.length && cost[(i + 1) * width + j]! + 1 === here) {
      pairs.push({ heard: heard[i++], written: undefined });
    } else pairs.push({ heard: undefined, written: written[j++] });
  }
  return pairs;
}

/** 2.5 is more than to leave both out. */
function pairCost({ name }: Phone, other: Phone): number {
  return name === other.name ? 0 : isKin(name, other.name) ? 0.25 : 2.5;
}

/** The same sound, one of them with fewer marks, or cut off. */
function isKin(a: string, b: string): boolean {
  return a === b || plain(a).startsWith(plain(b)) || plain(b).startsWith(plain(a));
}

function plain(name: string): string {
  return name.normalize('NFD').replace(/[ˈˌːˑ\p{M}\d]/gu, '');
}
