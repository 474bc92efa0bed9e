import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { List, useList } from '../components/pages/list.tsx';
import type { MetricResult } from '../metrics/metrics.ts';
import { ResultTable } from '../metrics/result-table.tsx';

/** How often it is looked for results: they come soon after the end of a call. */
const lookMs = 5000;

/** What metrics found in a call. */
export function CallResults({ callId }: { readonly callId: string }): ReactElement {
  const list = useList<MetricResult>({
    queryKey: ['metrics', 'results', 'call', callId],
    load: (page, signal) => sonorant.get('/agents/metrics/results', { query: { ...page, call_id: callId }, signal }),
    refetchInterval: lookMs,
  });
  return (
    <section className="stack" aria-labelledby="call-results">
      <h2 id="call-results">Metrics</h2>
      <List list={list} label="Results" empty={<p className="muted">No metric has judged this call.</p>}>
        {(rows) => <ResultTable results={rows} />}
      </List>
    </section>
  );
}
