import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { apiKey, start as startServer, toneEngines, type TestServer } from '../../../test/support/server.ts';
import { TestClock } from '../../timing/testing.ts';
import { missedOf, type Step } from './bench-steps.ts';
import { hear } from './bench-stream.ts';
import { command, here } from '../testing.ts';

interface Printed {
  readonly url: string;
  readonly transport: string;
  readonly steps: readonly Step[];
  readonly sustained: number;
}

const env = { SONORANT_API_KEY: apiKey };
/** No machine misses them. */
const wide = ['--max-first-audio-ms', '60000', '--max-real-time-factor', '1000', '--max-underruns', '1'];

describe('sonorant bench --url', () => {
  let server: TestServer;
  before(async () => void (server = await startServer({}, toneEngines)));
  after(() => server.close());

  const bench = (...args: readonly string[]) =>
    command(['bench', '--url', server.url, '--model', 'espeak', '--text', 'Good morning to you.', ...args], { env });

  for (const transport of ['websocket', 'bytes']) {
    it(`measures each step over ${transport}`, async () => {
      const how = ['--transport', transport, '--concurrency', '1,3', '--seconds', '1.5', ...wide, '--json'];
      const { code, stdout, stderr } = await bench(...how);
      assert.deepEqual([code, stderr], [0, '']);
      const { url, transport: shown, steps, sustained } = JSON.parse(stdout.toString()) as Printed;
      assert.deepEqual([url, shown, sustained], [server.url, transport, 3]);
      assert.deepEqual(
        steps.map(({ concurrency, errors, missed }) => ({ concurrency, errors, missed })),
        [1, 3].map((concurrency) => ({ concurrency, errors: {}, missed: [] })),
      );
      for (const { texts, first_audio_ms: first, real_time_factor: factor, audio_seconds } of steps) {
        assert.ok(texts >= 1 && audio_seconds / texts > 0.5 && audio_seconds / texts < 3, JSON.stringify(steps));
        assert.ok(first.p50! > 0 && first.p50! <= first.p95! && first.p95! <= first.p99!);
        assert.ok(factor.p50! > 0 && factor.p50! * (audio_seconds / texts) * 1000 >= first.p50! * 0.5);
      }
    });
  }

  it('stops behind the step that misses a target, and ends with 1 where that is the first one', async () => {
    const { code, stdout, stderr } = await bench('--seconds', '0.2', '--max-first-audio-ms', '0');
    assert.equal(code, 1);
    assert.match(stderr, /^sonorant: first audio after \d+ ms \(p95\), target 0 ms[^\n]*\n$/);
    const lines = stdout.toString().trimEnd().split('\n');
    assert.match(lines[0]!, /^AT ONCE +TEXTS +FIRST AUDIO P50 MS +P95 +P99 +RTF P50 +P95 +UNDERRUNS +FAILED$/);
    assert.deepEqual([lines.length, lines[1]!.split(/ +/)[0]], [2, '1']);
  });

  it('says at once what never works', async () => {
    const cases = [
      [await bench('--voice', 'nobody'), /does not speak: .*nobody/],
      [await bench('--voice', 'nobody', '--transport', 'bytes'), /does not speak: .*nobody/],
      [
        await command(['bench', '--url', server.url], { env: { SONORANT_API_KEY: 'wrong' } }),
        /The credential is not known/,
      ],
      [await command(['bench', '--url', 'http://127.0.0.1:9'], { env }), /127\.0\.0\.1:9 .*ECONNREFUSED/],
    ] as const;
    for (const [{ code, stdout, stderr }, message] of cases) {
      assert.deepEqual([code, stdout.toString()], [1, '']);
      assert.match(stderr, /^sonorant: [^\n]+\n$/);
      assert.match(stderr, message);
    }
  });

  it('refuses options that do not go together or make no sense', async (t) => {
    const cases = [
      [['--seconds', '5'], /--seconds goes with --url only/],
      [['--url', 'http://127.0.0.1:9', '--quick'], /--quick does not go with --url/],
      [['--url', 'http://127.0.0.1:9', '--quik'], /unknown option '--quik' \(Did you mean --quick\?\)/],
    ] as const;
    for (const [args, message] of cases) {
      const { code, err } = await here(t, 'bench', ...args);
      assert.equal(code, 2);
      assert.match(err, message);
    }
    for (const args of [
      ['--concurrency', '4,1'],
      ['--concurrency', 'x'],
      ['--seconds', '0'],
      ['--max-underruns', ''],
    ]) {
      const { code, stderr } = await bench(...args);
      assert.deepEqual([code, stderr.includes(args[0]!)], [2, true], stderr);
    }
  });
});

describe('a text that is heard', () => {
  /** 24,000 samples of 16 bits a second. */
  const audio = (seconds: number): Uint8Array => new Uint8Array(48_000 * seconds);
  const heard = (chunks: readonly (readonly [waitMs: number, seconds: number])[]) => {
    const clock = new TestClock();
    async function* speak(): AsyncGenerator<Uint8Array> {
      for (const [waitMs, seconds] of chunks) {
        await Promise.resolve();
        clock.advance(waitMs);
        yield audio(seconds);
      }
    }
    return hear({ speak, close: () => undefined }, clock);
  };

  it('has underruns where audio comes after all before it has been played, and plays on from there', async () => {
    assert.deepEqual(
      await heard([
        [80, 1],
        [500, 0.5],
        [1200, 1],
        [1000, 1],
      ]),
      {
        firstAudioMs: 80,
        totalMs: 2780,
        audioSeconds: 3.5,
        underrunsMs: [200],
        endsAt: 3780,
      },
    );
  });

  it('begins with the first sample, and is an error without one', async () => {
    assert.equal(
      (
        await heard([
          [10, 0],
          [20, 1],
        ])
      ).firstAudioMs,
      30,
    );
    await assert.rejects(heard([[10, 0]]), /without audio/);
  });
});

describe('the targets of a step', () => {
  const good = {
    concurrency: 4,
    texts: 100,
    first_audio_ms: { p50: 50, p95: 100, p99: 200 },
    real_time_factor: { p50: 0.1, p95: 0.2, p99: 3 },
    audio_seconds: 300,
    underruns: 5,
    texts_with_underruns: 1,
    worst_underrun_ms: 10,
    errors: {},
  };
  const targets = { firstAudioMs: 100, realTimeFactor: 0.2, underruns: 0.01 };

  it('are kept up to their very values, and each is named that is missed', () => {
    assert.deepEqual(missedOf(good, targets), []);
    const said = (change: Partial<Step>): string => missedOf({ ...good, ...change }, targets).join('|');
    assert.match(said({ first_audio_ms: { p50: 1, p95: 101, p99: 101 } }), /^first audio after 101 ms \(p95\)[^|]*$/);
    assert.match(said({ real_time_factor: { p50: 1, p95: 0.21, p99: 1 } }), /^real-time factor 0\.21 \(p95\)[^|]*$/);
    assert.match(said({ texts_with_underruns: 2 }), /^2\.0 % of the texts had underruns[^|]*$/);
    assert.match(said({ errors: { busy: 2, gone: 1 } }), /^3 failed: busy$/);
    const none = { p50: null, p95: null, p99: null };
    assert.match(said({ texts: 0, texts_with_underruns: 0, first_audio_ms: none, real_time_factor: none }), /^no text/);
  });
});
