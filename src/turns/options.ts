/** How patient turns are, and the estimate that their thresholds are compared with. */

/** All optional where they are given; {@link turnOptions} completes them. */
export interface TurnOptions {
  /** Milliseconds of silence that end a turn whose text looks neither finished nor unfinished. 1–60,000, default 500. */
  readonly minMs: number;
  /** The same where the text looks finished: at most `minMs`. Default 300, or `minMs` where that is less. */
  readonly finishedMs: number;
  /** The same where the text looks unfinished: at least `minMs`. Default 3,000, or `minMs` where that is more. */
  readonly maxMs: number;
  /** A turn starts when the estimate reaches it. 0.5–0.9, default 0.8: at the first word that is heard; above, at a word heard twice. */
  readonly startThreshold: number;
  /** The end is likely where the estimate has sunk to it. 0.3–0.8, default 0.4. */
  readonly eagerEndThreshold: number;
  /** The turn ends where the estimate has sunk to it. 0.05–0.5, default 0.2: after exactly the milliseconds above. */
  readonly endThreshold: number;
  /** Milliseconds of silence that end a turn in any case. 640–11,200, default 5,600. */
  readonly endTimeoutMs: number;
  /** ISO 639-1 code of what is spoken; a text may name its own. Default en. */
  readonly language: string;
}

/** An option that is out of range or does not go with another one. */
export class TurnOptionsError extends Error {
  override readonly name = 'TurnOptionsError';
  readonly field: keyof TurnOptions;

  /** @param problem what is allowed */
  constructor(field: keyof TurnOptions, problem: string) {
    super(`${field}: ${problem}`);
    this.field = field;
  }
}

const defaults: TurnOptions = {
  minMs: 500,
  finishedMs: 300,
  maxMs: 3000,
  startThreshold: 0.8,
  eagerEndThreshold: 0.4,
  endThreshold: 0.2,
  endTimeoutMs: 5600,
  language: 'en',
};

const ranges = {
  minMs: [1, 60_000],
  finishedMs: [1, 60_000],
  maxMs: [1, 60_000],
  startThreshold: [0.5, 0.9],
  eagerEndThreshold: [0.3, 0.8],
  endThreshold: [0.05, 0.5],
  endTimeoutMs: [640, 11_200],
} as const satisfies Partial<Record<keyof TurnOptions, readonly [number, number]>>;

/**
 * The given options, checked, and the others as they are in `base`.
 * @throws {TurnOptionsError}
 */
export function turnOptions(given: Partial<TurnOptions> = {}, base: TurnOptions = defaults): TurnOptions {
  const whole = { ...base, ...given };
  const { minMs } = whole;
  const options = {
    ...whole,
    // Where only `minMs` is given, the others give way to it.
    finishedMs: given.finishedMs ?? Math.min(base.finishedMs, minMs),
    maxMs: given.maxMs ?? Math.max(base.maxMs, minMs),
  };
  for (const field of Object.keys(ranges) as (keyof typeof ranges)[]) {
    const [least, most] = ranges[field];
    // Written so that NaN fails.
    if (!(options[field] >= least && options[field] <= most)) {
      throw new TurnOptionsError(field, `expected a number from ${least} to ${most}`);
    }
  }
  if (options.finishedMs > minMs) throw new TurnOptionsError('finishedMs', `expected at most minMs, ${minMs}`);
  if (options.maxMs < minMs) throw new TurnOptionsError('maxMs', `expected at least minMs, ${minMs}`);
  checkOrder(options);
  return options;
}

function checkOrder({ endThreshold, eagerEndThreshold, startThreshold }: TurnOptions): void {
  if (endThreshold >= eagerEndThreshold) {
    throw new TurnOptionsError('endThreshold', `expected less than eagerEndThreshold, ${eagerEndThreshold}`);
  }
  if (eagerEndThreshold >= startThreshold) {
    throw new TurnOptionsError('eagerEndThreshold', `expected less than startThreshold, ${startThreshold}`);
  }
}

/** What the estimate sinks to when the patience of {@link TurnOptions} has passed. */
const atPatience = 0.2;

/** The estimate while there is sound: a word that was heard once, and one that was heard twice or is final. */
export const estimates = { heard: 0.8, confirmed: 1 } as const;

/**
 * Seconds of silence after which the estimate that the speaker goes on has sunk to a threshold. The estimate is 1 when the silence
 * begins and sinks by the same factor in the same time: 0.2 ^ (silence ÷ patience).
 * @param goesOn how likely the speaker goes on, as far as the text says: 0 (finished) – 0.5 (undecided) – 1 (unfinished); between
 *   them the patience is interpolated
 */
export function silenceUntil(threshold: number, goesOn: number, options: TurnOptions): number {
  const ms = patienceMs(goesOn, options) * (Math.log(threshold) / Math.log(atPatience));
  return Math.min(ms, options.endTimeoutMs) / 1000;
}

function patienceMs(goesOn: number, { finishedMs, minMs, maxMs }: TurnOptions): number {
  return goesOn < 0.5 ? finishedMs + (minMs - finishedMs) * goesOn * 2 : minMs + (maxMs - minMs) * (goesOn - 0.5) * 2;
}
