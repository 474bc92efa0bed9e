/** The clients of the cluster, as a process on a host of their own. Their parent says when they begin, end and check. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../support/random.ts';
import { speech } from '../../support/server.ts';
import { keys } from '../cluster.ts';
import type { FromLoad, LoadOptions, LoadReport, ToLoad } from '../messages.ts';
import { Http, jsonOf, shown } from './http.ts';
import { Journal } from './journal.ts';
import { countPlaces, watchPlaces, type Places } from './limits.ts';
import { Receiver } from './receiver.ts';
import { Registers } from './registers.ts';
import { RevocationWatch } from './revocation.ts';
import { useSockets } from './sockets.ts';
import { openAi, References, speakOnce, speakOpenAi } from './speech.ts';
import { checkDeliveries, Writes } from './writes.ts';

/** How long deliveries and trainings that are under way may take to end; the first repeat of a delivery comes after 5 s. */
const settleMs = 120_000;

/** Each has two contexts at a time; with those of HTTP, fewer than the organization may have. */
const socketClients = 5;
const registerClients = 4;

class Load {
  readonly #options: LoadOptions;
  readonly #journal = new Journal();
  readonly #receiver = new Receiver(this.#journal);
  readonly #random: () => number;
  readonly #http: Http;
  readonly #nodes: readonly Http[];
  readonly #registers: Registers;
  readonly #references = new References(this.#journal);
  #writes: Writes | undefined;
  #revocation: RevocationWatch | undefined;
  #clients: readonly Promise<void>[] = [];
  #watched: Promise<readonly Places[]> = Promise.resolve([]);
  #webhook = '';
  #isOver = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    this.#http = new Http(options.url, keys.api, this.#journal);
    this.#nodes = options.nodes.map((url) => new Http(url, keys.api, this.#journal));
    this.#registers = new Registers(this.#journal, this.#random);
  }

  async begin(): Promise<void> {
    const { url, host } = this.#options;
    await this.#references.learn(this.#nodes);
    const hook = { url: await this.#receiver.open(host), secret: this.#receiver.secret };
    const made = await this.#http.ask('/agents/webhooks', { method: 'POST', body: hook });
    if (made.status !== 200) throw new Error(`no webhook: ${shown(made)}`);
    this.#webhook = (jsonOf(made) as { readonly id: string }).id;
    const transcript =
      'The quick brown fox jumps over the lazy dog, and then it runs away through the tall green grass.';
    const format = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24_000 };
    const body = { ...speech, transcript, output_format: format };
    const { body: clip } = await this.#http.ask('/tts/bytes', { method: 'POST', body });
    const shared = { journal: this.#journal, random: this.#random, http: this.#http };
    const writes = (this.#writes = new Writes({ ...shared, receiver: this.#receiver, clip }));
    const spoken = { ...shared, references: this.#references };
    const client = openAi(url);
    const isOver = (): boolean => this.#isOver;
    const { revocable, placesKey, maxContexts } = this.#options;
    if (placesKey !== undefined) this.#watched = watchPlaces(this.#nodes, placesKey, maxContexts, isOver);
    const watch = revocable === undefined ? undefined : new RevocationWatch(revocable, this.#journal);
    this.#revocation = watch;
    const holders =
      revocable === undefined ? [] : this.#options.nodes.map((node) => new Http(node, revocable, this.#journal));
    await Promise.all(holders.map((holder) => watch!.hold(holder)));
    this.#clients = [
      ...Array.from({ length: socketClients }, (_, index) =>
        useSockets({ ...spoken, url, key: keys.api, isOver }, `client${index}`),
      ),
      ...Array.from({ length: registerClients }, (_, index) =>
        this.#registers.use(this.#http, `client${index}`, isOver),
      ),
      ...holders.map((holder) => watch!.ask(holder, isOver)),
      this.#repeat(() => speakOnce(spoken, 'bytes'), 200),
      this.#repeat(() => speakOnce(spoken, 'sse'), 300),
      this.#repeat(() => speakOpenAi(client, spoken), 300),
      this.#repeat(() => writes.upload(), 300),
      this.#repeat(() => writes.clone(), 1000),
      this.#repeat(() => writes.dictionary(), 500),
      this.#repeat(() => writes.tune(), 4000),
    ];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#clients, this.#watched]);
  }

  async check(): Promise<LoadReport> {
    const { nodes, maxContexts, sharesLimits } = this.#options;
    const journal = this.#journal;
    const writes = this.#writes!;
    const tunes = await writes.checkJobs(this.#http, settleMs);
    await checkDeliveries(this.#http, this.#webhook, { journal, receiver: this.#receiver }, settleMs);
    const events = this.#receiver.events.size;
    let readBack = 0;
    for (const node of this.#nodes) {
      readBack += await writes.readBack(node);
      await this.#registers.readAll(node);
    }
    await writes.countNames(this.#nodes[0]!);
    if (this.#options.hasVersions) await this.#references.learn(this.#nodes);
    this.#references.report();
    const history = this.#registers.check();
    const places = await countPlaces(nodes, keys.api, maxContexts + 5);
    for (const other of places.others) journal.problem(`limits: ${other}`);
    const limit = sharesLimits ? maxContexts : maxContexts * nodes.length;
    if (places.given !== limit) journal.problem(`limits: ${places.given} contexts at once in place of ${limit}`);
    const repeated = [...this.#receiver.events.values()].filter(({ taken }) => taken > 1).length;
    this.#receiver.close();
    return {
      counts: journal.counts,
      failures: journal.failures,
      faults: journal.faults,
      socketEnds: journal.socketEnds,
      problems: journal.problems,
      retried: journal.retried,
      history,
      revoked: this.#revocation?.end(),
      acknowledged: writes.acknowledged,
      readBack,
      fineTunes: tunes,
      webhooks: { events, refused: this.#receiver.refused, repeated },
      places: { limit, given: places.given, isShared: sharesLimits, watched: await this.#watched },
    };
  }

  async #repeat(work: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.#isOver) {
      await work();
      await sleep(pauseMs * (0.5 + this.#random()));
    }
  }
}

function sendMessage(message: FromLoad): void {
  process.send!(message);
}

let load: Load | undefined;

async function obey(message: ToLoad): Promise<FromLoad> {
  if (message.kind === 'begin') {
    load = new Load(message.options);
    await load.begin();
    return { kind: 'begun' };
  }
  if (load === undefined) throw new Error('the clients have not begun');
  if (message.kind === 'check') return { kind: 'report', report: await load.check() };
  await load.end();
  return { kind: 'ended' };
}

function fail(error: unknown): void {
  sendMessage({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

process.on('message', (message: ToLoad) => void obey(message).then(sendMessage, fail));
process.on('unhandledRejection', fail);
process.on('disconnect', () => process.exit(1));
