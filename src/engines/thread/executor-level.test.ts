import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loudnessOf } from '../../audio/loudness.ts';
import { segmentOf } from '../testing.ts';
import { Bench } from './executor-testing.ts';

describe('the level of a voice', () => {
  const samplesOf = (bench: Bench, task: number): Int16Array =>
    new Int16Array(new Uint8Array(bench.bytesOf(task)).buffer);
  const peakOf = (samples: Int16Array): number => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  const words = 'one two three four five six seven eight nine ten eleven twelve '.repeat(2);

  it('is brought to −20 LUFS where the engine knows it', async () => {
    const plain = await Bench.open();
    await plain.speak('Hello there.');
    const levelled = await Bench.open({ synthesizer: { level: -14 } });
    await levelled.speak('Hello there.');
    // −6 dB.
    assert.ok(Math.abs(peakOf(samplesOf(levelled, 1)) - 0.501 * peakOf(samplesOf(plain, 1))) < 3);
  });

  it('is that of what was said where that is a word or two and all that is said', async () => {
    const bench = await Bench.open({ synthesizer: { level: -16 } });
    const loudnessOfTask = (task: number): number => loudnessOf(samplesOf(bench, task), 24_000);
    const short = { ...segmentOf('Hello there.'), isWhole: true } as const;
    await bench.speak(segmentOf('Hello there.'));
    await bench.speak(short);
    assert.ok(loudnessOfTask(1) < -21.5, `${loudnessOfTask(1)} LUFS`);
    assert.ok(Math.abs(loudnessOfTask(2) + 20) <= 1.1, `${loudnessOfTask(2)} LUFS`);
    await bench.speak({ ...short, prosody: { ...short.prosody, volume: 0.5 } });
    assert.ok(Math.abs(loudnessOfTask(3) - loudnessOfTask(2) + 6.02) < 0.05);
    await bench.speak(segmentOf(words));
    await bench.speak({ ...segmentOf(words), isWhole: true });
    assert.ok(bench.bytesOf(4).equals(bench.bytesOf(5)), 'longer speech is unchanged');
    assert.equal(bench.kindsOf(5).join(), bench.kindsOf(4).join(), 'and held back no longer');
  });

  it('holds nothing back of Japanese that is as many letters and takes longer', async () => {
    const bench = await Bench.open({ synthesizer: { level: -16 } });
    const [short, long] = ['はいそうです', 'はいそうですねわかりました'].map((text) => segmentOf([[text]]));
    await bench.speak(short!);
    await bench.speak({ ...short!, isWhole: true });
    assert.ok(!bench.bytesOf(1).equals(bench.bytesOf(2)), 'a short one has a gain of its own');
    await bench.speak(long!);
    await bench.speak({ ...long!, isWhole: true });
    assert.ok(bench.bytesOf(3).equals(bench.bytesOf(4)));
  });

  it('is left as it is where the engine does not know it and always speaks the same way', async () => {
    const bench = await Bench.open();
    await bench.speak(words);
    await bench.speak(words);
    assert.equal(peakOf(samplesOf(bench, 1)), 4000);
    assert.ok(bench.bytesOf(1).equals(bench.bytesOf(2)));
  });

  it('is found over the first seconds where it is unknown, and remembered for the voice', async () => {
    const bench = await Bench.open({ capabilities: { deterministic: false } });
    await bench.speak(words);
    const first = samplesOf(bench, 1);
    assert.equal(first[0], 4000);
    const end = loudnessOf(first.slice(-48_000), 24_000);
    assert.ok(Math.abs(end + 20) < 0.7, `${end} LUFS`);
    await bench.speak(words);
    const again = loudnessOf(samplesOf(bench, 2).slice(0, 24_000), 24_000);
    assert.ok(Math.abs(again + 20) < 0.7, `${again} LUFS`);
    await bench.speak(words, { voice: { engine: 'fake', name: 'Toni' } });
    assert.equal(samplesOf(bench, 3)[0], 4000);
  });

  it('is multiplied by the volume of each word, without another sample', async () => {
    const bench = await Bench.open();
    await bench.speak('one two three');
    const segment = segmentOf('one two three');
    const tokens = segment.tokens.map((token, index) => (index === 1 ? { ...token, volume: 0.5 } : token));
    await bench.speak({ ...segment, tokens });
    await bench.speak({ ...segment, tokens }, { needsWords: false, needsPhonemes: false });
    const [plain, ...both] = [1, 2, 3].map((task) => samplesOf(bench, task)) as [Int16Array, Int16Array, Int16Array];
    for (const changed of both) {
      assert.equal(changed.length, plain.length);
      const share = (from: number, to: number): number =>
        peakOf(changed.slice(from, to)) / peakOf(plain.slice(from, to));
      assert.deepEqual([share(0, 5000), share(6000, 11_000), share(12_000, 18_000)], [1, 0.5, 1]);
    }
  });

  it('ends with the word that is spoken at the limit, also where no times are asked for', async () => {
    const bench = await Bench.open();
    const ends = [];
    for (const needs of [true, false]) {
      const end = await bench.speak('one two three', { maxSamples: 7000, needsWords: needs, needsPhonemes: needs });
      assert.ok(end.kind === 'end' && end.result.isCut === true);
      ends.push(end.result.samples);
    }
    assert.equal(ends[0], ends[1]);
    assert.ok(ends[0]! > 7000 && ends[0]! < 14_000, `${ends[0]} samples`);
  });
});
