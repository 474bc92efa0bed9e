import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { CreateMetric } from './create-metric.tsx';
import { nameOf, type Metric } from './metrics.ts';
import { sonorant } from '../base/api.ts';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { ListPage, madeColumn } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';

/** What is asked about calls. */
export default function MetricsPage(): ReactElement {
  const client = useQueryClient();
  const list = useList<Metric>({
    queryKey: ['metrics', 'list'],
    load: (query, signal) => sonorant.get('/agents/metrics', { query, signal }),
  });
  return (
    <ListPage
      title="Metrics"
      lead="Questions that the language model of an agent is asked about each of its calls, once the call has ended."
      noun="metric"
      list={list}
      hint={<p>Make one, then attach it to an agent, on its page: the calls that end from then on are judged.</p>}
      create={CreateMetric}
      columns={[
        {
          title: 'Name',
          isHeader: true,
          cell: (metric) => (
            <>
              <Entered text={nameOf(metric)} />
              <br />
              <code className="muted">{metric.name}</code>
            </>
          ),
        },
        {
          title: 'Question',
          cell: ({ prompt }) => (
            <span className="clamped">
              <Entered text={prompt} />
            </span>
          ),
        },
        madeColumn,
        {
          title: 'Actions',
          cell: (metric) => (
            <span className="row tight">
              <Link href={`/metrics/results?metric=${metric.id}`} aria-label={`Results of ${isolated(nameOf(metric))}`}>
                Results
              </Link>
              <RemoveButton
                title="Delete this metric?"
                label={`Delete ${isolated(nameOf(metric))}`}
                remove={() => sonorant.delete('/agents/metrics/{metric_id}', { path: { metric_id: metric.id } })}
                onRemoved={() => void client.invalidateQueries({ queryKey: ['metrics'] })}
              >
                <p>
                  <Entered text={nameOf(metric)} /> is taken from its agents and is gone for good. What it found stays.
                </p>
              </RemoveButton>
            </span>
          ),
        },
      ]}
    >
      <div>
        <LinkButton href="/metrics/results">All results</LinkButton>
      </div>
    </ListPage>
  );
}
