import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components';
import type { Agent } from './agents.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { QueryView } from '../components/pages/query-view.tsx';
import { nameOf, useMetrics, type Metric } from '../metrics/metrics.ts';

/** The metrics that the calls of an agent are judged by; those of the organization are attached and detached. */
export function AgentMetrics({ agent }: { readonly agent: Agent }): ReactElement {
  const metrics = useMetrics();
  const attached = useQuery({
    queryKey: ['metrics', 'attached', agent.id],
    queryFn: ({ signal }) => sonorant.get('/agents/metrics', { query: { agent_id: agent.id, limit: 100 }, signal }),
    select: ({ data }) => new Set(data.map(({ id }) => id)),
  });
  return (
    <div className="stack">
      <p className="muted">
        Each call that ends is judged by the attached metrics. A metric is made on{' '}
        <Link href="/metrics">its own page</Link>; what was found stands in the{' '}
        <Link href={`/metrics/results?agent=${agent.id}`}>results of this agent</Link>.
      </p>
      {agent.config.model.id === 'rules' && (
        <p className="note warning">
          This agent answers by rules, which judge nothing: its results have no answer. With a language model they do.
        </p>
      )}
      <QueryView query={metrics} label="The metrics">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No metric yet.">
              <LinkButton href="/metrics">Metrics</LinkButton>
            </Empty>
          ) : (
            <QueryView query={attached} label="What is attached">
              {(ids) => <MetricTable agent={agent} metrics={all} attached={ids} />}
            </QueryView>
          )
        }
      </QueryView>
    </div>
  );
}

interface MetricTableProps {
  readonly agent: Agent;
  readonly metrics: readonly Metric[];
  readonly attached: ReadonlySet<string>;
}

function MetricTable({ agent, metrics, attached }: MetricTableProps): ReactElement {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ id }: Metric) => {
      const path = { agent_id: agent.id, metric_id: id };
      return attached.has(id)
        ? sonorant.delete('/agents/{agent_id}/metrics/{metric_id}', { path })
        : sonorant.post('/agents/{agent_id}/metrics/{metric_id}', { path });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['metrics', 'attached', agent.id] }),
  });
  return (
    <>
      {changing.error !== null && <ErrorMessage error={changing.error} title="Nothing was changed" />}
      <DataTable
        label="Metrics"
        rows={metrics}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Metric',
            isHeader: true,
            cell: (metric) => (
              <span className="row tight">
                <Entered text={nameOf(metric)} />
                {attached.has(metric.id) && <Badge tone="good">attached</Badge>}
              </span>
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
          {
            title: 'Actions',
            cell: (metric) => (
              <Button
                variant="quiet"
                aria-label={`${attached.has(metric.id) ? 'Detach' : 'Attach'} ${isolated(nameOf(metric))}`}
                isPending={changing.isPending && changing.variables.id === metric.id}
                onPress={() => changing.mutate(metric)}
              >
                {attached.has(metric.id) ? 'Detach' : 'Attach'}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}
