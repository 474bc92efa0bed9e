/** The language models that an agent can name, as they are listed. */
import type { LanguageModelDescriptor } from '../language-models/adapter.ts';

/** An item of `GET /v1/agents/models`. */
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

/** This server charges nothing; prices of the operator's provider are not known to it. */
const free = {
  currency: 'USD',
  input_per_million_tokens: '0',
  output_per_million_tokens: '0',
  cache_read_per_million_tokens: '0',
  cache_write_per_million_tokens: '0',
} as const;

/** In the order of the models. Keys and addresses are not among what is shown. */
export function agentModels(models: readonly LanguageModelDescriptor[]): readonly AgentModel[] {
  return models.map(({ id, displayName, provider, description }) => ({
    id,
    display_name: displayName,
    provider,
    description,
    average_latency_ms: null,
    pricing: free,
  }));
}
