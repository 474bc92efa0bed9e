/** Agents, their versions and their tools. */
import type { Kysely } from 'kysely';
import { agentTools, type AgentTools } from './agent-tools.ts';
import { agents, type Agents } from './agents.ts';
import type { Schema } from '../schema.ts';

export type { AgentToolFilter, AgentTools, NewAgentTool } from './agent-tools.ts';
export type { AgentChanges, Agents, NewVersion, PublishedAgent } from './agents.ts';
export type { AgentRow, AgentToolRow, AgentVersionRow } from './schema.ts';

export interface AgentRepositories {
  readonly agents: Agents;
  readonly agentTools: AgentTools;
}

export function agentRepositories(db: Kysely<Schema>, now: () => Date): AgentRepositories {
  return { agents: agents(db, now), agentTools: agentTools(db, now) };
}
