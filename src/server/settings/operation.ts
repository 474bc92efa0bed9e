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
  maxQueuedSegments: preset(integer(1), '10000', 'Segments that may wait for an engine; one more is refused with 503.'),
  maxSegmentLateMs: preset(
    milliseconds,
    '30000',
    'A segment that has waited so long past the moment at which it was due is given up with 503.',
  ),
  workerTimeoutMs: preset(milliseconds, '10000', 'A worker that answers nothing for so long hangs and is replaced.'),
  webhookTimeoutMs: preset(milliseconds, '15000', 'How long a receiver of webhooks may take to answer.'),
  webhookConcurrency: preset(
    integer(1, 10_000),
    '32',
    'Webhook deliveries that this process sends at once, without those that have waited for an answer for more than half a second.',
  ),
  webhookMaxInFlight: preset(
    integer(1, 100_000),
    '512',
    'Webhook deliveries that this process sends at once, with those that wait for an answer.',
  ),
  webhookEndpointConcurrency: preset(
    integer(1, 10_000),
    '4',
    'Deliveries to one webhook at once, over all servers; one that has failed gets one at a time.',
  ),
  webhookOrganizationConcurrency: preset(
    integer(1, 100_000),
    '256',
    'Deliveries of one organization at once, over all servers.',
  ),
  webhookMaxRetryAfterMs: preset(
    milliseconds,
    '3600000',
    'Longest wait that a receiver of webhooks can ask for with Retry-After; a longer one counts as this.',
  ),
  webhookPauseFailures: preset(
    integer(1),
    '20',
    'A webhook is paused after so many failed attempts in a row, if they have lasted for SONORANT_WEBHOOK_PAUSE_MS.',
  ),
  webhookPauseMs: preset(milliseconds, '86400000', 'How long every attempt has to fail before a webhook is paused.'),
  keepDeliveriesDays: preset(
    integer(1, 10_000),
    '30',
    'Webhook deliveries that have ended are forgotten after so many days; those that have waited for so long end as failed.',
  ),
  jobPollMs: preset(
    milliseconds,
    '1000',
    'How often a process looks for jobs that others left or whose time has come.',
  ),
  jobMaxRunMs: preset(milliseconds, '3600000', 'An attempt of a job that runs longer is stopped and counts as failed.'),
  trainingMaxRunMs: preset(milliseconds, '86400000', 'The same for the training of a voice.'),
  jobLeaseMs: preset(
    integer(1000, 3_600_000),
    '30000',
    'A job whose process has not been heard of for so long is taken over by another.',
  ),
  usageFlushMs: preset(milliseconds, '10000', 'How often what was spoken is summed into the database.'),
  keepRequests: preset(
    integer(0, 1_000_000),
    '10000',
    'Newest requests of an organization that its request log keeps; 0 keeps none.',
  ),
  keepRequestsDays: preset(integer(1, 10_000), '7', 'Requests leave the request log after so many days.'),
  requestLogFlushMs: preset(milliseconds, '1000', 'How often the request log is written to the database.'),
  maxWaitingRequestLogEntries: preset(
    integer(1),
    '10000',
    'Entries of the request log that may wait for the database; when more come, old ones are lost, which is logged and counted.',
  ),
  drainDelayMs: preset(
    integer(0, 600_000),
    '0',
    'How long after the signal to stop requests are still taken while `/readyz` answers 503 already: as long as a load balancer needs to notice, such as 5000.',
  ),
  drainMs: preset(milliseconds, '25000', 'How long running speech may take to finish after that.'),
} as const;
