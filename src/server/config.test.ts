import assert from 'node:assert/strict';
import { availableParallelism, totalmem } from 'node:os';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  ConfigError,
  loadConfig,
  renderSettings,
  unknownSettings,
  valueOfRemoved,
  variableOf,
  type Config,
} from './config.ts';
import { MemoryBudget } from '../processes/memory-budget.ts';

function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return '';
}

describe('settings', () => {
  it('all have the documented default', () => {
    const defaults = loadConfig({});
    const expected: Partial<Config> = {
      host: '127.0.0.1',
      port: 8080,
      dataDir: './data',
      logLevel: 'info',
      engines: undefined,
      metrics: true,
      maxTranscriptCharacters: 100_000,
      maxMessageBytes: 65_536,
      maxContexts: 64,
      maxContextsPerSocket: 50,
      maxSockets: 640,
      messageRate: 2000,
      messageBurst: 10_000,
      maxBufferedBytes: 1_048_576,
      socketIdleMs: 300_000,
      stallMs: 30_000,
      drainMs: 25_000,
      maxClipBytes: 16_777_216,
      workers: availableParallelism(),
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(defaults[name as keyof Config], value, name);
  });

  it('are read from variables named after them', () => {
    assert.equal(variableOf('maxContextsPerSocket'), 'SONORANT_MAX_CONTEXTS_PER_SOCKET');
    assert.equal(variableOf('tlsPort'), 'SONORANT_TLS_PORT');
    assert.equal(loadConfig({ SONORANT_MAX_CONTEXTS_PER_SOCKET: '7' }).maxContextsPerSocket, 7);
  });

  it('are absent when their variable is empty or blank', () => {
    assert.deepEqual(loadConfig({ SONORANT_PORT: '', SONORANT_API_KEY: '  ' }), loadConfig({}));
  });

  it('take numbers in plain digits within their range only', () => {
    assert.equal(loadConfig({ SONORANT_PORT: '65535' }).port, 65_535);
    for (const port of ['65536', '-1', '1.5', '1e3', '0x10', 'http', '９']) {
      assert.match(problemsOf({ SONORANT_PORT: port }), /^SONORANT_PORT: allowed is an integer from 0 to 65535$/);
    }
    assert.match(problemsOf({ SONORANT_WORKERS: '0' }), /SONORANT_WORKERS/);
  });

  it('take flags, choices and lists in any case', () => {
    assert.equal(loadConfig({ SONORANT_METRICS: 'Off' }).metrics, false);
    assert.equal(loadConfig({ SONORANT_LOG_LEVEL: 'DEBUG' }).logLevel, 'debug');
    assert.deepEqual(loadConfig({ SONORANT_ENGINES: 'flite, eSpeak' }).engines, ['flite', 'espeak']);
    assert.deepEqual(loadConfig({ SONORANT_CORS_ORIGINS: 'https://a.example, http://b.example:81' }).corsOrigins, [
      'https://a.example',
      'http://b.example:81',
    ]);
    assert.match(problemsOf({ SONORANT_ENGINES: 'flite,other' }), /flite, espeak/);
    assert.match(problemsOf({ SONORANT_ENGINES: 'flite,flite' }), /at most once/);
    assert.match(problemsOf({ SONORANT_CORS_ORIGINS: 'https://a.example/path' }), /origins/);
    assert.match(problemsOf({ SONORANT_METRICS: 'maybe' }), /true or false/);
  });

  it('let the number of sockets follow the number of contexts until it is given', () => {
    assert.equal(loadConfig({ SONORANT_MAX_CONTEXTS: '3' }).maxSockets, 30);
    assert.equal(loadConfig({ SONORANT_MAX_CONTEXTS: '3', SONORANT_MAX_SOCKETS: '5' }).maxSockets, 5);
  });

  it('are refused all at once, each by its name and without its value', () => {
    const lines = problemsOf({
      SONORANT_PORT: 'secret',
      SONORANT_MAX_CONTEXTS: '0',
      SONORANT_PUBLIC_URL: 'ftp://user:secret@host',
    }).split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(':')[0]),
      ['SONORANT_PORT', 'SONORANT_PUBLIC_URL', 'SONORANT_MAX_CONTEXTS'],
    );
    assert.ok(!lines.join().includes('secret'));
  });

  it('say which addresses they take', () => {
    assert.match(problemsOf({ SONORANT_REDIS_URL: 'http://host' }), /^SONORANT_REDIS_URL: .*redis:/);
    const redis = 'rediss://user:password@host:6380/1';
    assert.equal(loadConfig({ SONORANT_REDIS_URL: redis }).redisUrl, redis);
    assert.match(problemsOf({ SONORANT_DATABASE_URL: 'x://host' }), /^SONORANT_DATABASE_URL: .*postgres:/);
    assert.match(problemsOf({ SONORANT_BLOB_URL: 'x://host' }), /^SONORANT_BLOB_URL: .*s3:/);
  });

  it('that contradict each other are refused', () => {
    assert.match(problemsOf({ SONORANT_TLS_PORT: '8443' }), /together/);
    assert.match(problemsOf({ SONORANT_API_KEY: 'same', SONORANT_ADMIN_KEY: 'same' }), /must differ/);
    const tls = { SONORANT_TLS_PORT: '8443', SONORANT_TLS_CERT: 'c.pem', SONORANT_TLS_KEY: 'k.pem' };
    assert.equal(loadConfig(tls).tlsPort, 8443);
    assert.match(problemsOf({ ...tls, SONORANT_TLS_PORT: '8080' }), /SONORANT_TLS_PORT must differ/);
  });

  it('that are unknown are found, so that a misspelt one can be named', () => {
    assert.deepEqual(unknownSettings({ SONORANT_PROT: '80', SONORANT_PORT: '80', PATH: '' }), ['SONORANT_PROT']);
  });

  it('that were removed are unknown, and have the value that holds now', () => {
    assert.deepEqual(unknownSettings({ SONORANT_PING_MS: '1' }), ['SONORANT_PING_MS']);
    assert.equal(valueOfRemoved('SONORANT_PING_MS'), '20,000 ms');
    assert.equal(valueOfRemoved('SONORANT_PROT'), undefined);
    const names = Object.keys(loadConfig({})).map(variableOf);
    assert.deepEqual(
      names.filter((name) => valueOfRemoved(name) !== undefined),
      [],
    );
    assert.match(renderSettings(), /^\| `PING_MS` \| 20,000 ms \|$/m);
  });

  it('are at most 80', () => {
    assert.ok(Object.keys(loadConfig({})).length <= 80);
  });

  it('never make the reader fail in any other way, whatever they hold', () => {
    const variables = Object.keys(loadConfig({})).map(variableOf);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...variables), fc.string()), (environment) => {
        problemsOf(environment);
      }),
    );
  });
});

describe('the documentation of the settings', () => {
  it('has one row for each', () => {
    const rows = renderSettings()
      .split('\n')
      .filter((line) => line.startsWith('| `SONORANT_'));
    assert.deepEqual(
      rows.map((row) => /`(\w+)`/.exec(row)![1]),
      Object.keys(loadConfig({})).map(variableOf),
    );
    for (const row of rows) assert.equal(row.split(/(?<!\\)\|/).length, 6, row);
  });
});

describe('the memory that models may take by default', () => {
  for (const [where, constrained, expected] of [
    ['in a container with less memory than its machine', 1e9, 5e8],
    ['in a container with more', 1e18, Math.floor(totalmem() / 2)],
    ['without a limit', 2 ** 64, Math.floor(totalmem() / 2)],
    ['where no limit can be read', 0, Math.floor(totalmem() / 2)],
  ] as const) {
    it(`is half of what there is ${where}`, (t) => {
      t.mock.method(process, 'constrainedMemory', () => constrained);
      assert.equal(loadConfig({}).modelsMemory, expected);
      assert.equal(new MemoryBudget().limitBytes, expected);
    });
  }
});
