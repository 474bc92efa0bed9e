import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { agreementOf } from './findings.ts';
import type { MetricResult } from './metrics.ts';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { DataTable, type Column } from '../components/pages/data-table.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatDateTime, isolated } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import '../styles/metrics.css';

export interface ResultTableProps {
  readonly results: readonly MetricResult[];
  /** The name of an agent; undefined for one that is gone. Left out, all results are of one call. */
  readonly agentName?: (id: string) => string | undefined;
}

/** Results, each with its reason and what leads to its call. */
export function ResultTable({ results, agentName }: ResultTableProps): ReactElement {
  const ofCalls: readonly Column<MetricResult>[] =
    agentName === undefined
      ? []
      : [
          {
            title: 'Call',
            cell: ({ callId, agentId }) => (
              <>
                <Link href={`/calls/${callId}`} aria-label={`Call ${callId}`}>
                  Call
                </Link>
                <br />
                <small>
                  <Entered text={agentName(agentId) ?? agentId} />
                </small>
              </>
            ),
          },
        ];
  return (
    <DataTable
      label="Results"
      rows={results}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Metric',
          isHeader: true,
          cell: ({ metricName, metricDisplayName }) => <Entered text={metricDisplayName ?? metricName} />,
        },
        { title: 'Result', cell: (result) => <ResultValue result={result} /> },
        { title: 'Reason', cell: ({ summary }) => <Entered text={summary ?? '–'} /> },
        ...ofCalls,
        { title: 'Judged', cell: ({ createdAt: at }) => <Moment at={at} /> },
        { title: 'Actions', cell: (result) => <AskAgain result={result} /> },
      ]}
    />
  );
}

function ResultValue({ result }: { readonly result: MetricResult }): ReactElement {
  const { status, result: text, jsonResult } = result;
  if (status === 'failed') return <Badge tone="bad">failed</Badge>;
  if (text === null) return <span className="muted">no answer</span>;
  const agreed = agreementOf(result);
  if (agreed !== undefined) return <Badge tone={agreed ? 'good' : 'neutral'}>{agreed ? 'yes' : 'no'}</Badge>;
  if (typeof jsonResult === 'object' && jsonResult !== null) {
    return (
      <pre className="json-result" tabIndex={0}>
        {JSON.stringify(jsonResult, null, 1)}
      </pre>
    );
  }
  return <Entered text={text} />;
}

function AskAgain({
  result: { id, metricName, metricDisplayName, createdAt },
}: {
  readonly result: MetricResult;
}): ReactElement {
  const client = useQueryClient();
  const name = metricDisplayName ?? metricName;
  return (
    <RemoveButton
      action="Ask again"
      title="Ask about this call once more?"
      label={`Ask again: ${isolated(name)}, ${formatDateTime(createdAt)}`}
      remove={() => sonorant.delete('/agents/metrics/results/{result_id}', { path: { result_id: id } })}
      onRemoved={() => void client.invalidateQueries({ queryKey: ['metrics', 'results'] })}
    >
      <p>
        This result of <Entered text={name} /> is deleted. Where the metric and the contents of the call are still
        there, the language model is asked again, and its answer appears here.
      </p>
    </RemoveButton>
  );
}
