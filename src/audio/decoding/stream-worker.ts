/** A thread that decodes one file as fast as it is read, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeFile } from './decode.ts';
import type { AudioFileFormat } from './decoding.ts';
import { MonoMixer } from './mono-mixer.ts';
import { sniffFormat } from './sniff.ts';
import { decodeInThread } from './thread.ts';

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

const { bytes, maxSeconds, taken } = workerData as StreamTask;
await decodeInThread<StreamMessage>(parentPort!, async (send) => {
  const { format } = sniffFormat(bytes);
  let block = new Float32Array(0);
  let held = 0;
  let sent = 0;
  const mixer = new MonoMixer(maxSeconds, (samples) => {
    if (block.length === 0) block = new Float32Array(mixer.sampleRate);
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + block.length - held);
      block.set(part, held);
      held += part.length;
      at += part.length;
      if (held === block.length) flush();
    }
  });
  // The decoders are synchronous, so the thread itself waits.
  const flush = (): void => {
    for (let count = Atomics.load(taken, 0); sent - count > ahead; count = Atomics.load(taken, 0)) {
      Atomics.wait(taken, 0, count);
    }
    const samples = block.slice(0, held);
    send({ format, sampleRate: mixer.sampleRate, samples }, [samples.buffer]);
    held = 0;
    sent++;
  };
  await decodeFile(bytes, mixer);
  if (held > 0) flush();
  send({ format, sampleRate: mixer.sampleRate });
});
