/** Work for threads as no decoder should do it. */
import { threadId } from 'node:worker_threads';
import { DecodingError } from '../decoding/decoding.ts';
import type { Last, Send } from './protocol.ts';

export interface OddTask {
  readonly does: 'answer' | 'send' | 'refuse' | 'fail' | 'end' | 'hang' | 'wait' | 'hold';
}

const held: Uint8Array[] = [];

/** Answers with the number of its thread. */
export async function work({ does }: OddTask, send: Send<number>): Promise<Last<number>> {
  if (does === 'send') send(-1);
  if (does === 'refuse') throw new DecodingError('unsupported', 'of the work');
  if (does === 'fail') throw new RangeError('out of bounds');
  if (does === 'end') process.exit(1);
  if (does === 'hang') for (;;);
  if (does === 'wait') await new Promise(() => undefined);
  if (does === 'hold') held.push(new Uint8Array(2 ** 26).fill(1));
  return { value: threadId };
}
