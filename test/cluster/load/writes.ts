/** Uploads, clones, dictionaries and fine-tunes, and what must be read back of them through every node. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { form } from '../../support/resources.ts';
import { jsonOf, NoAnswer, shown, type Answer, type Call, type Http } from './http.ts';
import type { Journal } from './journal.ts';
import type { Receiver } from './receiver.ts';

/** @returns what is wrong; undefined when what is read is what was acknowledged */
type Check = (node: Http) => Promise<string | undefined>;

export interface WriteLoad {
  readonly http: Http;
  readonly journal: Journal;
  readonly receiver: Receiver;
  readonly random: () => number;
  /** Speech as a WAV file. */
  readonly clip: Buffer;
}

interface Named {
  readonly id: string;
  readonly name?: string;
  readonly filename?: string;
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Lists whose objects carry a name that only one request gave them, by family. */
const lists: Readonly<Record<string, string>> = {
  file: '/files',
  voice: '/voices?is_owner=true',
  dictionary: '/pronunciation-dicts',
};

export class Writes {
  readonly #load: WriteLoad;
  /** By path; the last acknowledged state. */
  readonly #expected = new Map<string, { readonly family: string; readonly check: Check }>();
  /** Names that were sent, by family; true once a request with it was acknowledged. */
  readonly #names = new Map<string, Map<string, boolean>>();
  readonly #files: { readonly path: string; readonly name: string }[] = [];
  readonly #voices = new Set<string>();
  readonly #tunes: string[] = [];
  #serial = 0;

  constructor(load: WriteLoad) {
    this.#load = load;
  }

  get acknowledged(): number {
    return this.#expected.size;
  }

  /** Files that were acknowledged, of any size up to 200 kB; every fourth removes one instead. */
  async upload(): Promise<void> {
    const { random, clip } = this.#load;
    if (this.#files.length > 3 && random() < 0.25) return this.#deleteFile();
    const content = Buffer.concat([clip.subarray(0, 2000), randomBytes(1 + Math.floor(random() * 200_000))]);
    const filename = this.#name('file');
    const data = new FormData();
    data.append('purpose', 'fine_tune');
    data.append('file', new Blob([content]), filename);
    const made = await this.#make('file', filename, '/files', data, 201);
    if (made === undefined) return;
    const path = `/files/${made.id}`;
    this.#files.push({ path, name: filename });
    const digest = digestOf(content);
    this.#expect('file', path, async (node) => {
      const answer = await node.ask(`${path}/download`);
      if (answer.status !== 200) return shown(answer);
      return digestOf(answer.body) === digest ? undefined : `other bytes: ${answer.body.length} of ${content.length}`;
    });
  }

  async clone(): Promise<void> {
    const name = this.#name('voice');
    const data = form({ clip: new Blob([this.#load.clip]), name, language: 'en' });
    const made = await this.#make('voice', name, '/voices/clone', data, 200);
    if (made === undefined) return;
    this.#voices.add(made.id);
    this.#expect('voice', `/voices/${made.id}`, named(`/voices/${made.id}`, name));
  }

  async dictionary(): Promise<void> {
    const name = this.#name('dictionary');
    const body = { name, items: [{ text: name, alias: 'so no rant' }] };
    const made = await this.#make('dictionary', name, '/pronunciation-dicts', body, 200);
    if (made === undefined) return;
    const path = `/pronunciation-dicts/${made.id}`;
    this.#expect('dictionary', path, named(path, name));
  }

  /** A dataset with one clip, and a voice that is trained from it. */
  async tune(): Promise<void> {
    const name = this.#name('fine-tune');
    const dataset = await this.#make('dataset', name, '/datasets', { name, description: '' }, 200);
    if (dataset === undefined) return;
    const data = form({ file: new Blob([this.#load.clip]) });
    const added = await this.#send(
      'dataset file',
      `/datasets/${dataset.id}/files`,
      { method: 'POST', body: data },
      204,
    );
    if (added === undefined) return;
    const body = { name, description: '', language: 'en', dataset: dataset.id };
    const made = await this.#make('fine-tune', name, '/fine-tunes', body, 200);
    if (made !== undefined) this.#tunes.push(made.id);
  }

  /** Everything acknowledged is there, through this node. @returns how much was read */
  async readBack(node: Http): Promise<number> {
    for (const [path, { family, check }] of this.#expected) {
      const wrong = await check(node).catch((error: unknown) => String(error));
      if (wrong !== undefined) this.#load.journal.problem(`lost: ${family} ${path} through ${node.url}: ${wrong}`);
    }
    return this.#expected.size;
  }

  /** What was sent once, or repeated with one key, is there once: acknowledged exactly, else at most. */
  async countNames(node: Http): Promise<void> {
    for (const [family, list] of Object.entries(lists)) {
      const counts = new Map<string, number>();
      for (const { name, filename } of await all(node, list)) {
        const key = filename ?? name ?? '';
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      for (const [name, isThere] of this.#names.get(family) ?? []) {
        const count = counts.get(name) ?? 0;
        if (count > 1 || (isThere && count === 0)) {
          this.#load.journal.problem(`${family} ${name} is there ${count} times`);
        }
      }
    }
  }

  /** Each fine-tune ends once: one voice, one event; each voice has its event. Waits for what is under way. @returns the number of fine-tunes */
  async checkJobs(node: Http, ms: number): Promise<number> {
    const { journal, receiver } = this.#load;
    const end = Date.now() + ms;
    const isDone = async (id: string): Promise<boolean> => {
      const answer = await node.ask(`/fine-tunes/${id}`);
      const { status } = jsonOf(answer) as { readonly status: string };
      return ['completed', 'failed'].includes(status) && receiver.countOf(`fine_tune.${status}`, id) > 0;
    };
    const waiting = new Set(this.#tunes);
    const silent = new Set(this.#voices);
    while (waiting.size + silent.size > 0 && Date.now() < end) {
      for (const id of waiting) if (await isDone(id)) waiting.delete(id);
      for (const id of silent) if (receiver.countOf('voice.created', id) > 0) silent.delete(id);
      await sleep(500);
    }
    for (const id of waiting) journal.problem(`fine-tune ${id} has not ended, or its event was missed`);
    for (const id of silent) journal.problem(`the event of voice ${id} was missed`);
    for (const id of this.#tunes) {
      const made = await node.ask(`/fine-tunes/${id}/voices`);
      const { data: voices } = jsonOf(made) as { readonly data: readonly unknown[] };
      const events = ['completed', 'failed'].map((how) => receiver.countOf(`fine_tune.${how}`, id));
      if (voices.length !== 1 || events[0] !== 1 || events[1] !== 0) {
        journal.problem(`fine-tune ${id}: ${voices.length} voices, ${events.join(' and ')} events of its end`);
      }
    }
    for (const id of this.#voices) {
      const count = receiver.countOf('voice.created', id);
      if (count > 1) journal.problem(`voice ${id}: ${count} different events of its making`);
    }
    return this.#tunes.length;
  }

  #name(family: string): string {
    const name = `${family} ${this.#serial++}`;
    const names = this.#names.get(family) ?? new Map<string, boolean>();
    this.#names.set(family, names.set(name, false));
    return name;
  }

  #expect(family: string, path: string, check: Check): void {
    this.#expected.set(path, { family, check });
  }

  async #deleteFile(): Promise<void> {
    const { path, name } = this.#load.random() < 0.5 ? this.#files.pop()! : this.#files.shift()!;
    // Until it is acknowledged, it may be there or not.
    this.#expected.delete(path);
    this.#names.get('file')?.set(name, false);
    const answer = await this.#send('file removed', path, { method: 'DELETE' }, 200, 404);
    if (answer === undefined) return;
    this.#expect('file removed', path, async (node) => {
      const info = await node.ask(`${path}/info`);
      return info.status === 404 ? undefined : shown(info);
    });
  }

  async #make(family: string, name: string, path: string, body: object, status: number): Promise<Named | undefined> {
    const answer = await this.#send(family, path, { method: 'POST', body }, status);
    if (answer === undefined) return undefined;
    this.#names.get(family)?.set(name, true);
    return jsonOf(answer) as Named;
  }

  /** Undefined when it was not acknowledged. */
  async #send(family: string, path: string, call: Call, ...statuses: readonly number[]): Promise<Answer | undefined> {
    const { http, journal } = this.#load;
    const beganAt = Date.now();
    try {
      const answer = await http.ask(path, call);
      if (statuses.includes(answer.status)) {
        journal.ok(family, beganAt);
        return answer;
      }
      journal.failed(family, beganAt, shown(answer), answer.node);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      journal.failed(family, beganAt, error.message, error.node);
    }
    return undefined;
  }
}

function named(path: string, name: string): Check {
  return async (node) => {
    const answer = await node.ask(path);
    return answer.status === 200 && (jsonOf(answer) as Named).name === name ? undefined : shown(answer);
  };
}

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
}

/** Waits until no delivery is under way; then each one that counts as delivered has to be at the receiver. @returns their number */
export async function checkDeliveries(
  node: Http,
  webhook: string,
  { journal, receiver }: Pick<WriteLoad, 'journal' | 'receiver'>,
  ms: number,
): Promise<number> {
  const end = Date.now() + ms;
  for (;;) {
    const deliveries = (await all(node, `/agents/webhooks/${webhook}/deliveries`)) as unknown as readonly Delivery[];
    const isUnderWay = deliveries.some(({ status }) => status === 'pending');
    if (isUnderWay && Date.now() < end) {
      await sleep(500);
      continue;
    }
    for (const { id, type, status } of deliveries) {
      if (status !== 'delivered') journal.problem(`the delivery ${id} of ${type} is ${status}`);
      else if (!receiver.events.has(id)) journal.problem(`${type} ${id} counts as delivered and never came`);
    }
    return deliveries.length;
  }
}

/** Every object of a list. */
async function all(node: Http, list: string): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = `${list}${list.includes('?') ? '&' : '?'}limit=100`;
    const answer = await node.ask(last === undefined ? page : `${page}&starting_after=${last.id}`);
    if (answer.status !== 200) throw new Error(`${list}: ${shown(answer)}`);
    const { data, has_more } = jsonOf(answer) as { readonly data: readonly Named[]; readonly has_more: boolean };
    found.push(...data);
    if (!has_more) return found;
  }
}
