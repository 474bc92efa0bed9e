/** Agents and their configurations. */
import type { Schemas } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { sonorant } from '../base/api.ts';

export type Agent = Schemas['Agent'];
export type AgentConfig = Schemas['AgentConfig'];
export type AgentConfigPatch = Schemas['AgentConfigPatch'];
export type AgentVersion = Schemas['AgentVersion'];
export type Tool = Schemas['AgentTool'];

/** A field of the configuration that a form changes; the server checks what was typed. */
export type ChangeConfig = (path: readonly string[], value: unknown) => void;

/** An object with one member at a path replaced, the others as they were. */
export function withValue(object: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const base = typeof object === 'object' && object !== null ? (object as Readonly<Record<string, unknown>>) : {};
  return { ...base, [name]: withValue(base[name], rest, value) };
}

/** The models that an agent can name; none while they are not known. */
export function useAgentModels(): readonly Schemas['AgentModel'][] {
  const { data } = useQuery({
    queryKey: ['agent-models'],
    queryFn: ({ signal }) => sonorant.get('/v1/agents/models', { query: { limit: 100 }, signal }),
  });
  return data?.data ?? [];
}
