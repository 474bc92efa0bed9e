/** `GET /usage/activity`: what was made and how soon, as the charts of the console show it. */
import { z } from 'zod';
import { invalidField } from '../../errors/service-error.ts';
import { errorResponses, type App } from '../../http/index.ts';
import {
  activityGroups,
  firstAudioQuantile,
  type ActivityFilter,
  type ActivityGroup,
  type ActivitySum,
  type BucketCount,
  type FirstAudioSum,
} from '../../store/index.ts';
import { apiKeyField, intervalField, labelOf, windowFields, type UsageRouteOptions } from './fields.ts';
import {
  bucketsOf,
  dayOf,
  hourOf,
  hoursOf,
  hourWindowOf,
  intervals,
  windowOf,
  wireWindow,
  type Window,
} from './window.ts';

const kinds = ['tts', 'stt', 'voice_changer'] as const;
const groups = Object.keys(activityGroups) as [ActivityGroup, ...ActivityGroup[]];

const query = z.object({
  ...windowFields,
  interval: intervalField(['hour', ...intervals]).describe(
    'Length of a bucket, as in `GET /usage/credits`; or `hour`, with a window rounded to hours and of at most 8 days. Default: one bucket for all.',
  ),
  capability: z.enum(kinds).optional().describe('Only speech, recognition, or recordings in another voice.'),
  voice_id: z.string().min(1).max(256).optional().describe('Only what this voice spoke.'),
  api_key_id: apiKeyField,
  group_by: z
    .enum(groups)
    .optional()
    .describe(
      'Adds `series`, one for each capability, voice or key. A voice or a key that is filtered by is no group.',
    ),
});

const figures = {
  requests: z
    .int()
    .describe('Requests for speech, recognition and changed recordings; of a speech socket its contexts.'),
  errors: z
    .object({
      refused: z.int().describe('Requests with an error of 400 to 499.'),
      failed: z.int().describe('Requests with an error of 500 and more.'),
    })
    .describe('Requests that ended with an error. A client that left is none.'),
  audio_seconds: z.number().describe('Audio that was made, in answers, calls and books. Recognition makes none.'),
  characters: z.int().describe('Of transcripts that were spoken.'),
  first_audio: z
    .object({
      count: z.int().describe('Utterances.'),
      p50_ms: z.number().describe('Half of them had their first audio within this time of their first text.'),
      p95_ms: z.number().describe('19 of 20 of them had.'),
    })
    .nullable()
    .describe(
      'From a histogram, mostly within a tenth of the measured times; of answers and calls, not of books. Null where nothing was spoken.',
    ),
};
const figuresSchema = z.object(figures).meta({ id: 'ActivityFigures' });
const bucketSchema = z
  .object({ start_ts: z.iso.datetime(), end_ts: z.iso.datetime(), ...figures })
  .meta({ id: 'ActivityBucket' });
const answerSchema = z.object({
  total: figuresSchema,
  buckets: z.array(bucketSchema).describe('All of the window, in order.'),
  series: z
    .array(
      z
        .object({
          id: z.string().describe('Empty where no voice is known, as for requests that were refused.'),
          label: z.string().optional().describe('A name for people.'),
          total: figuresSchema,
          buckets: z.array(bucketSchema).describe('In order; those without any activity are left out.'),
        })
        .meta({ id: 'ActivitySeries' }),
    )
    .optional()
    .describe('With `group_by`; the one with the most requests comes first.'),
});

type Figures = z.output<typeof figuresSchema>;

/** Rows of the database that are summed up. */
interface Sums {
  readonly sums: readonly ActivitySum[];
  readonly firstAudio: readonly FirstAudioSum[];
}

export function addActivity(app: App, options: UsageRouteOptions): void {
  const { store, activity, now = () => new Date() } = options;
  app.get(
    '/usage/activity',
    {
      config: { auth: 'admin' },
      schema: {
        tags: ['Usage'],
        summary: 'Audio, requests, errors and first audio',
        description:
          'What the organization made and how soon, by time and by voice, key or capability. Servers write it every few seconds; one that is killed loses what it had not written, unlike credits, which are exact. Calls count with their audio and not as requests: `GET /usage/agents` has those.',
        querystring: query,
        response: { 200: answerSchema, ...errorResponses(400, 401, 403, 500) },
      },
    },
    async ({ query: asked, principal: { organizationId } }) => {
      const { interval, capability, voice_id: voiceId, api_key_id: apiKeyId, group_by: groupBy } = asked;
      checkGroup(groupBy, { capability, voice: voiceId, api_key: apiKeyId });
      const [window, buckets] = windowsOf(asked, interval, now());
      const unit = interval === 'hour' ? 'hour' : 'day';
      const periodOf = unit === 'hour' ? hourOf : dayOf;
      const filter: ActivityFilter = {
        ...{ unit, capability, voiceId, apiKeyId, groupBy },
        ...{ from: periodOf(window.start), to: periodOf(window.end) },
      };
      await activity?.flush();
      const found: Sums = {
        sums: await store.activity.sums(organizationId, filter),
        firstAudio: await store.activity.firstAudio(organizationId, filter),
      };
      const all = { total: figuresOf(found), buckets: fill(buckets, found, periodOf) };
      if (groupBy === undefined) return all;
      return {
        ...all,
        series: await Promise.all(
          seriesOf(found).map(async ([id, part]) => ({
            id,
            ...(await labelOf(options, groupBy, id, organizationId)),
            total: figuresOf(part),
            buckets: fill(buckets, part, periodOf).filter(isActive),
          })),
        ),
      };
    },
  );
}

/** @throws {ServiceError} `invalid_request` for one series of what is filtered by */
function checkGroup(groupBy: ActivityGroup | undefined, filters: Readonly<Record<ActivityGroup, unknown>>): void {
  if (groupBy === undefined || filters[groupBy] === undefined) return;
  const filter = groupBy === 'capability' ? groupBy : `${groupBy}_id`;
  throw invalidField('group_by', `Must not be "${groupBy}" with "${filter}"`);
}

function windowsOf(
  { start_ts: start, end_ts: end }: { readonly start_ts?: string | undefined; readonly end_ts?: string | undefined },
  interval: z.output<typeof query>['interval'],
  now: Date,
): [Window, Window[]] {
  if (interval === 'hour') {
    const window = hourWindowOf(start, end, now);
    return [window, hoursOf(window)];
  }
  const window = windowOf(start, end, now);
  return [window, bucketsOf(window, interval)];
}

/** Both kinds of rows are in the order of their periods. */
function fill(buckets: readonly Window[], { sums, firstAudio }: Sums, periodOf: (moment: Date) => string) {
  const sumsFrom = reader(sums);
  const countsFrom = reader(firstAudio);
  return buckets.map((bucket) => {
    const end = periodOf(bucket.end);
    return { ...wireWindow(bucket), ...figuresOf({ sums: sumsFrom(end), firstAudio: countsFrom(end) }) };
  });
}

/** Gives the rows up to a period that it has not given before. */
function reader<T extends { readonly period: string }>(rows: readonly T[]): (end: string) => T[] {
  let next = 0;
  return (end) => {
    const from = next;
    while (next < rows.length && rows[next]!.period < end) next++;
    return rows.slice(from, next);
  };
}

function figuresOf({ sums, firstAudio }: Sums): Figures {
  const sum = (value: (of: ActivitySum) => number): number => sums.reduce((total, row) => total + value(row), 0);
  return {
    requests: sum(({ requests }) => requests),
    errors: { refused: sum(({ refused }) => refused), failed: sum(({ failed }) => failed) },
    audio_seconds: sum(({ audio_ms: ms }) => ms) / 1000,
    characters: sum(({ characters }) => characters),
    first_audio: firstAudioOf(firstAudio),
  };
}

function firstAudioOf(rows: readonly FirstAudioSum[]): Figures['first_audio'] {
  const counts = new Map<number, number>();
  for (const { bucket, count } of rows) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const buckets: BucketCount[] = [...counts].map(([bucket, count]) => ({ bucket, count }));
  const at = (share: number): number => Math.round(firstAudioQuantile(buckets, share)! * 10) / 10;
  if (buckets.length === 0) return null;
  return { count: buckets.reduce((sum, { count }) => sum + count, 0), p50_ms: at(0.5), p95_ms: at(0.95) };
}

function seriesOf({ sums, firstAudio }: Sums): [id: string, part: Sums][] {
  const times = Map.groupBy(firstAudio, ({ group }) => group);
  const requestsOf = (part: Sums): number => part.sums.reduce((total, { requests }) => total + requests, 0);
  return [...Map.groupBy(sums, ({ group }) => group)]
    .map(([id, rows]): [string, Sums] => [id, { sums: rows, firstAudio: times.get(id) ?? [] }])
    .sort(([idA, a], [idB, b]) => requestsOf(b) - requestsOf(a) || (idA < idB ? -1 : 1));
}

function isActive({ requests, audio_seconds: seconds, characters }: Figures): boolean {
  return requests > 0 || seconds > 0 || characters > 0;
}
