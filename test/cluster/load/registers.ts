/** Clients that read, change and remove the same agents at the same time; each answer goes into the history of its object. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkHistory } from '../history.ts';
import {
  objectModel,
  withoutUnseen,
  type Fields,
  type ObjectInput,
  type ObjectOperation,
  type ObjectOutput,
} from '../objects.ts';
import { jsonOf, NoAnswer, shown, type Answer, type Http } from './http.ts';
import type { Journal } from './journal.ts';

/** Operations of one object, after which another takes its place: the search grows with them. */
const maxOperations = 150;

/** Agents that are worked on at a time. */
const poolSize = 3;

interface Register {
  readonly path: string;
  readonly history: ObjectOperation[];
  started: number;
}

interface WireAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly config: { readonly instructions: string };
}

function fieldsOf(answer: Answer): Fields {
  const { name, description, config } = jsonOf(answer) as WireAgent;
  return { name, description, instructions: config.instructions };
}

/** Fields as the body of a request. */
function bodyOf({ instructions, ...rest }: Fields): object {
  return { ...rest, ...(instructions !== undefined && { config: { instructions } }) };
}

export interface HistoryResult {
  readonly objects: number;
  readonly operations: number;
  /** Operations whose outcome is not known. */
  readonly unknown: number;
  readonly broken: number;
}

export class Registers {
  readonly #journal: Journal;
  readonly #random: () => number;
  readonly #all: Register[] = [];
  #pool: Register[] = [];
  #serial = 0;

  constructor(journal: Journal, random: () => number) {
    this.#journal = journal;
    this.#random = random;
  }

  /** One client; its operations are never repeated, since a repeat is an operation of its own. */
  async use(http: Http, client: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const register = this.#pick();
      const went = register === undefined ? await this.#create(http, client) : await this.#work(http, client, register);
      await sleep(went ? 30 + this.#random() * 100 : 500 + this.#random() * 500);
    }
  }

  /** Reads every object through a node and adds it to its history: what was acknowledged is there, on every node. */
  async readAll(http: Http): Promise<void> {
    for (const register of this.#all) await this.#run(http, 'last read', register, { kind: 'read' });
  }

  check(): HistoryResult {
    let broken = 0;
    for (const { path, history } of this.#all) {
      const verdict = checkHistory(withoutUnseen(history), objectModel);
      if (verdict.kind === 'linearizable') continue;
      broken++;
      this.#journal.problem(
        verdict.kind === 'undecided'
          ? `history: the search for ${path} gave up after ${verdict.steps} steps`
          : `history: ${path} is not linearizable, first at ${JSON.stringify(verdict.unplaced.slice(0, 3))}`,
      );
    }
    const operations = this.#all.flatMap(({ history }) => history);
    const unknown = operations.filter(({ answer }) => answer === undefined).length;
    return { objects: this.#all.length, operations: operations.length, unknown, broken };
  }

  #pick(): Register | undefined {
    this.#pool = this.#pool.filter(({ started }) => started < maxOperations);
    if (this.#pool.length < poolSize) return undefined;
    return this.#pool[Math.floor(this.#random() * this.#pool.length)];
  }

  /** A value that no other operation writes. */
  #value(): string {
    return `value ${this.#serial++}`;
  }

  async #create(http: Http, client: string): Promise<boolean> {
    const fields = { name: this.#value(), description: this.#value(), instructions: this.#value() };
    const calledAt = performance.now();
    const beganAt = Date.now();
    try {
      const answer = await http.once('/v1/agents', { method: 'POST', body: bodyOf(fields) });
      if (answer.status !== 201) {
        this.#journal.failed('agent', beganAt, shown(answer), answer.node);
        return false;
      }
      const output = fieldsOf(answer);
      const first = {
        client,
        input: { kind: 'create', fields },
        calledAt,
        answer: { at: performance.now(), output },
      } as const;
      const { id } = jsonOf(answer) as WireAgent;
      const register = { path: `/v1/agents/${id}`, history: [first], started: 1 };
      this.#all.push(register);
      this.#pool.push(register);
      this.#journal.ok('agent', beganAt);
      return true;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#journal.failed('agent', beganAt, error.message, error.node);
      return false;
    }
  }

  #work(http: Http, client: string, register: Register): Promise<boolean> {
    const drawn = this.#random();
    register.started++;
    if (drawn < 0.4) return this.#run(http, client, register, { kind: 'read' });
    if (drawn > 0.985) return this.#run(http, client, register, { kind: 'remove' });
    const name = ['name', 'description', 'instructions'][Math.floor(this.#random() * 3)]!;
    return this.#run(http, client, register, { kind: 'change', fields: { [name]: this.#value() } });
  }

  /** @returns whether there was an answer */
  async #run(http: Http, client: string, { path, history }: Register, input: ObjectInput): Promise<boolean> {
    const methods = { create: 'POST', read: 'GET', change: 'PATCH', remove: 'DELETE' };
    const calledAt = performance.now();
    const beganAt = Date.now();
    const body = input.kind === 'change' ? bodyOf(input.fields) : undefined;
    const outcome = await http.once(path, { method: methods[input.kind], body }).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const output = outcome instanceof NoAnswer ? undefined : outputOf(outcome);
    // Refused: it did not happen. Whether it did is not known after 5xx and without an answer.
    if (outcome instanceof NoAnswer || outcome.status >= 500 || output === undefined) {
      this.#journal.failed(
        'agent',
        beganAt,
        outcome instanceof NoAnswer ? outcome.message : shown(outcome),
        outcome.node,
      );
      if (outcome instanceof NoAnswer || outcome.status >= 500) history.push({ client, input, calledAt });
      return false;
    }
    history.push({ client, input, calledAt, answer: { at: performance.now(), output } });
    this.#journal.ok('agent', beganAt);
    return true;
  }
}

/** Undefined for answers that are none about the object. */
function outputOf(answer: Answer): ObjectOutput | undefined {
  if (answer.status === 404) return 'absent';
  if (answer.status === 204) return 'removed';
  return answer.status === 200 ? fieldsOf(answer) : undefined;
}
