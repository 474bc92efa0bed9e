/** What metrics found in calls. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import type { CallRow, MetricResultRow, MetricRow } from './schema.ts';

/** A result that is yet to be written. */
export type NewMetricResult = Omit<MetricResultRow, 'id' | 'organization_id' | 'created_at'>;

/** Which results a list has; the conditions hold together. */
export interface MetricResultFilter {
  readonly agentId?: string | undefined;
  /** Version of the agent. */
  readonly versionId?: string | undefined;
  readonly metricId?: string | undefined;
  readonly callId?: string | undefined;
  /** Bounds of when the result was made, ISO 8601 in UTC, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A place in the order of the results, behind one that may be gone. */
export type MetricResultPlace = Pick<MetricResultRow, 'created_at' | 'id'>;

/** A call that a metric is to be asked of. */
export interface CallToJudgeRow {
  readonly call: Pick<CallRow, 'id' | 'organization_id' | 'agent_id' | 'agent_version_id'>;
  readonly metric: Pick<MetricRow, 'id' | 'name' | 'display_name' | 'prompt'>;
  /** JSON of the configuration that the agent had; null where that is gone. */
  readonly config: string | null;
}

export interface MetricResults {
  /**
   * Undefined where the call has a result of the metric, or no contents any more. Call it in a transaction: it holds the call to the
   * end of that, so that no redaction comes between.
   */
  readonly record: (organizationId: string, result: NewMetricResult) => Promise<MetricResultRow | undefined>;
  readonly find: (organizationId: string, id: string) => Promise<MetricResultRow | undefined>;
  /** Undefined where the call or the metric is gone, the call has no contents any more, or there is a result. */
  readonly toJudge: (organizationId: string, callId: string, metricId: string) => Promise<CallToJudgeRow | undefined>;
  /** Newest first. */
  readonly page: (
    organizationId: string,
    request: PageRequest & MetricResultFilter,
  ) => Promise<PageOf<MetricResultRow>>;
  /** Those that follow on a place in the order of a page, or the first ones. */
  readonly behind: (
    organizationId: string,
    place: MetricResultPlace | undefined,
    filter: MetricResultFilter,
    limit: number,
  ) => Promise<readonly MetricResultRow[]>;
  /** How many of them there are; more than `atMost` are not counted. */
  readonly countBehind: (
    organizationId: string,
    place: MetricResultPlace | undefined,
    filter: MetricResultFilter,
    atMost: number,
  ) => Promise<number>;
  /** Gives what was removed. */
  readonly remove: (organizationId: string, id: string) => Promise<MetricResultRow | undefined>;
}

export function metricResults(db: Kysely<Schema>, now: () => Date): MetricResults {
  const all = (organizationId: string) =>
    db.selectFrom('metric_results').selectAll().where('organization_id', '=', organizationId);
  const matching = (organizationId: string, filter: MetricResultFilter) => {
    const { agentId, versionId, metricId, callId, from, to } = filter;
    let query = all(organizationId);
    if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
    if (versionId !== undefined) query = query.where('agent_version_id', '=', versionId);
    if (metricId !== undefined) query = query.where('metric_id', '=', metricId);
    if (callId !== undefined) query = query.where('call_id', '=', callId);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (to !== undefined) query = query.where('created_at', '<=', to);
    return query;
  };
  const following = (organizationId: string, place: MetricResultPlace | undefined, filter: MetricResultFilter) => {
    const query = matching(organizationId, filter);
    if (place === undefined) return query;
    return query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place.created_at, place.id)));
  };

  return {
    async record(organizationId, result) {
      const call = await db
        .updateTable('calls')
        .set((eb) => ({ analysed_at: eb.ref('analysed_at') }))
        .where('organization_id', '=', organizationId)
        .where('id', '=', result.call_id)
        .where('redacted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (call === undefined) return undefined;
      return db
        .insertInto('metric_results')
        .values({ ...result, id: newId('mres'), organization_id: organizationId, created_at: now().toISOString() })
        .onConflict((conflict) => conflict.columns(['call_id', 'metric_id']).doNothing())
        .returningAll()
        .executeTakeFirst();
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    async toJudge(organizationId, callId, metricId) {
      const found = await db
        .selectFrom('calls')
        .innerJoin('metrics', 'metrics.organization_id', 'calls.organization_id')
        .leftJoin('agent_versions', (join) =>
          join
            .onRef('agent_versions.id', '=', 'calls.agent_version_id')
            .onRef('agent_versions.agent_id', '=', 'calls.agent_id')
            .onRef('agent_versions.organization_id', '=', 'calls.organization_id'),
        )
        .where('calls.organization_id', '=', organizationId)
        .where('calls.id', '=', callId)
        .where('calls.redacted_at', 'is', null)
        .where('metrics.id', '=', metricId)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('metric_results')
                .select('id')
                .where('call_id', '=', callId)
                .where('metric_id', '=', metricId),
            ),
          ),
        )
        .select(['calls.agent_id', 'calls.agent_version_id'])
        .select(['metrics.name', 'metrics.display_name', 'metrics.prompt', 'agent_versions.config'])
        .executeTakeFirst();
      if (found === undefined) return undefined;
      const { agent_id, agent_version_id, name, display_name, prompt, config } = found;
      return {
        call: { id: callId, organization_id: organizationId, agent_id, agent_version_id },
        metric: { id: metricId, name, display_name, prompt },
        config,
      };
    },
    page(organizationId, { limit, starting_after, ending_before, ...filter }) {
      return selectPage(matching(organizationId, filter), { limit, starting_after, ending_before });
    },
    behind: (organizationId, place, filter, limit) =>
      following(organizationId, place, filter)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    async countBehind(organizationId, place, filter, atMost) {
      const some = following(organizationId, place, filter)
        .clearSelect()
        .select('id')
        .limit(atMost + 1)
        .as('some');
      const { count } = await db
        .selectFrom(some)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Math.min(count, atMost);
    },
    remove: (organizationId, id) =>
      db
        .deleteFrom('metric_results')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
  };
}
