/**
 * When a speaker's turn starts, may have ended, goes on and has ended (docs/rules.md#turns): one pure function over audio time. All
 * times are seconds since the first sample of the stream; no input, no timer and no clock is read besides what is passed in.
 */
import { estimates, silenceUntil, turnOptions, type TurnOptions } from './options.ts';
import { goesOnByLook } from './text-completeness.ts';
import { hasWord, joined, saysTheSame, sharedWords, withoutLastMark, wordsOf } from './words.ts';

/**
 * `at`: how much audio there had been when it became known; inputs come in this order (an earlier `at` counts as the latest so far).
 * All text of a piece of speech comes before any text of the next one.
 */
export type TurnInput =
  /** Nothing but the clock. */
  | { readonly kind: 'time'; readonly at: number }
  /** Sound that may be speech began at `since`, or ended there. */
  | { readonly kind: 'sound_start' | 'sound_end'; readonly at: number; readonly since: number }
  /** All that has been heard so far of the piece of speech that goes on; it may change. */
  | ({ readonly kind: 'partial' } & TurnText)
  /** The text of all sound up to `until` that no `final` had yet; `''` where no word was heard. */
  | ({ readonly kind: 'final'; readonly until: number } & TurnText)
  /** The text of all sound up to `until` will not come: without a decision, the turn is over, and what is heard behind is another one. */
  | { readonly kind: 'lost'; readonly at: number; readonly until: number }
  /** Options that hold from here on; those left out stay as they are. */
  | { readonly kind: 'config'; readonly at: number; readonly change: Partial<TurnOptions> }
  /** There is no more audio, and no more text. */
  | { readonly kind: 'stop'; readonly at: number };

interface TurnText {
  readonly at: number;
  readonly text: string;
  /** ISO 639-1 code, where it is not the one of the options. */
  readonly language?: string | undefined;
  /** How likely the speaker goes on, by a model; it takes the place of how the text looks. What is not 0–1 is no opinion. */
  readonly opinion?: number | undefined;
}

/**
 * In the order `start`, any number of `update` and of `eager_end` with a `resume` before anything but `end` follows, `end`. `at`: the
 * audio time at which it was due, not later because it was asked for later.
 */
export type TurnDecision =
  /** With the first word. `since`: where its sound began. */
  | { readonly kind: 'start'; readonly at: number; readonly since: number }
  /** All words of the turn that are sure: each `update` begins with what the one before said. */
  | { readonly kind: 'update'; readonly at: number; readonly transcript: string }
  /** The turn has probably ended. The transcript is the best one at this time; it may have words that no `update` gave. */
  | { readonly kind: 'eager_end'; readonly at: number; readonly transcript: string }
  /** It had not: other or more words were heard. */
  | { readonly kind: 'resume'; readonly at: number }
  /** The finals of the turn, joined; it may correct what updates gave, and be `''`. */
  | { readonly kind: 'end'; readonly at: number; readonly transcript: string };

/** What a step makes of it. */
export interface TurnStep {
  readonly state: TurnState;
  readonly decisions: readonly TurnDecision[];
  /** When something will be decided, or {@link awaitsFinal} turn true, if there is only silence until then. */
  readonly wakeAt: number | undefined;
  /** The end is due, and the text of the last sound is missing: the piece of speech is to be cut, if it still goes on. */
  readonly awaitsFinal: boolean;
}

interface Border {
  readonly kind: 'sound_start' | 'sound_end';
  readonly at: number;
  readonly since: number;
}

/** Immutable, plain data; what is inside concerns this file only. */
export interface TurnState {
  readonly options: TurnOptions;
  readonly isOver: boolean;
  /** Audio time up to which is decided. */
  readonly now: number;
  /** Audio time of the last input: later than `now` while an end waits for its text. */
  readonly horizon: number;
  /** Borders between `now` and `horizon`. */
  readonly borders: readonly Border[];
  readonly isSound: boolean;
  /** Whether a partial came since the last sound began. */
  readonly isHeard: boolean;
  /** Where the first sound began whose text is missing. */
  readonly soundSince: number;
  /** Where the last sound ended. */
  readonly quietSince: number;
  /** Up to where the text is final, and where the last sound with a word ended. */
  readonly textUntil: number;
  readonly wordsUntil: number;
  readonly turn: 'none' | 'open' | 'eager';
  readonly finals: string;
  readonly partial: string;
  /** The words of `partial` that the partial before it had as well. */
  readonly stable: string;
  /** The words of the last update. */
  readonly given: readonly string[];
  readonly eagerTranscript: string;
  /** How likely the speaker goes on by the text: 0–1. */
  readonly goesOn: number;
}

const noTurn = {
  turn: 'none',
  finals: '',
  partial: '',
  stable: '',
  given: [],
  eagerTranscript: '',
  goesOn: 0.5,
} as const satisfies Partial<TurnState>;

/** Before the first sample. @throws {TurnOptionsError} */
export function beginTurns(options: Partial<TurnOptions> = {}): TurnState {
  return {
    options: turnOptions(options),
    isOver: false,
    now: 0,
    horizon: 0,
    borders: [],
    isSound: false,
    isHeard: false,
    soundSince: 0,
    quietSince: 0,
    textUntil: 0,
    wordsUntil: 0,
    ...noTurn,
  };
}

/** A state while a step works on it. */
type Draft = { -readonly [Key in keyof TurnState]: TurnState[Key] } & { readonly decisions: TurnDecision[] };

/**
 * Behind `stop` nothing is decided.
 * @throws {TurnOptionsError} of a `config` that is wrong; the state that was passed in stays good
 */
export function step(state: TurnState, input: TurnInput): TurnStep {
  const draft: Draft = { ...state, decisions: [] };
  if (!state.isOver) take(draft, input);
  const { decisions, ...next } = draft;
  const due = draft.isOver ? undefined : nextDue(draft);
  const awaitsFinal = due?.kind === 'text' && due.at <= draft.now;
  return { state: next, decisions, wakeAt: awaitsFinal ? undefined : due?.at, awaitsFinal };
}

function take(draft: Draft, input: TurnInput): void {
  const at = Math.max(input.at, draft.horizon);
  const options = input.kind === 'config' ? turnOptions(input.change, draft.options) : draft.options;
  draft.horizon = at;
  if (input.kind === 'sound_start' || input.kind === 'sound_end') {
    draft.borders = [...draft.borders, { kind: input.kind, at, since: Math.min(input.since, at) }];
  }
  advance(draft);
  draft.options = options;
  if (input.kind === 'partial') takePartial(draft, input);
  else if (input.kind === 'final') takeFinal(draft, input, input.until);
  else if (input.kind === 'lost') takeLost(draft, input.until);
  else if (input.kind === 'stop') takeEnd(draft);
  advance(draft);
  if (input.kind === 'stop') {
    if (draft.turn !== 'none') end(draft);
    draft.isOver = true;
  }
}

/** Decides all that is due up to the horizon, or up to an end that waits for its text. */
function advance(draft: Draft): void {
  for (;;) {
    const [border] = draft.borders;
    const due = nextDue(draft);
    if (due !== undefined && due.at <= (border?.at ?? draft.horizon)) {
      draft.now = Math.max(draft.now, due.at);
      if (due.kind === 'text') return;
      if (due.kind === 'end') end(draft);
      else eagerEnd(draft);
    } else if (border !== undefined) {
      draft.now = Math.max(draft.now, border.at);
      draft.borders = draft.borders.slice(1);
      cross(draft, border);
    } else {
      draft.now = draft.horizon;
      return;
    }
  }
}

function cross(draft: Draft, { kind, since }: Border): void {
  if (kind === 'sound_start' && !draft.isSound) {
    if (!isTextMissing(draft)) draft.soundSince = since;
    draft.isSound = true;
    draft.isHeard = false;
  } else if (kind === 'sound_end' && draft.isSound) {
    draft.quietSince = since;
    draft.isSound = false;
  }
}

/** What silence decides next: the probable end, the end, or that the end waits for the text of the last sound. */
function nextDue(draft: TurnState): { readonly kind: 'eager' | 'end' | 'text'; readonly at: number } | undefined {
  const { options, turn, now } = draft;
  const isMissing = isTextMissing(draft);
  const isKnown = !isMissing || draft.isHeard;
  // Text from before the last sound says nothing of what follows that.
  const goesOn = isKnown ? draft.goesOn : 0.5;
  if (draft.isSound || (turn === 'none' && !isMissing)) return undefined;
  // A sound without a word, once that is known, has not ended the silence before it.
  const since = isMissing ? draft.quietSince : Math.min(draft.quietSince, draft.wordsUntil);
  const endAt = since + silenceUntil(options.endThreshold, goesOn, options);
  const eagerAt = since + silenceUntil(options.eagerEndThreshold, goesOn, options);
  if (turn === 'open' && isKnown && Math.max(eagerAt, now) < Math.max(endAt, now)) {
    return { kind: 'eager', at: eagerAt };
  }
  return { kind: isMissing ? 'text' : 'end', at: endAt };
}

function isTextMissing({ quietSince, textUntil }: TurnState): boolean {
  return quietSince > textUntil;
}

function takePartial(draft: Draft, input: TurnText): void {
  draft.stable = withoutLastMark(sharedWords(wordsOf(draft.partial), wordsOf(input.text)).join('').trim());
  draft.partial = input.text.trim();
  draft.isHeard = hasWord(input.text);
  read(draft, input);
}

function takeFinal(draft: Draft, input: TurnText, until: number): void {
  draft.partial = draft.stable = '';
  draft.isHeard = false;
  draft.textUntil = Math.max(draft.textUntil, until);
  if (hasWord(input.text)) {
    draft.finals = joined(draft.finals, input.text.trim());
    draft.wordsUntil = draft.textUntil;
  }
  read(draft, input);
}

function takeLost(draft: Draft, until: number): void {
  Object.assign(draft, noTurn);
  draft.isHeard = false;
  draft.textUntil = Math.max(draft.textUntil, until);
}

/** Words without a final are taken as they are. */
function takeEnd(draft: Draft): void {
  const { partial: text, horizon } = draft;
  takeFinal(draft, { at: horizon, text }, Math.max(horizon, draft.textUntil));
}

/** What other text means for the turn. */
function read(draft: Draft, { language = draft.options.language, opinion = Number.NaN }: TurnText): void {
  const { finals, partial, stable, now, options } = draft;
  const transcript = joined(finals, partial);
  draft.goesOn = opinion >= 0 && opinion <= 1 ? opinion : goesOnByLook(transcript, language);
  if (draft.turn === 'none') {
    if (!hasWord(transcript)) return;
    const estimate = hasWord(finals) || hasWord(stable) ? estimates.confirmed : estimates.heard;
    if (estimate < options.startThreshold) return;
    draft.turn = 'open';
    draft.decisions.push({ kind: 'start', at: now, since: draft.soundSince });
  } else if (draft.turn === 'eager' && !saysTheSame(transcript, draft.eagerTranscript)) {
    const due = nextDue(draft);
    if (due?.kind === 'end' && due.at <= now) return;
    draft.turn = 'open';
    draft.decisions.push({ kind: 'resume', at: now });
  }
  if (draft.turn === 'open') update(draft);
}

/** Words that were given stay as they were given; more follow as soon as they are sure. */
function update(draft: Draft): void {
  const sure = wordsOf(joined(draft.finals, draft.stable));
  if (sure.length <= draft.given.length) return;
  draft.given = [...draft.given, ...sure.slice(draft.given.length)];
  draft.decisions.push({ kind: 'update', at: draft.now, transcript: draft.given.join('').trim() });
}

function eagerEnd(draft: Draft): void {
  draft.turn = 'eager';
  draft.eagerTranscript = joined(draft.finals, draft.partial);
  draft.decisions.push({ kind: 'eager_end', at: draft.now, transcript: draft.eagerTranscript });
}

function end(draft: Draft): void {
  draft.decisions.push({ kind: 'end', at: draft.now, transcript: draft.finals });
  Object.assign(draft, noTurn);
}
