/** `sonorant status`: what a running server says of itself to anyone, here or elsewhere. */
import type { Command } from 'commander';
import type { OrganizationOptions } from '../data.ts';
import { CommandError, describeError, rootCause, usageError } from '../errors.ts';
import { table } from '../table.ts';

interface StatusOptions {
  readonly server?: string;
  readonly json?: true;
}

/** What one of the public routes says. */
interface Answer {
  readonly ok: boolean;
  readonly text: string;
  readonly notes: readonly string[];
  /** What turns speech into text. Undefined of a server that does not tell. */
  readonly hearing?:
    readonly { readonly recognizer: string; readonly languages: readonly string[] | 'any' }[] | undefined;
}

/** What is asked of a server. */
export interface ServerStatus {
  readonly server: string;
  /** The newest version of the interface that it speaks. */
  readonly interface: string;
  readonly ready: Answer;
  readonly readyToSpeak: Answer;
  /** Sums over all labels, by the name of the metric; undefined where the server shows none. */
  readonly figures: Readonly<Record<string, number>> | undefined;
}

const answerMs = 10_000;

const help = `
The server is that of --server, else of SONORANT_URL, else the one on this machine (SONORANT_HOST, SONORANT_PORT, 8080). No key is needed.
The exit code is 0 when it serves, 1 when it does not.

Examples:
  sonorant status
  sonorant status --server https://speech.example.com --json`;

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('Ask a running server how it is.')
    .option('--server <url>', 'its address')
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(status);
}

/** The address of the server that a command speaks to, without a slash at its end. */
export function serverAddress(given: string | undefined, environment: NodeJS.ProcessEnv = process.env): string {
  const address = given ?? environment.SONORANT_URL?.trim() ?? '';
  if (address === '') return `http://${hostOf(environment)}:${portOf(environment)}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const name = given === undefined ? 'SONORANT_URL' : '--server';
    throw new CommandError(`${name}: '${address}' is not an address such as http://127.0.0.1:8080`, 2);
  }
  return address.replace(/\/+$/, '');
}

export interface ServerChoice extends OrganizationOptions {
  readonly server?: string;
}

export interface ServerAccess {
  /** Without a slash at its end. */
  readonly address: string;
  readonly key: string;
}

/**
 * The server that `--server`, or else SONORANT_URL, names to a command that works on this machine too; undefined where it does. A data
 * folder that is named is of this machine, whatever server the environment names.
 * @throws {CommandError} for options that do not go together, for an address that is none, and without a key
 */
export function chosenServer({ server, dataDir, organization }: ServerChoice): ServerAccess | undefined {
  const isInFolder = (dataDir ?? organization) !== undefined;
  if (server !== undefined && isInFolder) {
    throw usageError('--server works there: --data-dir and --organization do not go with it');
  }
  const named = server ?? process.env.SONORANT_URL?.trim() ?? '';
  if (isInFolder || named === '') return undefined;
  return { address: serverAddress(server), key: serverKey(server === undefined ? 'SONORANT_URL' : '--server') };
}

/**
 * The key of a server.
 * @param named what named the server, such as `--server`
 * @throws {CommandError} when there is none
 */
export function serverKey(named: string): string {
  const key = process.env.SONORANT_API_KEY?.trim() ?? '';
  if (key === '') throw usageError(`${named} needs a key of that server in SONORANT_API_KEY`);
  return key;
}

/** A server that listens at all addresses, or at the one of "localhost", answers at the loopback address. */
function hostOf({ SONORANT_HOST: given = '' }: NodeJS.ProcessEnv): string {
  const host = given.trim();
  if (['', '0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function portOf({ SONORANT_PORT: port = '' }: NodeJS.ProcessEnv): string {
  return port.trim() === '' ? '8080' : port.trim();
}

async function status(options: StatusOptions): Promise<void> {
  const asked = await askStatus(serverAddress(options.server));
  if (options.json === true) console.log(JSON.stringify(shown(asked), undefined, 2));
  else print(asked);
  if (!asked.ready.ok) throw new CommandError(`the server does not serve everything: ${asked.ready.text}`);
}

/** @throws {CommandError} when nothing answers there, or something else does */
async function askStatus(server: string): Promise<ServerStatus> {
  const root = await ask(server, '/');
  const { version } = parsed(root.text) as { readonly version?: unknown };
  if (typeof version !== 'string') throw new CommandError(`what answers at ${server} is not a Sonorant server`);
  const [ready, readyToSpeak, metrics] = await Promise.all([
    ask(server, '/readyz').then(readAnswer),
    ask(server, '/readyz/speech').then(readAnswer),
    ask(server, '/metrics'),
  ]);
  const figures = metrics.ok ? sums(metrics.text) : undefined;
  return { server, interface: version, ready, readyToSpeak, figures };
}

interface TextAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

async function ask(server: string, path: string): Promise<TextAnswer> {
  try {
    const headers = { accept: 'application/json, text/plain' };
    const response = await fetch(server + path, { headers, signal: AbortSignal.timeout(answerMs) });
    const { ok, status } = response;
    return { ok, status, text: await response.text() };
  } catch (error) {
    throw new CommandError(`no server answers at ${server}: ${describeError(rootCause(error))}`);
  }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function readAnswer(response: TextAnswer): Answer {
  const body = parsed(response.text) as Partial<Pick<Answer, 'notes' | 'hearing'>> & {
    readonly message?: string;
  };
  const { message, notes = [], hearing } = body;
  return { ok: response.ok, text: message ?? (response.ok ? 'yes' : `status ${response.status}`), notes, hearing };
}

/** Of the text format of Prometheus: all samples of a name together, but for those of histograms' buckets. */
function sums(text: string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [, name, value] of text.matchAll(/^(sonorant_\w+|process_\w+)(?:\{.*\})? (\S+)$/gm)) {
    if (!name!.endsWith('_bucket')) found[name!] = (found[name!] ?? 0) + Number(value);
  }
  return found;
}

const figureNames: Readonly<Record<string, string>> = {
  sonorant_contexts: 'contexts that speak',
  sonorant_sockets: 'open sockets',
  sonorant_queue_depth: 'segments that wait',
  sonorant_requests_total: 'requests since the start',
  sonorant_spoken_segments_total: 'segments spoken since the start',
  sonorant_underruns_total: 'underruns since the start',
};

/** Servers that do not serve everything tell of nothing else. */
function hearing({ hearing: recognizers }: Answer): string[][] {
  if (recognizers === undefined) return [];
  const heard = recognizers.map(({ recognizer, languages }) => `${recognizer} (${[languages].flat().join(', ')})`);
  return [['hears by', heard.length === 0 ? 'nothing: see docs/guides/speech-to-text.md' : heard.join('; ')]];
}

function print({ server, interface: version, ready, readyToSpeak, figures = {} }: ServerStatus): void {
  const rows = [
    ['interface', version],
    ['ready', ready.ok ? 'yes' : `no: ${ready.text}`],
    ['ready to speak', readyToSpeak.ok ? 'yes' : `no: ${readyToSpeak.text}`],
    ...hearing(ready),
    ...ready.notes.map((note) => ['note', note]),
    ...Object.entries(figureNames).flatMap(([name, title]) => {
      const figure = figures[name];
      return figure === undefined ? [] : [[title, String(figure)]];
    }),
    ...memory(figures),
  ];
  console.log(table(['SERVER', server], rows));
}

function memory({ process_resident_memory_bytes: bytes }: Readonly<Record<string, number>>): string[][] {
  return bytes === undefined ? [] : [['memory', `${(bytes / 1e6).toFixed(0)} MB`]];
}

function shown({ readyToSpeak, figures, ...rest }: ServerStatus): object {
  return { ...rest, ready_to_speak: readyToSpeak, figures: figures ?? null };
}
