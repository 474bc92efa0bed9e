/** `sonorant doctor`: whether what a server with this environment needs is there, part by part, and what to do about the rest. */
import { access, readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import type { Command } from 'commander';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { isLanguage } from '../../voices/languages.ts';
import { mainAccentOf } from '../../voices/locales.ts';
import { sampleText } from '../../voices/sample-text.ts';
import type { Config } from '../../server/config.ts';
import { dataDirOption, type FolderOptions } from '../data.ts';
import { enginesFrom } from '../engines.ts';
import { CommandError, describeError } from '../errors.ts';
import { hasSoundDevice, playerOf } from '../speech/player.ts';
import { requireDatabaseRuntime } from '../runtime.ts';
import { speakSample } from '../speech/sample-speech.ts';

type Verdict = 'good' | 'warning' | 'bad';

/** One line of the report. */
export interface Finding {
  readonly part: string;
  readonly verdict: Verdict;
  readonly text: string;
}

interface DoctorOptions extends FolderOptions {
  readonly json?: true;
}

/** Bytes below which a disk is called nearly full. */
const littleSpace = 1e9;
const answerMs = 5_000;

const signs: Readonly<Record<Verdict, string>> = { good: '✔', warning: '!', bad: '✖' };

const help = `
Looks at what the settings of this environment name. It makes the data folder where there is none, and neither a database, its tables nor
keys; it migrates nothing. The exit code is 0 when a server could start and speak, 1 when not; a line with "!" is worth a look.

Examples:
  sonorant doctor
  sonorant doctor --data-dir /var/lib/sonorant --json`;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Look whether a server could start here, and what is missing.')
    .option(...dataDirOption)
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(doctor);
}

async function doctor(options: DoctorOptions): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of examine(options)) {
    findings.push(finding);
    if (options.json !== true) console.log(`${signs[finding.verdict]} ${finding.part}: ${finding.text}`);
  }
  if (options.json === true) console.log(JSON.stringify({ findings }, undefined, 2));
  const bad = findings.filter(({ verdict }) => verdict === 'bad');
  if (bad.length > 0) throw new CommandError(`${bad.map(({ part }) => part).join(', ')}: see above`);
}

async function* examine(options: DoctorOptions): AsyncGenerator<Finding> {
  yield await look('Node', () => {
    requireDatabaseRuntime();
    return `${process.versions.node} on ${process.platform} ${process.arch}`;
  });
  let config: Config | undefined;
  yield await look('settings', async () => {
    const { loadConfig, unknownSettings, valueOfRemoved } = await import('../../server/config.ts');
    const environment = {
      ...process.env,
      ...(options.dataDir !== undefined && { SONORANT_DATA_DIR: options.dataDir }),
    };
    config = loadConfig(environment);
    const unknown = unknownSettings(environment).map((name) => {
      const value = valueOfRemoved(name);
      return value === undefined ? name : `${name} (removed; now: ${value})`;
    });
    return unknown.length === 0 ? 'all are known' : warning(`unknown, so without effect: ${unknown.join(', ')}`);
  });
  if (config === undefined) return;
  const known = config;
  yield await look('data folder', () => dataFolder(known.dataDir));
  yield await look('database', () => database(known));
  yield await look('object store', () => objectStore(known));
  if (known.redisUrl !== undefined) yield await look('Redis', () => redis(known.redisUrl!));
  const { tlsCert, tlsKey, tlsPort } = known;
  if (tlsCert !== undefined && tlsKey !== undefined) {
    yield await look('certificate', () => certificate(tlsCert, tlsKey));
  }
  yield await look('port', () => port(known, known.port, 'SONORANT_PORT'));
  if (tlsPort !== undefined) yield await look('TLS port', () => port(known, tlsPort, 'SONORANT_TLS_PORT'));
  yield* engines(known);
  yield await look('recognizers', () => recognizers(known));
  yield await look('sound', async () => {
    const player = await playerOf();
    if (player === undefined) return warning('no program that plays was found, so "say --play" does not work');
    return (await hasSoundDevice())
      ? `"say --play" plays with ${player.name}`
      : warning(`${player.name} is there, but neither a sound card nor a sound server that "say --play" could play on`);
  });
}

interface Warning {
  readonly warning: string;
}

function warning(text: string): Warning {
  return { warning: text };
}

/** What the look says is good, what it throws is bad. */
async function look(part: string, examined: () => string | Warning | Promise<string | Warning>): Promise<Finding> {
  try {
    const said = await examined();
    return typeof said === 'string'
      ? { part, verdict: 'good', text: said }
      : { part, verdict: 'warning', text: said.warning };
  } catch (error) {
    return { part, verdict: 'bad', text: describeError(error) };
  }
}

async function dataFolder(folder: string): Promise<string | Warning> {
  const { makeDataFolder } = await import('../../store/data-folder.ts');
  const { probeFolder } = await import('../../store/blobs/index.ts');
  makeDataFolder(folder);
  await probeFolder(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${folder} can be written, ${(free / 1e9).toFixed(1)} GB free`;
  return free < littleSpace ? warning(text) : text;
}

async function database(config: Config): Promise<string> {
  const { examineDatabase } = await import('../../store/database.ts');
  const where = config.databaseUrl === undefined ? `SQLite in ${config.dataDir}` : 'PostgreSQL';
  if (config.databaseUrl === undefined && !(await exists(join(config.dataDir, 'sonorant.db')))) {
    return `${where}: the first start makes it`;
  }
  const { applied, pending, hasOrganization } = await examineDatabase(config);
  if (applied.length === 0) return `${where} answers: the first start makes its tables and the keys`;
  const next = [
    ...(pending.length > 0 ? ['migrates it to this version'] : []),
    ...(hasOrganization ? [] : ['makes the keys']),
  ];
  return next.length === 0 ? `${where} answers` : `${where} answers: the first start ${next.join(' and ')}`;
}

async function objectStore(config: Config): Promise<string> {
  const { openBlobs } = await import('../../store/blobs/index.ts');
  const { makeDataFolder } = await import('../../store/data-folder.ts');
  if (config.blobUrl === undefined) makeDataFolder(config.dataDir);
  const blobs = await openBlobs(config);
  try {
    await blobs.probe();
    return config.blobUrl === undefined ? 'files in the data folder' : 'the bucket answers';
  } finally {
    await blobs.close();
  }
}

async function redis(url: string): Promise<string> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, { lazyConnect: true, connectTimeout: answerMs, retryStrategy: () => null });
  // Said by the rejection of what was asked.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return 'answers';
  } finally {
    client.disconnect();
  }
}

async function certificate(file: string, keyFile: string): Promise<string | Warning> {
  const [cert, key] = await Promise.all([readFile(file), readFile(keyFile)]);
  const { validTo, subject } = new X509Certificate(cert);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Error(`${keyFile} is not the key of ${file}: ${describeError(error)}`, { cause: error });
  }
  const days = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000);
  if (days < 0) throw new Error(`${file} has expired on ${validTo}`);
  const text = `${subject.replaceAll('\n', ', ')} is valid for ${days} days`;
  return days < 14 ? warning(text) : text;
}

async function port({ host }: Config, number: number, setting: string): Promise<string | Warning> {
  if (number === 0) return 'any that is free';
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(number, host, resolve);
    });
    return `${host}:${number} is free`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return warning(
      `${host}:${number} is in use, by a running server ("sonorant status" asks it) or something else (then set ${setting})`,
    );
  } finally {
    server.close();
  }
}

async function* engines({ dataDir }: Config): AsyncGenerator<Finding> {
  let known: readonly EngineDescriptor[] = [];
  const read = await look('engines', async () => {
    known = await enginesFrom({ ...process.env, SONORANT_DATA_DIR: dataDir });
    if (known.length === 0) throw new Error('none is installed');
    return known.map(({ id }) => id).join(', ');
  });
  yield read;
  for (const engine of known) {
    if (engine.voices().length > 0) yield await look(`engine ${engine.id}`, () => speakWith(engine));
  }
}

async function recognizers(config: Config): Promise<string | Warning> {
  const [{ installation, readRecognizers }, { MemoryBudget }, { modelsFolder }] = await Promise.all([
    import('../../recognizers/registry.ts'),
    import('../../processes/memory-budget.ts'),
    import('../../models/folder.ts'),
  ]);
  const models = { folder: modelsFolder(config.dataDir), memory: new MemoryBudget(config.modelsMemory) };
  const { recognizers: found, problems } = await readRecognizers(config.recognizers, { models });
  const names = found.map(({ id }) => id).join(', ');
  if (problems.length > 0) {
    const reasons = problems.map(({ recognizer, reason }) => `${recognizer}: ${reason}`).join('; ');
    return warning(`${names === '' ? 'none' : names}; left out: ${reasons}`);
  }
  return names === '' ? warning(`none, so no speech is heard: ${installation}`) : names;
}

async function speakWith(engine: EngineDescriptor): Promise<string> {
  const [language] = engine.capabilities.languages.filter(isLanguage);
  if (language === undefined) throw new Error('speaks none of the languages of the interface');
  const own = engine.voices().find((voice) => voice.language === language);
  const voice = own?.speaker ?? engine.cast({ language, accent: mainAccentOf(language).id, gender: null });
  if (voice === undefined) throw new Error(`has no voice for ${language}`);
  const scheduler = await Scheduler.start({ threads: 1, engines: [engine] });
  try {
    const signal = AbortSignal.timeout(60_000);
    const sample = await speakSample({ scheduler, engine, voice, language, text: sampleText(language), signal });
    return `speaks, first audio after ${sample.firstAudioMs.toFixed(0)} ms, ${(sample.seconds / (sample.wallMs / 1000)).toFixed(0)} times as fast as speech`;
  } finally {
    await scheduler.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
