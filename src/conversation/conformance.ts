/** What every line must do, as tests: a line's own test file calls {@link describeLine}. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestClock } from '../timing/testing.ts';
import { Playout } from './playout.ts';
import type { Line } from './line.ts';

/** Something that the other end was given. */
export type Received =
  | { readonly kind: 'audio'; readonly samples: readonly number[] }
  | { readonly kind: 'clear' }
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'transfer'; readonly number: string };

/** A line, and what a test sees and does at its other end. */
export interface LineUnderTest {
  readonly line: Line;
  /** That of the line; its other end plays in real time by it. */
  readonly clock: TestClock;
  /** Everything so far, in order; without what the line adds to what is said. */
  readonly received: () => readonly Received[];
  /** The other end takes nothing, or does again. Absent where it cannot tell. */
  readonly block?: (isBlocked: boolean) => void;
  /**
   * The other end says this.
   * @param cut bytes of the first part: they come in two
   * @returns what the conversation is given, within ±1; absent where the line has no way back of its own
   */
  readonly say?: (samples: Int16Array, cut: number) => readonly number[];
}

export interface LineTestOptions {
  /** What becomes of a sample on the way may differ by so much of it, and by 16; 0: nothing. */
  readonly loss?: number;
  readonly hasDigits: boolean;
  readonly hasTransfer: boolean;
}

/** Milliseconds by which a position may be off: what is sent at a time, and what a line adds before it. */
const slackMs = 60;

/** Runs the suite. @param open a line on which nothing was said */
export function describeLine(name: string, open: () => LineUnderTest, options: LineTestOptions): void {
  const { loss = 0 } = options;
  const opened = (): Bench => new Bench(open());

  describe(`the line ${name}`, () => {
    it('carries what is said in order and once, in pieces of any length', () => {
      const bench = opened();
      const said = speech(bench.samplesOf(500));
      for (const [at, length] of piecesOf(said.length)) bench.line.write(said.slice(at, at + length));
      bench.pass(1000);
      assertSame(bench.heard(), said, loss);
    });

    it('carries what the other end says, wherever its bytes are cut', () => {
      for (const cut of [0, 1, 2, 3, 321]) {
        const { say } = open();
        if (say === undefined) return;
        const said = speech(800);
        const arrived = say(said, cut).map((sample) => Math.round(sample * 32_768));
        assertSame(arrived, said, loss);
      }
    });

    it('tells what has been played: never more than was written, never less than before', () => {
      const bench = opened();
      assert.equal(bench.line.played().samples, 0);
      bench.line.write(speech(bench.samplesOf(1000)));
      let before = 0;
      for (let ms = 20; ms <= 1400; ms += 20) {
        bench.pass(20);
        const { samples } = bench.line.played();
        assert.ok(samples >= before && samples <= bench.samplesOf(1000), `${samples} behind ${before}`);
        bench.assertNear(samples, Math.min(ms, 1000));
        before = samples;
      }
      assert.equal(before, bench.samplesOf(1000), 'all of it');
    });

    it('counts what is said, and no silence between', () => {
      const bench = opened();
      for (const part of [1, 2, 3]) {
        bench.line.write(speech(bench.samplesOf(200)));
        bench.pass(1500);
        assert.equal(bench.line.played().samples, part * bench.samplesOf(200));
      }
    });

    it('forgets what was not played when it is cleared, tells the other end once, and counts on from there', () => {
      const bench = opened();
      bench.line.write(speech(bench.samplesOf(1000)));
      bench.pass(300);
      bench.line.clear();
      const { samples } = bench.line.played();
      bench.assertNear(samples, 300);
      assert.equal(bench.received().filter(({ kind }) => kind === 'clear').length, 1);
      bench.pass(2000);
      assert.equal(bench.line.played().samples, samples, 'nothing is played any more');
      const more = speech(bench.samplesOf(100), 3);
      bench.line.write(more);
      bench.pass(1000);
      assert.equal(bench.line.played().samples, samples + more.length);
      assertSame(bench.heard().slice(-more.length), more, loss);
    });

    it(options.hasDigits ? 'plays tones, in their order' : 'has no tones, and does not say that it has', () => {
      const bench = opened();
      assert.equal(bench.line.sendDigits !== undefined, options.hasDigits);
      bench.line.sendDigits?.('12#*0');
      bench.pass(5000);
      const digits = bench.received().map((one) => (one.kind === 'digits' ? one.digits : ''));
      assert.equal(digits.join(''), options.hasDigits ? '12#*0' : '');
    });

    it(options.hasTransfer ? 'gives the call away' : 'gives no call away, and does not say that it can', async () => {
      const bench = opened();
      assert.equal(bench.line.transfer !== undefined, options.hasTransfer);
      await bench.line.transfer?.('+493012345678');
      const numbers = bench.received().flatMap((one) => (one.kind === 'transfer' ? [one.number] : []));
      assert.deepEqual(numbers, options.hasTransfer ? ['+493012345678'] : []);
    });

    it('is given no more than it wants ahead of what is heard, and all of it is heard once', () => {
      const bench = opened();
      const heard: number[] = [];
      const { playout, ended } = bench.playing((samples) => heard.push(...samples));
      const said = speech(bench.samplesOf(2000));
      playout.write(said.slice());
      playout.finish();
      for (let ms = 0; ms < 2500; ms += 20) {
        const ahead = bench.heard().length - bench.line.played().samples;
        assert.ok(ahead <= bench.samplesOf(bench.line.leadMs), `${ahead} samples ahead`);
        bench.pass(20);
      }
      assert.equal(ended(), 1);
      assert.deepEqual(heard, [...said]);
      assertSame(bench.heard(), said, loss);
    });

    it('is silent at once when the agent is interrupted, and goes on from where it is told', () => {
      const bench = opened();
      const { playout, ended } = bench.playing();
      const said = speech(bench.samplesOf(1000));
      playout.write(said.slice());
      playout.finish();
      bench.pass(500);
      const stopped = playout.pause();
      bench.assertNear(stopped, 500);
      const before = bench.heard().length;
      bench.pass(1000);
      assert.equal(bench.heard().length, before, 'not a sample behind the clear');
      playout.resume(bench.samplesOf(400));
      bench.pass(1000);
      assert.equal(ended(), 1);
      assertSame(bench.heard().slice(before), said.slice(bench.samplesOf(400)), loss);
    });

    it('is given nothing while the other end takes nothing', () => {
      const { block } = open();
      if (block === undefined) return;
      const bench = opened();
      const { playout, ended } = bench.playing();
      bench.block!(true);
      const said = speech(bench.samplesOf(200));
      playout.write(said.slice());
      playout.finish();
      bench.pass(1000);
      assert.deepEqual([bench.heard().length, ended()], [0, 0]);
      bench.block!(false);
      bench.pass(1000);
      assert.equal(ended(), 1);
      assertSame(bench.heard(), said, loss);
    });
  });
}

/** A line with the words of the tests above. */
class Bench {
  readonly line: Line;
  readonly clock: TestClock;
  readonly received: LineUnderTest['received'];
  readonly block: LineUnderTest['block'];
  readonly #heard: number[] = [];
  #messagesHeard = 0;

  constructor({ line, clock, received, block }: LineUnderTest) {
    this.line = line;
    this.clock = clock;
    this.received = received;
    this.block = block;
  }

  samplesOf(ms: number): number {
    return Math.round((ms / 1000) * this.line.sampleRate);
  }

  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 20) this.clock.advance(20);
  }

  heard(): readonly number[] {
    const received = this.received();
    for (; this.#messagesHeard < received.length; this.#messagesHeard++) {
      const one = received[this.#messagesHeard]!;
      if (one.kind === 'audio') for (const sample of one.samples) this.#heard.push(sample);
    }
    return this.#heard;
  }

  assertNear(samples: number, ms: number): void {
    const off = Math.abs(samples - this.samplesOf(ms));
    assert.ok(off <= this.samplesOf(slackMs), `${samples} samples at ${ms} ms`);
  }

  /** An utterance that is played over the line. */
  playing(onHeard?: (samples: Int16Array) => void): { readonly playout: Playout; readonly ended: () => number } {
    let times = 0;
    const playout = new Playout({ line: this.line, clock: this.clock, onHeard });
    playout.begin({ started: () => undefined, moved: () => undefined, ended: () => times++ });
    return { playout, ended: () => times };
  }
}

/** Samples of which none is 0 and neighbours differ. */
function speech(length: number, seed = 1): Int16Array {
  return Int16Array.from({ length }, (_, at) => 1 + Math.round(8000 * (1.2 + Math.sin((at + seed) * 0.37))));
}

function piecesOf(length: number): (readonly [at: number, length: number])[] {
  const pieces: [number, number][] = [];
  const lengths = [1, 160, 7, 1000, 3];
  for (let at = 0; at < length; at += pieces.at(-1)![1]) pieces.push([at, lengths[pieces.length % lengths.length]!]);
  return pieces;
}

function assertSame(given: readonly number[], expected: ArrayLike<number>, loss: number): void {
  assert.equal(given.length, expected.length, 'as many samples');
  const bad = given.findIndex((sample, at) => {
    const off = Math.abs(sample - expected[at]!);
    return off > loss * Math.abs(expected[at]!) + (loss > 0 ? 16 : 0);
  });
  assert.equal(bad, -1, `sample ${bad}: ${given[bad]} instead of ${expected[bad]}`);
}
