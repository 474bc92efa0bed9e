/**
 * Every setting of the server, as data: from one entry come the environment variable, the default, the check and the
 * documentation. `maxContexts` here is `SONORANT_MAX_CONTEXTS` in the environment.
 */
import { availableParallelism, totalmem } from 'node:os';
import {
  bytes,
  engineIds,
  flag,
  httpUrl,
  ids,
  integer,
  milliseconds,
  oneOf,
  origins,
  postgresUrl,
  s3Url,
  text,
  unavailable,
  type Kind,
} from './setting-kinds.ts';
import { logLevels } from '../http/log.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<T> {
  readonly kind: Kind<Exclude<T, undefined>>;
  readonly meaning: string;
  /** The default as the documentation shows it. */
  readonly shown: string;
  /** The value when the environment has none. */
  readonly fallback: (environment: Environment) => T;
}

/** @param value the default as it would be written in the environment */
function preset<T extends string | number | boolean | readonly string[]>(
  kind: Kind<T>,
  value: string,
  meaning: string,
): Setting<T> {
  return { kind: kind as Kind<Exclude<T, undefined>>, meaning, shown: value, fallback: () => kind.parse(value)! };
}

function optional<T>(kind: Kind<T>, shown: string, meaning: string): Setting<T | undefined> {
  return {
    kind: kind as Kind<Exclude<T, undefined>>,
    meaning,
    shown,
    fallback: () => undefined,
  };
}

const maxContexts = preset(
  integer(1),
  '64',
  'Contexts an organization may have in flight; one more is `concurrency_limited`. An HTTP synthesis request is one context.',
);

const groups = {
  Server: {
    host: preset(text, '127.0.0.1', 'Address the server listens on; `0.0.0.0` for every network.'),
    port: preset(integer(0, 65_535), '8080', 'Port of the plain listener; 0 takes any free one.'),
    tlsPort: optional(
      integer(0, 65_535),
      'off',
      'Port of a second listener with TLS, since some clients insist on wss. Needs the certificate and the key.',
    ),
    tlsCert: optional(text, 'none', 'PEM file of the certificate, with its chain.'),
    tlsKey: optional(text, 'none', 'PEM file of the private key.'),
    publicUrl: optional(
      httpUrl,
      'the address of each request',
      'Address at which clients reach the server, for links in answers.',
    ),
    corsOrigins: preset(origins, '*', 'Origins of the web pages that may call the server from a browser.'),
    workers: {
      kind: integer(1, 1024),
      meaning: 'Threads that speak.',
      shown: 'as many as cores',
      fallback: () => availableParallelism(),
    } satisfies Setting<number>,
    engines: optional(
      engineIds,
      'all that load',
      'Engines that may speak, in order of preference: by default `neural`, which stands for all installed models, then `flite`, `espeak` and the upstreams. Upstreams that are not named come last: they speak the voices that are asked for.',
    ),
    upstreams: optional(
      text,
      'none',
      'Servers with OpenAI’s `POST /v1/audio/speech`, each an engine `upstream:<id>`: a JSON list of `{ "id", "url", "model", "key"?, "languages"?, "voices"?, "sample_rate"?, "concurrency"? }`, or the path of a file with one. `url` is the base that ends in `/v1`; `voices` is a list of names or of `{ "name", "gender"?, "language"? }`, by default what `GET {url}/audio/voices` answers.',
    ),
    upstreamConnectMs: preset(milliseconds, '2000', 'How long connecting to an upstream may take.'),
    upstreamFirstByteMs: preset(
      milliseconds,
      '8000',
      'How long an upstream may take to its first byte of audio, connecting included; then the next engine speaks.',
    ),
    upstreamSilenceMs: preset(milliseconds, '5000', 'How long an upstream may pause between two bytes of one answer.'),
    modelsMemory: {
      kind: bytes,
      meaning: 'Memory that loaded models may take together; the least used one is unloaded for another.',
      shown: 'half of the memory',
      fallback: () => Math.floor(totalmem() / 2),
    } satisfies Setting<number>,
    modelsPreload: preset(
      flag,
      'true',
      'Whether models are loaded and speak once before the server is ready, the preferred ones first, as far as they fit; otherwise each is loaded when it is first used.',
    ),
    agentModels: preset(
      ids,
      'default',
      'Language models that agents can name, the first one being the default of new agents. The server brings none: these are ids of models that the operator connects with the agent runtime.',
    ),
    logLevel: preset(oneOf(logLevels), 'info', 'Least severe level that is logged.'),
    metrics: preset(flag, 'true', 'Whether `GET /metrics` exists. It needs no key.'),
  },
  'Keys and storage': {
    dataDir: preset(text, './data', 'Folder of the database, models and generated secrets. Made when missing.'),
    apiKey: optional(
      text,
      'made at the first start',
      'This exact text works as an API key, and the one set before no longer does.',
    ),
    adminKey: optional(
      text,
      'made at the first start',
      'This exact text works as an admin key, and the one set before no longer does.',
    ),
    keyCacheMs: preset(
      integer(0, 60_000),
      '5000',
      'How long a key is remembered without asking the database: a revoked key may work this much longer.',
    ),
    secretKey: optional(
      text,
      'made and kept in the data folder',
      'Secret that access tokens are signed and stored secrets are encrypted with. Servers that share a database must share it.',
    ),
    databaseUrl: optional(postgresUrl, 'embedded', 'Address of a shared PostgreSQL database.'),
    databaseConnections: preset(
      integer(1, 10_000),
      '10',
      'Connections that this process may have to a shared database.',
    ),
    databaseTimeoutMs: preset(milliseconds, '10000', 'How long to wait for a connection to a shared database.'),
    blobUrl: optional(
      s3Url,
      'files in the data folder',
      'Address of a shared object store that speaks S3. Credentials come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, a profile or the role of the machine.',
    ),
    orphanGraceMs: preset(
      integer(60_000),
      '3600000',
      'Uploads that no row of the database names, left by a crash, are deleted when they are so old; at most as often they are looked for.',
    ),
    redisUrl: optional(
      unavailable,
      'none',
      'Address of a Redis that counts limits for several nodes. Refused by this version.',
    ),
  },
  'Limits of a request': {
    maxTranscriptCharacters: preset(
      integer(1),
      '100000',
      'Longest transcript of an HTTP request or a whole context, in characters.',
    ),
    maxBodyBytes: preset(integer(1024), '2097152', 'Longest JSON body.'),
    requestTimeoutMs: preset(milliseconds, '300000', 'How long a request may take to arrive.'),
    maxClipBytes: preset(integer(1), '16777216', 'Largest clip to clone a voice from.'),
    maxClipSeconds: preset(
      integer(1),
      '600',
      "Longest clip to clone a voice from; above 48 kHz, so many seconds' worth of samples at 48 kHz.",
    ),
    clipDeadlineMs: preset(milliseconds, '10000', 'A clip that is not decoded within this time is refused.'),
    maxFileBytes: preset(integer(1), '104857600', 'Largest file to upload.'),
    maxDictionaryItems: preset(integer(1, 100_000), '1000', 'Most items of a pronunciation dictionary.'),
    maxDictionaryItemCharacters: preset(
      integer(1, 10_000),
      '256',
      'Longest text or pronunciation of an item of a dictionary.',
    ),
    maxAgentBytes: preset(integer(4096), '262144', 'Largest configuration of an agent and largest tool, as JSON.'),
    maxTokenSeconds: preset(integer(1, 3600), '3600', 'Longest life of an access token, in seconds.'),
    idempotencyLeaseMs: preset(
      milliseconds,
      '120000',
      'How long a request with an `Idempotency-Key` may run; after that a repeated one is carried out too.',
    ),
    allowPrivateWebhooks: preset(
      flag,
      'false',
      'Whether webhooks and the tools of agents may go to private and loopback addresses, and over plain HTTP. Link-local addresses and the metadata services of clouds stay refused.',
    ),
  },
  'Limits of an organization and of a socket': {
    maxContexts,
    maxContextsPerSocket: preset(integer(1), '50', 'Contexts that may be open on one WebSocket.'),
    maxSockets: {
      kind: integer(1),
      meaning: 'WebSockets an organization may have open; one more is refused with 429.',
      shown: '10 × SONORANT_MAX_CONTEXTS',
      fallback: (environment) => 10 * read('maxContexts', maxContexts, environment),
    } satisfies Setting<number>,
    invitesPerHour: preset(
      integer(1),
      '10',
      'Requests an hour with which an organization may invite people, on each process.',
    ),
    acceptancesPerMinute: preset(
      integer(1),
      '20',
      'Requests a minute with which one address may try to accept an invitation, on each process.',
    ),
    maxMessageBytes: preset(
      integer(1024),
      '65536',
      'Longest WebSocket message; a longer one closes the socket with 1009.',
    ),
    messageRate: preset(integer(1), '2000', 'Messages a second that a socket may send in the long run.'),
    messageBurst: preset(integer(1), '10000', 'Messages that a socket may send at once.'),
    maxBufferedBytes: preset(
      integer(65_536),
      '1048576',
      'Bytes waiting for one client: above half of them nothing new is begun for it, above all of them its synthesis stops.',
    ),
    stallMs: preset(
      milliseconds,
      '30000',
      'A client that takes nothing is cut so long after the last byte it took and after the audio it was sent would have been played, whichever is later: one that reads at the speed of playback never is.',
    ),
    socketIdleMs: preset(
      milliseconds,
      '300000',
      'A socket without messages and without speech is closed after so long, which begins when what it was sent would have been played; pongs do not count.',
    ),
    pingMs: preset(
      milliseconds,
      '20000',
      'Time between the pings of a socket; after two without a pong the next one ends it: a client that is gone is noticed within three times this. Pings do not count while bytes wait for the client or it could still be playing what it was sent.',
    ),
    contextExpiryMs: preset(
      milliseconds,
      '1000',
      'A context ends so long after its last audio was sent or has been played, whichever is later.',
    ),
  },
  Operation: {
    admissionMs: preset(
      milliseconds,
      '1000',
      'Speech whose first audio would begin later than this is refused with 503.',
    ),
    admissionToleranceMs: preset(
      integer(0, 2 ** 31 - 1),
      '0',
      'How late the estimate may see admitted speech become before new speech is refused with 503.',
    ),
    maxQueuedSegments: preset(
      integer(1),
      '10000',
      'Segments that may wait for an engine; one more is refused with 503.',
    ),
    maxSegmentLateMs: preset(
      milliseconds,
      '30000',
      'A segment that has waited so long past the moment at which it was due is given up with 503.',
    ),
    workerTimeoutMs: preset(milliseconds, '10000', 'A worker that answers nothing for so long hangs and is replaced.'),
    webhookTimeoutMs: preset(milliseconds, '15000', 'How long a receiver of webhooks may take to answer.'),
    webhookConcurrency: preset(integer(1, 10_000), '32', 'Webhook deliveries that this process sends at once.'),
    keepDeliveriesDays: preset(
      integer(1, 10_000),
      '30',
      'Webhook deliveries that have ended are forgotten after so many days.',
    ),
    jobPollMs: preset(
      milliseconds,
      '1000',
      'How often a process looks for jobs that others left or whose time has come.',
    ),
    jobLeaseMs: preset(
      integer(1000, 3_600_000),
      '30000',
      'A job whose process has not been heard of for so long is taken over by another.',
    ),
    usageFlushMs: preset(milliseconds, '10000', 'How often what was spoken is summed into the database.'),
    drainMs: preset(milliseconds, '25000', 'How long running speech may take to finish after the signal to stop.'),
  },
} as const;

type Groups = typeof groups;
type Flatten<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;
type Settings = Flatten<Groups[keyof Groups]>;
type Value<S> = S extends { readonly fallback: (...args: never[]) => infer T } ? T : never;

/** Every setting by its name in camel case. */
export type Config = { readonly [K in keyof Settings]: Value<Settings[K]> };

/** Settings that cannot be used, each on a line that names it and says what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const prefix = 'SONORANT_';

/** `maxContexts` → `SONORANT_MAX_CONTEXTS` */
export function variableOf(name: string): string {
  return prefix + name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

const entries: readonly (readonly [string, Setting<unknown>])[] = Object.values(groups).flatMap((group) =>
  Object.entries<Setting<unknown>>(group),
);

/**
 * Reads the settings. An empty variable counts as absent.
 * @throws {ConfigError} that names every setting that cannot be used; it never repeats a value, which may be a secret
 */
export function loadConfig(environment: Environment): Config {
  const problems: string[] = [];
  const values = entries.map(([name, setting]) => {
    try {
      return [name, read(name, setting, environment)];
    } catch (error) {
      problems.push((error as Error).message);
      return [name, undefined];
    }
  });
  const config = Object.fromEntries(values) as Config;
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  return config;
}

function read<T>(name: string, setting: Setting<T>, environment: Environment): T {
  const variable = variableOf(name);
  const given = environment[variable]?.trim() ?? '';
  if (given === '') return setting.fallback(environment);
  const value = setting.kind.parse(given);
  if (value === undefined) throw new ConfigError(`${variable}: allowed is ${setting.kind.allowed}`);
  return value;
}

function contradictions({ tlsPort, tlsCert, tlsKey, port, apiKey, adminKey }: Config): string[] {
  const problems = [];
  const tls = [tlsPort, tlsCert, tlsKey].filter((value) => value !== undefined).length;
  if (tls !== 0 && tls !== 3) {
    problems.push('SONORANT_TLS_PORT, SONORANT_TLS_CERT and SONORANT_TLS_KEY are set together or not at all');
  }
  if (tlsPort !== undefined && tlsPort !== 0 && tlsPort === port) {
    problems.push('SONORANT_TLS_PORT must differ from SONORANT_PORT');
  }
  if (apiKey !== undefined && apiKey === adminKey) {
    problems.push('SONORANT_ADMIN_KEY must differ from SONORANT_API_KEY');
  }
  return problems;
}

/** Variables of the environment that look like settings and are none: misspelt ones, worth a warning. */
export function unknownSettings(environment: Environment): readonly string[] {
  const known = new Set(entries.map(([name]) => variableOf(name)));
  return Object.keys(environment).filter((variable) => variable.startsWith(prefix) && !known.has(variable));
}

/** The documentation of all settings as Markdown: a table for each group. */
export function renderSettings(): string {
  const cell = (content: string): string => content.replaceAll('|', '\\|');
  const sections = Object.entries(groups).map(([title, settings]) => {
    const rows = Object.entries<Setting<unknown>>(settings).map(
      ([name, { shown, kind, meaning }]) =>
        `| \`${variableOf(name)}\` | ${cell(shown)} | ${cell(kind.allowed)} | ${cell(meaning)} |`,
    );
    return [`## ${title}`, '', '| Setting | Default | Allowed | Meaning |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}
