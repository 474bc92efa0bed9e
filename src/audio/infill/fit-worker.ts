/** In a thread: fits one speech between its neighbours, unless it ought to be spoken faster or slower. */
import { toFloats } from '../resampler.ts';
import type { Last } from '../threads/protocol.ts';
import { fitBetween } from './fit.ts';
import type { FitTask, Fitted } from './index.ts';
import { rateOf, speedFor } from './rate.ts';

export function work({ speech, left, right, rate }: FitTask): Last<Fitted> {
  const samples = toFloats(speech);
  const own = rate && rateOf(samples);
  if (rate !== undefined && own !== undefined) {
    const speed = speedFor(rate, own, 'measured');
    if (speed !== 1) return { value: { kind: 'again', speed } };
  }
  const fitted = fitBetween(samples, { left, right });
  return { value: { kind: 'fitted', samples: fitted }, transfer: [fitted.buffer] };
}
