/** The tables of agents and their tools; what holds for all of them stands in `../schema.ts`. */
import type { Selectable } from 'kysely';

export interface AgentTable {
  readonly id: string;
  readonly organization_id: string;
  name: string;
  description: string | null;
  webhook_id: string | null;
  /** The published version. */
  version_id: string;
  /** Folded name and description. */
  search: string;
  readonly created_at: string;
  updated_at: string;
}

/** Never changed once written. */
export interface AgentVersionTable {
  readonly id: string;
  readonly organization_id: string;
  readonly agent_id: string;
  /** 1 for the first one, without gaps. */
  readonly number: number;
  readonly description: string | null;
  /** JSON of the complete configuration. */
  readonly config: string;
  readonly created_by: string | null;
  readonly created_at: string;
}

export interface AgentToolTable {
  readonly id: string;
  readonly organization_id: string;
  readonly type: 'webhook' | 'client';
  name: string;
  /** JSON of the whole tool; its secrets are sealed. */
  definition: string;
  readonly created_at: string;
  updated_at: string;
}

export interface AgentsSchema {
  readonly agents: AgentTable;
  readonly agent_versions: AgentVersionTable;
  readonly agent_tools: AgentToolTable;
}

/** An agent as stored, without its configuration. */
export type AgentRow = Selectable<AgentTable>;
/** A version of an agent as stored; `config` is JSON text. */
export type AgentVersionRow = Selectable<AgentVersionTable>;
/** A tool as stored; `definition` is JSON text in which secrets are sealed. */
export type AgentToolRow = Selectable<AgentToolTable>;
