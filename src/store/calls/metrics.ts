/** Metrics, and the agents whose calls they are asked of. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import { removeOwned } from '../owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { Schema } from '../schema.ts';
import type { MetricRow } from './schema.ts';

/** What is set when a metric is made. */
export type NewMetric = Pick<MetricRow, 'name' | 'display_name' | 'prompt'>;

/** Which metrics a list has. */
export interface MetricFilter {
  /** Those attached to this agent. */
  readonly agentId?: string | undefined;
}

export interface Metrics {
  /** Undefined when another one of the organization has the name. */
  readonly create: (organizationId: string, metric: NewMetric) => Promise<MetricRow | undefined>;
  readonly find: (organizationId: string, id: string) => Promise<MetricRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest & MetricFilter) => Promise<PageOf<MetricRow>>;
  /** Also takes it from its agents; its results stay. False when the organization has no such metric. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
  /** Those attached to an agent, the one attached first first. */
  readonly ofAgent: (organizationId: string, agentId: string) => Promise<readonly MetricRow[]>;
  /** Changes nothing where it is attached, or where the organization has not both. */
  readonly attach: (organizationId: string, agentId: string, id: string) => Promise<void>;
  /** Changes nothing where it is not attached. */
  readonly detach: (organizationId: string, agentId: string, id: string) => Promise<void>;
}

export function metrics(db: Kysely<Schema>, now: () => Date): Metrics {
  const all = (organizationId: string) =>
    db.selectFrom('metrics').selectAll().where('organization_id', '=', organizationId);

  return {
    create: (organizationId, metric) =>
      db
        .insertInto('metrics')
        .values({ id: newId('metric'), organization_id: organizationId, ...metric, created_at: now().toISOString() })
        .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
        .returningAll()
        .executeTakeFirst(),
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page(organizationId, { agentId, ...request }) {
      if (agentId === undefined) return selectPage(all(organizationId), request);
      const attached = db.selectFrom('agent_metrics').select('metric_id').where('agent_id', '=', agentId);
      return selectPage(all(organizationId).where('id', 'in', attached), request);
    },
    remove: (organizationId, id) => removeOwned(db, 'metrics', organizationId, id),
    ofAgent: (organizationId, agentId) =>
      db
        .selectFrom('metrics')
        .innerJoin('agent_metrics', 'agent_metrics.metric_id', 'metrics.id')
        .selectAll('metrics')
        .where('metrics.organization_id', '=', organizationId)
        .where('agent_metrics.agent_id', '=', agentId)
        .orderBy('agent_metrics.created_at')
        .orderBy('metrics.id')
        .execute(),
    async attach(organizationId, agentId, id) {
      const both = db
        .selectFrom('agents')
        .innerJoin('metrics', 'metrics.organization_id', 'agents.organization_id')
        .where('agents.organization_id', '=', organizationId)
        .where('agents.id', '=', agentId)
        .where('metrics.id', '=', id)
        .select((eb) => [
          'agents.organization_id',
          'agents.id as agent_id',
          'metrics.id as metric_id',
          eb.val(now().toISOString()).as('created_at'),
        ]);
      await db
        .insertInto('agent_metrics')
        .columns(['organization_id', 'agent_id', 'metric_id', 'created_at'])
        .expression(both)
        .onConflict((conflict) => conflict.columns(['agent_id', 'metric_id']).doNothing())
        .execute();
    },
    async detach(organizationId, agentId, id) {
      await db
        .deleteFrom('agent_metrics')
        .where('organization_id', '=', organizationId)
        .where('agent_id', '=', agentId)
        .where('metric_id', '=', id)
        .execute();
    },
  };
}
