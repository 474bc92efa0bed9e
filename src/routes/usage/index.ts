/** Credits that the organization has used. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField } from '../../errors/service-error.ts';
import { errorResponses, queryTime } from '../../http/index.ts';
import { usageGroups, type DailyCalls, type DailyCredits, type Store, type UsageGroup } from '../../store/index.ts';
import { bucketsOf, dayOf, intervals, windowOf, wireWindow, type Window } from './window.ts';

export interface UsageRouteOptions {
  readonly store: Pick<Store, 'usage' | 'apiKeys' | 'calls'>;
  /** Brings what this process has counted into the store. */
  readonly meter: { readonly flush: () => Promise<void> };
  /** Name of a voice of the organization, undefined where it has none. */
  readonly voiceName: (id: string, organizationId: string) => Promise<string | undefined>;
  readonly now?: (() => Date) | undefined;
}

function moment(meaning: string) {
  return queryTime().optional().describe(meaning);
}

const windowFields = {
  start_ts: moment(
    'RFC 3339 with a time zone; rounded down to the UTC day. At most a year before `end_ts`. Default: a week before `end_ts`.',
  ),
  end_ts: moment('RFC 3339 with a time zone; rounded up to the UTC day. Default: now.'),
  interval: z
    .enum(intervals)
    .optional()
    .describe(
      'Length of a bucket: UTC days, weeks from Monday on, months from their first day on, the first and the last cut to the window. Default: one bucket for all.',
    ),
};

const creditsQuery = z.object({
  ...windowFields,
  api_key_id: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Only what was used with this key and the tokens it made.'),
  group_by: z
    .enum(Object.keys(usageGroups) as [UsageGroup, ...UsageGroup[]])
    .optional()
    .describe('One series for each; needs `interval=day`. `api_key` does not go with `api_key_id`.'),
});

const bounds = { start_ts: z.iso.datetime(), end_ts: z.iso.datetime() };
const creditsBucket = z
  .object({
    ...bounds,
    credits: z.int().describe('Characters spoken, seconds heard and minutes of calls; 0 where there was nothing.'),
  })
  .meta({ id: 'CreditsBucket' });
const creditsSeries = z
  .object({
    id: z.string(),
    label: z.string().optional().describe('A name for people.'),
    buckets: z.array(creditsBucket),
  })
  .meta({ id: 'CreditsSeries', description: 'What one model, voice, key or capability has used.' });
const creditsSchema = z.union([
  z.object({
    group_by: z.enum(Object.keys(usageGroups) as [UsageGroup, ...UsageGroup[]]),
    data: z.array(creditsSeries).describe('The one that used most comes first.'),
  }),
  z.object({ data: z.array(creditsBucket) }),
]);

const agentsBucket = z
  .object({ ...bounds, cents: z.int(), minutes: z.number(), calls: z.int() })
  .meta({ id: 'AgentUsageBucket' });

const config = { auth: 'admin' } as const;
const tags = ['Usage'];

/** `/usage`: credits by day, week or month. Needs an admin key. Flushes the meter of this process first. */
export function usageRoutes(options: UsageRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    const { store, meter, now = () => new Date() } = options;

    app.get(
      '/usage/credits',
      {
        config,
        schema: {
          tags,
          summary: 'Credits used',
          description:
            'One credit is one character of a transcript that was spoken: a Unicode code point, white space and markup included; or one second of audio that was heard, a second that has begun included; or one minute of a call, a minute that has begun included. Text that was cancelled before its sentence began costs nothing. Other servers on the same database add theirs within seconds.',
          querystring: creditsQuery,
          response: { 200: creditsSchema, ...errorResponses(400, 401, 403, 500) },
        },
      },
      async ({ query, principal }) => {
        const { interval, group_by: groupBy, api_key_id: apiKeyId } = query;
        if (groupBy !== undefined && interval !== 'day') {
          throw invalidField('interval', 'Must be "day" with "group_by"');
        }
        if (groupBy === 'api_key' && apiKeyId !== undefined) {
          throw invalidField('group_by', 'Must not be "api_key" with "api_key_id"');
        }
        const window = windowOf(query.start_ts, query.end_ts, now());
        await meter.flush();
        const used = await store.usage.daily(principal.organizationId, {
          from: dayOf(window.start),
          to: dayOf(window.end),
          apiKeyId,
          groupBy,
        });
        const buckets = bucketsOf(window, interval);
        if (groupBy === undefined) return { data: fill(buckets, used) };
        return {
          group_by: groupBy,
          data: await Promise.all(
            seriesOf(used).map(async ([id, days]) => ({
              id,
              ...(await labelOf(options, groupBy, id, principal.organizationId)),
              buckets: fill(buckets, days),
            })),
          ),
        };
      },
    );

    app.get(
      '/usage/agents',
      {
        config,
        schema: {
          tags,
          summary: 'Agent usage',
          description:
            'Calls that ended in each bucket, on whatever line, and their minutes. This server knows no prices: `cents` is always 0.',
          querystring: z.object(windowFields),
          response: { 200: z.object({ data: z.array(agentsBucket) }), ...errorResponses(400, 401, 403, 500) },
        },
      },
      async ({ query, principal }) => {
        const window = windowOf(query.start_ts, query.end_ts, now());
        const days = await store.calls.daily(principal.organizationId, {
          from: dayOf(window.start),
          to: dayOf(window.end),
        });
        return {
          data: bucketsOf(window, query.interval).map((bucket) => {
            const [from, to] = [dayOf(bucket.start), dayOf(bucket.end)];
            const inside = days.filter(({ day }) => day >= from && day < to);
            const sum = (value: (of: DailyCalls) => number) => inside.reduce((total, day) => total + value(day), 0);
            const minutes = sum(({ seconds }) => seconds) / 60;
            return { ...wireWindow(bucket), cents: 0, minutes, calls: sum((day) => day.calls) };
          }),
        };
      },
    );

    done();
  };
}

/** @param days in order */
function fill(buckets: readonly Window[], days: readonly DailyCredits[]): z.output<typeof creditsBucket>[] {
  let next = 0;
  return buckets.map((bucket) => {
    let credits = 0;
    for (const end = dayOf(bucket.end); next < days.length && days[next]!.day < end; next++) {
      credits += days[next]!.credits;
    }
    return { ...wireWindow(bucket), credits };
  });
}

function seriesOf(days: readonly DailyCredits[]): [id: string, days: DailyCredits[]][] {
  const series = Map.groupBy(days, ({ group }) => group);
  const total = (of: readonly DailyCredits[]): number => of.reduce((sum, { credits }) => sum + credits, 0);
  return [...series].sort(([idA, a], [idB, b]) => total(b) - total(a) || (idA < idB ? -1 : 1));
}

async function labelOf(
  { store, voiceName }: UsageRouteOptions,
  groupBy: UsageGroup,
  id: string,
  organizationId: string,
): Promise<{ label?: string }> {
  if (groupBy !== 'api_key' && groupBy !== 'voice') return {};
  const label =
    groupBy === 'voice'
      ? await voiceName(id, organizationId)
      : (await store.apiKeys.find(organizationId, id))?.description;
  return label === undefined || label === '' ? {} : { label };
}
