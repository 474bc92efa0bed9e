/** In a thread: decodes one file as fast as it is read. */
import { BlockCutter } from './block-cutter.ts';
import { decodeFile } from './decode.ts';
import type { AudioFileFormat } from './decoding.ts';
import type { Last, Send } from '../threads/protocol.ts';
import { MonoMixer } from './mono-mixer.ts';
import { sniffFormat } from './sniff.ts';

export interface StreamTask {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
  /** One number: how many blocks the reader has taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

export interface StreamMessage {
  readonly format: AudioFileFormat;
  readonly sampleRate: number;
  /** Absent at the end. */
  readonly samples?: Float32Array<ArrayBuffer>;
}

/** Blocks that may wait for the reader. */
const ahead = 3;

export async function work(
  { bytes, maxSeconds, taken }: StreamTask,
  send: Send<StreamMessage>,
): Promise<Last<StreamMessage>> {
  const { format } = sniffFormat(bytes);
  let sent = 0;
  const mixer = new MonoMixer(maxSeconds, (samples) => cutter.write(samples, mixer.sampleRate));
  // The decoders are synchronous, so the thread itself waits.
  const cutter = new BlockCutter((samples) => {
    for (let count = Atomics.load(taken, 0); sent - count > ahead; count = Atomics.load(taken, 0)) {
      Atomics.wait(taken, 0, count);
    }
    send({ format, sampleRate: mixer.sampleRate, samples }, [samples.buffer]);
    sent++;
  });
  await decodeFile(bytes, mixer);
  cutter.end();
  return { value: { format, sampleRate: mixer.sampleRate } };
}
