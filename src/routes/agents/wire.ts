/** Agents, versions and tools in their wire form. */
import type { z } from 'zod';
import type { Agent, Version } from '../../agents/agents.ts';
import { showTool } from '../../agents/tool-definition.ts';
import type { Tool } from '../../agents/tools.ts';
import type { AgentRow } from '../../store/index.ts';
import type { agentSchema, agentSummarySchema, toolSchema, versionSchema } from './schema.ts';

type WireVersion = z.output<typeof versionSchema>;

export function wireVersion({ id, description, createdAt, createdBy, config }: Version): WireVersion {
  return { id, description, created_at: createdAt, created_by: createdBy, config };
}

export function wireAgent({
  id,
  name,
  description,
  createdAt,
  updatedAt,
  version,
}: Agent): z.output<typeof agentSchema> {
  const { config, ...published } = wireVersion(version);
  return { id, name, description, created_at: createdAt, updated_at: updatedAt, config, version: published };
}

export function wireSummary({
  id,
  name,
  description,
  created_at,
  updated_at,
  version_id,
}: AgentRow): z.output<typeof agentSummarySchema> {
  return { id, name, description, created_at, updated_at, version_id };
}

export function wireTool({ id, definition, createdAt, updatedAt }: Tool): z.output<typeof toolSchema> {
  return { id, created_at: createdAt, updated_at: updatedAt, ...showTool(definition) };
}
