/** Agents, their versions and their tools. */
import type { Kysely } from 'kysely';
import { agentTools } from './agent-tools.ts';
import { agents } from './agents.ts';
import type { Schema } from '../schema.ts';

export type * from './agent-tools.ts';
export type * from './agents.ts';
export type * from './schema.ts';

/** One repository for each kind of row. */
export type AgentRepositories = Readonly<ReturnType<typeof agentRepositories>>;

export function agentRepositories(db: Kysely<Schema>, now: () => Date) {
  return { agents: agents(db, now), agentTools: agentTools(db, now) };
}
