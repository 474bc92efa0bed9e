/** What the pictures of a sound are drawn from: where a tone stands, what silence is, how long sounds fit in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../support/random.ts';
import { pictureOf, rowOf, type Spectrogram } from '../../../console/src/audio/sound-picture.ts';
import { joinFloats } from '../../../src/audio/samples.ts';

const rate = 24_000;

function tone(hertz: number, seconds: number, amplitude = 0.5): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / rate),
  );
}

/** The rows of a moment, from above. */
function columnAt({ columns, rows, levels }: Spectrogram, share: number): number[] {
  const column = Math.floor(share * columns);
  return Array.from({ length: rows }, (_, row) => levels[row * columns + column]!);
}

function loudestRow(column: readonly number[]): number {
  return column.indexOf(Math.max(...column));
}

// Before all others: what is made once stays.
it('a picture of sound is made where there is nothing of Node, as in a browser', () => {
  const { Buffer: buffer } = globalThis;
  Reflect.deleteProperty(globalThis, 'Buffer');
  try {
    assert.ok(pictureOf([new Float32Array(24_000).fill(0.5)], 24_000).peaks.length > 0);
  } finally {
    globalThis.Buffer = buffer;
  }
});

describe('the picture of a sound', () => {
  it('has a tone at its frequency and its time, and nothing elsewhere', () => {
    const { spectrogram, seconds } = pictureOf([joinFloats([tone(200, 1), tone(3000, 1)])], rate);
    assert.equal(seconds, 2);
    for (const [share, hertz] of [
      [0.25, 200],
      [0.75, 3000],
    ] as const) {
      const column = columnAt(spectrogram, share);
      assert.ok(Math.abs(loudestRow(column) - rowOf(hertz)) <= 1, `${hertz} Hz in row ${loudestRow(column)}`);
      assert.ok(Math.max(...column) > 240);
      assert.equal(column[rowOf(7000)], 0);
      assert.equal(column[rowOf(hertz === 200 ? 3000 : 200)], 0);
    }
  });

  it('tells the harmonics of a deep voice apart', () => {
    const voice = [1, 2, 3, 4, 5].map((harmonic) => tone(100 * harmonic, 1, 0.1));
    const sum = voice[0]!.map((_, index) => voice.reduce((all, part) => all + part[index]!, 0));
    const column = columnAt(pictureOf([sum], rate).spectrogram, 0.5);
    for (const between of [250, 350, 450]) {
      const gap = column[rowOf(between)]!;
      assert.ok(column[rowOf(between - 50)]! - gap > 20, `at ${between} Hz`);
      assert.ok(column[rowOf(between + 50)]! - gap > 20, `at ${between} Hz`);
    }
  });

  it('is as strong for a quiet sound as for a loud one, and empty for silence and what rounding leaves', () => {
    const [loud, quiet] = [0.5, 0.01].map((amplitude) =>
      columnAt(pictureOf([tone(1000, 1, amplitude)], rate).spectrogram, 0.5),
    );
    assert.equal(Math.max(...loud!), Math.max(...quiet!));
    const random = seededRandom();
    // What rounding to 16 bits leaves.
    for (const amplitude of [0, 1 / 65_536]) {
      const noise = Float32Array.from({ length: rate }, () => amplitude * (2 * random() - 1));
      const { spectrogram, peaks } = pictureOf([noise], rate);
      assert.ok(spectrogram.levels.every((level) => level === 0));
      assert.ok(peaks.every((peak) => peak <= amplitude));
    }
  });

  it('has a width of its own for a short sound and the same for all long ones, in which nothing short is lost', () => {
    assert.equal(pictureOf([tone(500, 1)], rate).spectrogram.columns, 100);
    const long = new Float32Array(60 * rate);
    long.set(tone(1000, 0.05), 30 * rate);
    const { spectrogram, peaks } = pictureOf([long], rate);
    assert.equal(spectrogram.columns, 1000);
    const near = [0.499, 0.5, 0.501].map((share) => Math.max(...columnAt(spectrogram, share)));
    assert.ok(Math.max(...near) > 200, near.join());
    assert.ok(Math.max(...peaks) > 0.49);
    assert.equal(peaks[0], 0);
  });

  it('hears all channels, and takes a sound of a sample and of none', () => {
    const [left, right] = [tone(300, 0.5), tone(2000, 0.5)];
    const column = columnAt(pictureOf([left, right], rate).spectrogram, 0.5);
    for (const hertz of [300, 2000]) assert.ok(Math.max(...column.slice(rowOf(hertz) - 1, rowOf(hertz) + 2)) > 240);
    for (const length of [0, 1]) {
      const { spectrogram, peaks, seconds } = pictureOf([new Float32Array(length).fill(1)], rate);
      assert.equal(seconds, length / rate);
      assert.equal(spectrogram.levels.length, spectrogram.columns * spectrogram.rows);
      assert.ok(peaks.every(Number.isFinite));
    }
  });
});
