import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/support/property-runs.ts';
import { PowerSpectrum } from './fft.ts';

/** The discrete Fourier transform as its formula says. */
function powerOf(frame: Float64Array, k: number): number {
  let [re, im] = [0, 0];
  for (const [n, value] of frame.entries()) {
    re += value * Math.cos((2 * Math.PI * k * n) / frame.length);
    im -= value * Math.sin((2 * Math.PI * k * n) / frame.length);
  }
  return re * re + im * im;
}

describe('the power spectrum', () => {
  it('is that of the formula, whatever the frame', () => {
    const frame = fc
      .constantFrom(8, 16, 32, 64, 128, 256)
      .chain((size) => fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size }));
    fc.assert(
      fc.property(frame, (values) => {
        const samples = Float64Array.from(values);
        const power = new Float64Array(samples.length / 2 + 1);
        new PowerSpectrum(samples.length).transform(samples, power);
        for (const [k, value] of power.entries()) assert.ok(Math.abs(value - powerOf(samples, k)) < 1e-9);
      }),
      runs(50),
    );
  });

  it('has one line for a sine of a whole number of periods', () => {
    const size = 1024;
    const sine = Float64Array.from({ length: size }, (_, n) => Math.sin((2 * Math.PI * 37 * n) / size));
    const power = new Float64Array(size / 2 + 1);
    new PowerSpectrum(size).transform(sine, power);
    for (const [k, value] of power.entries()) assert.ok(Math.abs(value - (k === 37 ? (size / 2) ** 2 : 0)) < 1e-6);
  });

  it('has the energy of the samples', () => {
    const size = 2048;
    const samples = Float64Array.from({ length: size }, (_, n) => ((n * 7919) % 997) / 997 - 0.5);
    const power = new Float64Array(size / 2 + 1);
    new PowerSpectrum(size).transform(samples, power);
    const both = power.reduce((sum, value, k) => sum + (k === 0 || k === size / 2 ? value : 2 * value), 0);
    const energy = samples.reduce((sum, value) => sum + value * value, 0);
    assert.ok(Math.abs(both / size - energy) < 1e-9);
  });

  it('is added up for parts of a signal under a window', () => {
    const size = 64;
    const signal = Float32Array.from({ length: 200 }, (_, n) => ((n * 7919) % 997) / 997 - 0.5);
    const window = Float64Array.from({ length: size }, (_, n) => Math.sin((Math.PI * n) / size));
    const spectrum = new PowerSpectrum(size);
    const sum = new Float64Array(size / 2 + 1);
    const wanted = new Float64Array(size / 2 + 1);
    for (const from of [0, 33, signal.length - size]) {
      spectrum.addWindowed(signal, from, window, sum);
      const frame = window.map((value, n) => value * signal[from + n]!);
      for (let k = 0; k < wanted.length; k++) wanted[k]! += powerOf(frame, k);
    }
    for (const [k, value] of sum.entries()) assert.ok(Math.abs(value - wanted[k]!) < 1e-9);
  });

  it('is refused for a size that is no power of two', () => {
    for (const size of [0, 2, 4, 1000, 131_072, NaN]) assert.throws(() => new PowerSpectrum(size), /transform of/u);
  });
});
