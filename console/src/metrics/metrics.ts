/** Metrics of calls, and which of them an agent has. */
import type { Schemas } from '@sonorant/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { sonorant } from '../base/api.ts';
import '../styles/metrics.css';

export type Metric = Schemas['Metric'];
export type MetricResult = Schemas['MetricResult'];

/** So many are read for a choice. */
const mostChoices = 500;

/** All metrics, newest first. */
export function useMetrics(): UseQueryResult<readonly Metric[]> {
  return useQuery({
    queryKey: ['metrics', 'choice'],
    queryFn: async ({ signal }) => {
      const metrics: Metric[] = [];
      for await (const metric of sonorant.pages('/agents/metrics', { query: { limit: 100 }, signal })) {
        metrics.push(metric);
        if (metrics.length === mostChoices) break;
      }
      return metrics;
    },
  });
}

/** The name for people where there is one. */
export function nameOf({ name, display_name: shown }: Pick<Metric, 'name' | 'display_name'>): string {
  return shown ?? name;
}
