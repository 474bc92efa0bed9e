/**
 * Whether a history of concurrent operations on one object is linearizable: whether there is an order of them that keeps
 * their order in real time and in which each answer is what the object, taken one operation at a time, would have given
 * (Herlihy and Wing, "Linearizability: A Correctness Condition for Concurrent Objects", 1990).
 *
 * The search is that of Wing and Gong ("Testing and Verifying Concurrent Objects", 1993) with the memory of Lowe ("Testing for
 * linearizability", 2017): the same set of placed operations with the same state is never searched twice.
 */

/** An operation of a client. Times are those of one monotonic clock. */
export interface Operation<Input, Output> {
  readonly client: string;
  readonly input: Input;
  readonly calledAt: number;
  /**
   * Absent: the outcome is not known, as after a timeout, a connection that broke or a 5xx. Such an operation may have happened
   * at any moment after its call, and it may not have happened at all.
   */
  readonly answer?: { readonly at: number; readonly output: Output } | undefined;
}

/** What the object does, one operation at a time. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /**
   * @param output what was answered; undefined where that is not known, and anything fits
   * @returns the state after it; undefined when the object could not have answered so
   */
  readonly step: (state: State, input: Input, output: Output | undefined) => { readonly state: State } | undefined;
  /** The same text for equal states and for no others. */
  readonly keyOf: (state: State) => string;
}

export type Verdict<Input, Output> =
  | { readonly kind: 'linearizable'; readonly order: readonly Operation<Input, Output>[] }
  | {
      readonly kind: 'broken';
      /** Operations that the longest order found could not place, the earliest first. */
      readonly unplaced: readonly Operation<Input, Output>[];
    }
  /** The search took more steps than it may. */
  | { readonly kind: 'undecided'; readonly steps: number };

/** Configurations that a search visits before it gives up. */
const defaultSteps = 2_000_000;

interface Frame<State> {
  readonly state: State;
  /** Operations that may come next, by their index. */
  readonly candidates: readonly number[];
  at: number;
}

/** @param maxSteps default 2,000,000 */
export function checkHistory<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
  maxSteps = defaultSteps,
): Verdict<Input, Output> {
  const operations = history.toSorted((a, b) => a.calledAt - b.calledAt);
  const search = new Search(operations, model);
  return search.run(maxSteps);
}

class Search<State, Input, Output> {
  readonly #operations: readonly Operation<Input, Output>[];
  readonly #model: Model<State, Input, Output>;
  readonly #placed: Uint8Array;
  /** Indexes in the order in which they were placed. */
  readonly #order: number[] = [];
  readonly #visited = new Set<string>();
  /** Answered operations that are not placed yet. */
  #due: number;
  #deepest: readonly number[] = [];

  constructor(operations: readonly Operation<Input, Output>[], model: Model<State, Input, Output>) {
    this.#operations = operations;
    this.#model = model;
    this.#placed = new Uint8Array(operations.length);
    this.#due = operations.filter(({ answer }) => answer !== undefined).length;
  }

  run(maxSteps: number): Verdict<Input, Output> {
    const { initial } = this.#model;
    const stack: Frame<State>[] = [{ state: initial, candidates: this.#candidates(), at: 0 }];
    for (let steps = 0; this.#due > 0; steps++) {
      if (steps > maxSteps) return { kind: 'undecided', steps };
      const frame = stack.at(-1);
      if (frame === undefined) return this.#broken();
      const index = frame.candidates[frame.at++];
      if (index === undefined) {
        stack.pop();
        this.#takeBack();
        continue;
      }
      const next = this.#place(index, frame.state);
      if (next !== undefined) stack.push({ state: next.state, candidates: this.#candidates(), at: 0 });
    }
    return { kind: 'linearizable', order: this.#order.map((index) => this.#operations[index]!) };
  }

  /** Places the operation, unless it does not fit or this configuration was there before. */
  #place(index: number, before: State): { readonly state: State } | undefined {
    const { input, answer } = this.#operations[index]!;
    const next = this.#model.step(before, input, answer?.output);
    if (next === undefined) return undefined;
    this.#placed[index] = 1;
    const key = `${Buffer.from(this.#placed).toString('latin1')}${this.#model.keyOf(next.state)}`;
    if (this.#visited.has(key)) {
      this.#placed[index] = 0;
      return undefined;
    }
    this.#visited.add(key);
    this.#order.push(index);
    if (answer !== undefined) this.#due--;
    if (this.#order.length > this.#deepest.length) this.#deepest = [...this.#order];
    return next;
  }

  #takeBack(): void {
    const index = this.#order.pop();
    if (index === undefined) return;
    this.#placed[index] = 0;
    if (this.#operations[index]!.answer !== undefined) this.#due++;
  }

  /** Operations that were called before any that is not placed yet was answered; unknown outcomes last, they seldom are needed. */
  #candidates(): readonly number[] {
    let firstAnswer = Infinity;
    this.#operations.forEach(({ answer }, index) => {
      if (this.#placed[index] === 0) firstAnswer = Math.min(firstAnswer, answer?.at ?? Infinity);
    });
    const found: number[] = [];
    for (const [index, { calledAt }] of this.#operations.entries()) {
      if (calledAt > firstAnswer) break;
      if (this.#placed[index] === 0) found.push(index);
    }
    const end = (index: number): number => this.#operations[index]!.answer?.at ?? Infinity;
    return found.sort((a, b) => (end(a) === end(b) ? a - b : end(a) - end(b)));
  }

  #broken(): Verdict<Input, Output> {
    const placed = new Set(this.#deepest);
    const unplaced = this.#operations.filter(({ answer }, index) => answer !== undefined && !placed.has(index));
    return { kind: 'broken', unplaced };
  }
}
