/** What tests of containers have in common. */
import { createContainerWriter } from './container.ts';
import type { OutputFormat } from './formats.ts';

/** The whole stream of one payload, given in parts. */
export async function containerOf(format: OutputFormat, ...payload: readonly Uint8Array[]): Promise<Buffer> {
  const writer = await createContainerWriter(format);
  return Buffer.concat([writer.header(), ...payload.map((part) => writer.write(part)), writer.end()]);
}

/** The strongest frequency of some samples in Hz, 50–2000, from how often they rise through zero. */
export function toneFrequency(samples: Float32Array, sampleRate: number): number {
  let rises = 0;
  let first = 0;
  let last = 0;
  for (let index = 1; index < samples.length; index++) {
    const [before, now] = [samples[index - 1]!, samples[index]!];
    if (before >= 0 || now < 0) continue;
    last = index - now / (now - before);
    if (rises++ === 0) first = last;
  }
  return ((rises - 1) * sampleRate) / (last - first);
}
