/**
 * Loaded before a server (`--import`): its wall clock jumps by what a message says, as when an operator or a time server sets it.
 * `Date` alone jumps: `performance.now` and timers go on, as those of a machine do.
 */
import { isMainThread } from 'node:worker_threads';

const RealDate = Date;
let shiftMs = 0;

class ShiftedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

if (isMainThread && process.send !== undefined) {
  globalThis.Date = ShiftedDate as DateConstructor;
  process.on('message', (message: { readonly shiftMs: number }) => {
    ({ shiftMs } = message);
    process.send!({ now: Date.now() });
  });
  process.channel?.unref();
}
