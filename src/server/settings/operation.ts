/** Queues, jobs, deliveries and the end of the process. */
import { integer, milliseconds } from './kinds.ts';
import { preset } from './setting.ts';

export const operation = {
  admissionMs: preset(
    milliseconds,
    '1000',
    'Speech whose first audio would begin later than this is refused with 503.',
  ),
  admissionToleranceMs: preset(
    integer(0, 2 ** 31 - 1),
    '0',
    'How late the estimate may see admitted speech become before new speech is refused with 503.',
  ),
  workerTimeoutMs: preset(milliseconds, '10000', 'A worker that answers nothing for so long hangs and is replaced.'),
  webhookConcurrency: preset(
    integer(1, 10_000),
    '32',
    'Webhook deliveries that this process sends at once, without those that have waited for an answer for more than half a second.',
  ),
  keepDeliveriesDays: preset(
    integer(1, 10_000),
    '30',
    'Webhook deliveries are forgotten after so many days, also those that still wait.',
  ),
  keepActivityDays: preset(
    integer(1, 10_000),
    '400',
    'Audio minutes, requests, errors and times to the first audio, as the charts of usage show them, are forgotten after so many days; by the hour they are kept for 8 days at most.',
  ),
  keepRequests: preset(
    integer(0, 1_000_000),
    '10000',
    'Newest requests of an organization that its request log keeps; 0 keeps none.',
  ),
  keepRequestsDays: preset(integer(1, 10_000), '7', 'Requests leave the request log after so many days.'),
  drainDelayMs: preset(
    integer(0, 600_000),
    '0',
    'How long after the signal to stop requests are still taken while `/readyz` answers 503 already: as long as a load balancer needs to notice, such as 5000.',
  ),
  drainMs: preset(milliseconds, '25000', 'How long running speech may take to finish after that.'),
} as const;
