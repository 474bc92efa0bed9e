/** How long an agent waits before it answers: what its configuration says, and the server's figures for the rest. */
import type { AgentConfig } from '../../agents/config.ts';
import type { TurnOptions } from '../../turns/options.ts';

/** Milliseconds of silence that end a turn, see {@link TurnOptions}. */
export type Patience = Pick<TurnOptions, 'minMs' | 'finishedMs' | 'maxMs'>;

/** Silence that ends any turn, unless an agent waits longer. */
const endTimeoutMs = 5600;

/** Where a figure of the server does not go with one of the agent, it gives way. */
export function patienceOf(
  { turn_taking: given }: Pick<AgentConfig, 'turn_taking'>,
  server: Patience,
): Patience & Pick<TurnOptions, 'endTimeoutMs'> {
  const { min_ms: min, finished_ms: finished, max_ms: max } = given ?? {};
  const minMs = min ?? Math.min(Math.max(server.minMs, finished ?? 0), max ?? Infinity);
  const maxMs = max ?? Math.max(server.maxMs, minMs);
  return {
    minMs,
    finishedMs: finished ?? Math.min(server.finishedMs, minMs),
    maxMs,
    endTimeoutMs: Math.max(endTimeoutMs, max ?? 0),
  };
}
