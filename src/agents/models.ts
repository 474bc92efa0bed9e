/**
 * The language models an agent can name. The server brings none: the operator lists the ids that the agent runtime can
 * reach (`SONORANT_AGENT_MODELS`), and a configuration keeps one of them.
 */
export interface AgentModel {
  readonly id: string;
  readonly display_name: string;
  /** The provider that runs it. */
  readonly provider: string;
  readonly description: string | null;
  readonly average_latency_ms: number | null;
  /** Decimal numbers as text. */
  readonly pricing: {
    readonly currency: 'USD';
    readonly input_per_million_tokens: string;
    readonly output_per_million_tokens: string;
    readonly cache_read_per_million_tokens: string;
    readonly cache_write_per_million_tokens: string;
  };
}

const description =
  'A language model that the operator of this server connects with the agent runtime. The server itself brings no model.';

/** This server charges nothing; prices of the operator's provider are not known to it. */
const free = {
  currency: 'USD',
  input_per_million_tokens: '0',
  output_per_million_tokens: '0',
  cache_read_per_million_tokens: '0',
  cache_write_per_million_tokens: '0',
} as const;

/** @param ids at least one; the first is the default of new agents */
export function agentModels(ids: readonly string[]): readonly AgentModel[] {
  return ids.map((id) => ({
    id,
    display_name: id === 'default' ? 'Default' : id,
    provider: 'operator',
    description,
    average_latency_ms: null,
    pricing: free,
  }));
}
