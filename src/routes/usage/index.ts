/** Credits that the organization has used. */
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField } from '../../errors/service-error.ts';
import { errorResponses } from '../../http/index.ts';
import { usageGroups, type DailyCalls, type DailyCredits, type UsageGroup } from '../../store/index.ts';
import { addActivity } from './activity.ts';
import { apiKeyField, intervalField, labelOf, windowFields, type UsageRouteOptions } from './fields.ts';
import { bucketsOf, dayOf, intervals, windowOf, wireWindow, type Window } from './window.ts';

const windowQuery = {
  ...windowFields,
  interval: intervalField(intervals).describe(
    'Length of a bucket: UTC days, weeks from Monday on, months from their first day on, the first and the last cut to the window. Default: one bucket for all.',
  ),
};

const creditsQuery = z.object({
  ...windowQuery,
  api_key_id: apiKeyField,
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

/** `/usage`: credits by day, week or month, and what was made how soon. Needs an admin key. Flushes the meter of this process first. */
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
          querystring: z.object(windowQuery),
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

    addActivity(app, options);
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
