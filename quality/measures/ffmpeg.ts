/** ffmpeg (Debian package `ffmpeg`) as a decoder and a meter that share nothing with ours. */
import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';

/** Packages of Debian that it takes. */
export const ffmpegPackages: readonly string[] = ['ffmpeg'];

/**
 * Mono samples of 16 bits.
 * @param input  arguments that say what the bytes are, where they do not say it themselves
 * @param sampleRate Hz of what is given back
 */
export async function decode(
  bytes: Uint8Array,
  sampleRate: number,
  input: readonly string[] = [],
): Promise<Int16Array> {
  const { output } = await run(
    [...input, '-i', 'pipe:0', '-f', 's16le', '-ac', '1', '-ar', String(sampleRate), 'pipe:1'],
    bytes,
  );
  return new Int16Array(new Uint8Array(output).buffer);
}

export interface Loudness {
  /** LUFS, gated. */
  readonly integrated: number;
  /** dBTP. */
  readonly truePeak: number;
}

/** What its filter `ebur128` says of mono samples, which it counts as one channel. */
export async function measureLoudness(samples: Int16Array, sampleRate: number): Promise<Loudness> {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const input = ['-f', 's16le', '-ac', '1', '-ar', String(sampleRate), '-i', 'pipe:0'];
  const { log } = await run([...input, '-af', 'ebur128=peak=true', '-f', 'null', '-'], bytes);
  const summary = log.slice(log.lastIndexOf('Summary:'));
  return { integrated: numberAfter(summary, 'I'), truePeak: numberAfter(summary, 'Peak') };
}

function numberAfter(summary: string, label: string): number {
  const found = new RegExp(`^\\s*${label}:\\s*(-?[\\d.]+|-?inf)`, 'mu').exec(summary);
  if (found === null) throw new Error(`ffmpeg told no "${label}": ${summary}`);
  return found[1] === '-inf' ? -Infinity : Number(found[1]);
}

async function run(args: readonly string[], input: Uint8Array): Promise<{ output: Buffer; log: string }> {
  const child = spawn('ffmpeg', ['-hide_banner', '-nostats', ...args]);
  child.stdin.end(input);
  // It stops reading when it has what it needs.
  child.stdin.on('error', () => undefined);
  const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [output, log, code] = await Promise.all([buffer(child.stdout), text(child.stderr), exit]);
  if (code !== 0) throw new Error(`ffmpeg ended with ${code ?? 'a signal'}: ${log.trim().split('\n').at(-1) ?? ''}`);
  return { output, log };
}
