/**
 * Turns with their truth, and what voice activity and a recognizer would tell of them. Word times are made by hand, not recorded:
 * they say how the rules behave, not how people speak.
 */
import { beginTurns, step, type TurnDecision, type TurnInput, type TurnStep } from '../../src/turns/turns.ts';
import type { TurnOptions } from '../../src/turns/options.ts';

/** Of one speaker. */
export interface Dialogue {
  readonly language: string;
  /** Words of a turn, with `<seconds>` for a pause within it and `*` for a cough. */
  readonly turns: readonly string[];
}

/** Marks are those a good recognizer writes. */
export const dialogues: readonly Dialogue[] = [
  {
    language: 'en',
    turns: [
      'Hello. <0.4> I would like to book a table for Friday.',
      'For <0.9> two people, please.',
      'Um, <1.1> around seven <0.4> I think.',
      'No thanks.',
      'My name is <0.8> Martin Keller.',
      'My number is four one five, <0.7> five five five <0.6> zero one nine nine.',
      'Yes.',
      'And <0.6> can we sit outside?',
      'Great, <0.35> thank you.',
      'Okay bye.',
    ],
  },
  {
    language: 'en',
    turns: [
      'I have a problem with my order.',
      'It was supposed to come on Monday, <0.5> but <0.9> it never arrived.',
      'The number is <1.4> eight two <0.6> seven seven one.',
      'Yeah.',
      'Well, <0.7> I was at home because <0.5> I was waiting for it.',
      'I paid with my credit card.',
      'Uh, <1.3> the blue one.',
      'Mm-hm.',
      'Can you send it again to <0.8> the same address?',
      'That is correct.',
      'What time will it come?',
      'Thanks.',
    ],
  },
  {
    language: 'en',
    turns: [
      '* <1.2> Hi, <0.4> I want to cancel my appointment.',
      'It is on the <0.7> twenty third of March.',
      'No, <0.5> with doctor Lee.',
      'Because I have to <0.6> travel that day.',
      'Maybe the week after <0.6> or the one after that.',
      'I can do Tuesday <0.7> Wednesday <0.7> or Friday.',
      'Let me think. <1.6> Tuesday is good.',
      'At ten * <0.5> or eleven.',
      'Perfect.',
      'I guess that works <0.45> yes.',
    ],
  },
  {
    language: 'de',
    turns: [
      'Guten Tag, <0.5> ich möchte einen <0.8> Termin vereinbaren.',
      'Am Montag <0.4> wenn das geht.',
      'Ähm, <1.2> lieber am Nachmittag.',
      'Meine Nummer ist null eins sieben <0.7> drei drei vier <0.6> neun neun.',
      'Ja gerne.',
      'Weil <0.6> ich vorher arbeiten muss.',
      'Vielen Dank.',
    ],
  },
  {
    language: 'fr',
    turns: [
      'Bonjour, <0.5> je voudrais réserver une <0.8> chambre.',
      'Pour deux nuits <0.45> à partir de vendredi.',
      'Euh, <1.1> avec vue sur la mer.',
      'Oui.',
      'Mon numéro est zéro six <0.6> un deux <0.6> trois quatre.',
      "Non merci, <0.4> c'est tout.",
    ],
  },
  {
    language: 'es',
    turns: [
      'Hola, <0.4> quiero pedir una pizza con <0.7> queso y <0.6> tomate.',
      'Para llevar, <0.5> por favor.',
      'Eh, <1> la grande.',
      'Sí.',
      'Mi número es seis cinco cuatro <0.7> tres dos uno.',
      'Muchas gracias.',
    ],
  },
];

/** How a recognizer writes: as above, without marks and capitals, or with a full stop wherever it is cut. */
export type Writing = 'marks' | 'plain' | 'stops';

interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Where a turn really ended. */
interface Truth {
  readonly start: number;
  readonly end: number;
}

/** Between two turns of the speaker. */
const between = 8;
const wordGap = 0.05;
/** How late voice activity is sure of sound and of silence, and a recognizer of words; the last pause is that of pieces of speech. */
const lags = { onset: 0.1, offset: 0.24, partial: 0.25, final: 0.15, cut: 0.6 };
const frame = 0.02;

function timed(turns: readonly string[], writing: Writing): { words: TimedWord[]; truths: Truth[] } {
  const words: TimedWord[] = [];
  const truths: Truth[] = [];
  let at = 1;
  for (const turn of turns) {
    const first = words.length;
    for (const token of turn.split(' ')) {
      const pause = /^<(.*)>$/.exec(token);
      if (pause !== null) at += Number(pause[1]) - wordGap;
      else {
        const text = token === '*' ? '' : writing === 'marks' ? token : plain(token);
        const length = 0.12 + 0.045 * token.length;
        words.push({ text, start: at, end: at + length });
        at += length + wordGap;
      }
    }
    truths.push({ start: words[first]!.start, end: words.at(-1)!.end });
    at += between;
  }
  return { words, truths };
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}'-]/gu, '');
}

/** What became of the turns of a dialogue; times in seconds behind their last word. */
export interface Outcome {
  readonly turns: number;
  /** Turns that were ended before their last word. */
  readonly cutOff: number;
  readonly endLatencies: readonly number[];
  readonly eagerEnds: number;
  /** Probable ends that were taken back. */
  readonly resumes: number;
}

/** A conversation in frames of 20 ms, with everything as late as it comes in life. */
export function hold({ language, turns }: Dialogue, writing: Writing, options: Partial<TurnOptions>): Outcome {
  const { words, truths } = timed(turns, writing);
  const speaker = new Speaker(words, writing);
  let { state } = step(beginTurns({ ...options, language }), { kind: 'time', at: 0 });
  const decided: (TurnDecision & { readonly knownAt: number })[] = [];
  let awaitsFinal = false;
  for (let at = 0; at < truths.at(-1)!.end + between; at += frame) {
    for (const input of [...speaker.inputs(at, awaitsFinal), { kind: 'time', at } as const]) {
      const result: TurnStep = step(state, input);
      ({ state, awaitsFinal } = result);
      decided.push(...result.decisions.map((decision) => ({ ...decision, knownAt: at })));
    }
  }
  return outcomeOf(truths, decided);
}

function outcomeOf(
  truths: readonly Truth[],
  decided: readonly (TurnDecision & { readonly knownAt: number })[],
): Outcome {
  const ends = decided.filter(({ kind }) => kind === 'end').map(({ knownAt }) => knownAt);
  return {
    turns: truths.length,
    cutOff: truths.filter(({ start, end }) => ends.some((at) => at > start && at < end)).length,
    endLatencies: truths.flatMap(({ end }) =>
      ends
        .filter((at) => at >= end)
        .slice(0, 1)
        .map((at) => at - end),
    ),
    eagerEnds: decided.filter(({ kind }) => kind === 'eager_end').length,
    resumes: decided.filter(({ kind }) => kind === 'resume').length,
  };
}

/** Gives what voice activity and the recognizer tell until a time. */
class Speaker {
  readonly #words: readonly TimedWord[];
  readonly #writing: Writing;
  #isSound = false;
  /** Words before it have their final, or wait for it. */
  #cut = 0;
  #partial = '';
  #final: { readonly input: TurnInput & { kind: 'final' }; readonly at: number } | undefined;

  constructor(words: readonly TimedWord[], writing: Writing) {
    this.#words = words;
    this.#writing = writing;
  }

  inputs(at: number, awaitsFinal: boolean): TurnInput[] {
    return [...this.#borders(at), ...this.#texts(at, awaitsFinal)];
  }

  #borders(at: number): TurnInput[] {
    const begun = this.#words.findLast(({ start }) => start + lags.onset <= at);
    if (begun === undefined) return [];
    const isSound = at < begun.end + lags.offset;
    if (isSound === this.#isSound) return [];
    this.#isSound = isSound;
    return [isSound ? { kind: 'sound_start', at, since: begun.start } : { kind: 'sound_end', at, since: begun.end }];
  }

  #texts(at: number, awaitsFinal: boolean): TurnInput[] {
    const inputs: TurnInput[] = [];
    const ended = this.#words.findLastIndex(({ end }) => end <= at);
    const isCut = awaitsFinal || at - (this.#words[ended]?.end ?? at) >= lags.cut;
    if (this.#final === undefined && !this.#isSound && isCut && ended >= this.#cut) {
      const text = this.#text(this.#cut, ended + 1);
      const stop = this.#writing === 'stops' && text !== '' ? '.' : '';
      const input = { kind: 'final', at, until: this.#words[ended]!.end, text: text + stop } as const;
      this.#final = { input, at: at + lags.final };
      this.#cut = ended + 1;
      this.#partial = '';
    }
    if (this.#final !== undefined && at >= this.#final.at) {
      inputs.push({ ...this.#final.input, at });
      this.#final = undefined;
    }
    const heard = this.#words.findLastIndex(({ end }) => end + lags.partial <= at);
    const partial = this.#text(this.#cut, heard + 1);
    if (this.#final === undefined && partial !== '' && partial !== this.#partial) {
      this.#partial = partial;
      inputs.push({ kind: 'partial', at, text: partial });
    }
    return inputs;
  }

  #text(from: number, to: number): string {
    return this.#words
      .slice(from, to)
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join(' ');
  }
}
