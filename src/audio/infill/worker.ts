/** A thread that fits one speech between its neighbours and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeInThread } from '../decoding/thread.ts';
import { createResampler, floatsOf } from '../resampler.ts';
import { joinedRate } from './edges.ts';
import { fitBetween } from './fit.ts';
import type { FitTask, Joined, Recording } from './index.ts';

function joined(parts: readonly (Float32Array | undefined)[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  let length = 0;
  for (const part of parts) {
    if (part === undefined) continue;
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}

function atJoinedRate({ samples, sampleRate }: Recording): Float32Array {
  const resampler = createResampler({ inputRate: sampleRate, outputRate: joinedRate });
  return joined([resampler.write(samples), resampler.end()]);
}

const task = workerData as FitTask;
await decodeInThread<Joined>(parentPort!, (send) => {
  const [left, right] = [task.left && atJoinedRate(task.left), task.right && atJoinedRate(task.right)];
  const middle = fitBetween(floatsOf(task.speech), { left, right });
  const samples = task.whole ? joined([left, middle, right]) : joined([middle]);
  const before = left?.length ?? 0;
  const sides = [...(left === undefined ? [] : [before]), ...(right === undefined ? [] : [before + middle.length])];
  send({ samples, joints: task.whole ? sides : [] }, [samples.buffer]);
});
