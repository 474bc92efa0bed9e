/** Tools of agents. Their definitions are JSON in which secrets are sealed. */
import type { Kysely } from 'kysely';
import { newId } from '../ids.ts';
import { removeOwned } from '../owned-rows.ts';
import { selectPage, type PageOf, type PageRequest } from '../page.ts';
import type { AgentToolRow } from './schema.ts';
import type { Schema } from '../schema.ts';

export interface NewAgentTool {
  readonly type: AgentToolRow['type'];
  readonly name: string;
  /** JSON of the whole tool. */
  readonly definition: string;
}

/** Narrows a page of tools; all given conditions hold together. */
export interface AgentToolFilter {
  readonly type?: AgentToolRow['type'] | undefined;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
}

export interface AgentTools {
  readonly create: (organizationId: string, tool: NewAgentTool) => Promise<AgentToolRow>;
  readonly find: (organizationId: string, id: string) => Promise<AgentToolRow | undefined>;
  /** Newest first. */
  readonly page: (organizationId: string, request: PageRequest & AgentToolFilter) => Promise<PageOf<AgentToolRow>>;
  /** Undefined when the organization has no such tool. */
  readonly update: (
    organizationId: string,
    id: string,
    change: Pick<NewAgentTool, 'name' | 'definition'>,
  ) => Promise<AgentToolRow | undefined>;
  /** False when the organization has no such tool. Whether an agent uses it is the caller's question, in one transaction. */
  readonly remove: (organizationId: string, id: string) => Promise<boolean>;
}

export function agentTools(db: Kysely<Schema>, now: () => Date): AgentTools {
  const all = (organizationId: string) =>
    db.selectFrom('agent_tools').selectAll().where('organization_id', '=', organizationId);

  return {
    async create(organizationId, tool) {
      const time = now().toISOString();
      const row = {
        id: newId('agent_tool'),
        organization_id: organizationId,
        ...tool,
        created_at: time,
        updated_at: time,
      };
      await db.insertInto('agent_tools').values(row).execute();
      return row;
    },
    find: (organizationId, id) => all(organizationId).where('id', '=', id).executeTakeFirst(),
    page(organizationId, { type, ids, ...request }) {
      let query = all(organizationId);
      if (type !== undefined) query = query.where('type', '=', type);
      if (ids !== undefined) query = query.where('id', 'in', ids.length === 0 ? [''] : ids);
      return selectPage(query, request);
    },
    update: (organizationId, id, change) =>
      db
        .updateTable('agent_tools')
        .set({ ...change, updated_at: now().toISOString() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    remove: (organizationId, id) => removeOwned(db, 'agent_tools', organizationId, id),
  };
}
