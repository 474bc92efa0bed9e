import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useSearchParams } from 'wouter';
import { findingsOf } from './findings.ts';
import { FindingsCard } from './findings-view.tsx';
import { nameOf, useMetrics, type Metric, type MetricResult } from './metrics.ts';
import { ResultTable } from './result-table.tsx';
import { download } from '../audio/download.ts';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { midnight } from '../components/days.ts';
import { Empty } from '../components/pages/empty.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatInteger, isolated } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { List, useList } from '../components/pages/list.tsx';
import { Page } from '../components/pages/page.tsx';
import { QueryView } from '../components/pages/query-view.tsx';
import { Select, type SelectOption } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';

const filters = ['agent', 'metric', 'from', 'to'] as const;
type Filter = Readonly<Record<(typeof filters)[number], string>>;

/** What metrics found: of which agent, metric and days stands in the address. */
export default function ResultsPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const filter = Object.fromEntries(filters.map((name) => [name, search.get(name) ?? ''])) as unknown as Filter;
  const metrics = useMetrics();
  const agents = useQuery({
    queryKey: ['agents', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/v1/agents', { query: { limit: 100 }, signal }),
  });
  const change = (name: keyof Filter, value: string): void => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  };
  const named = (agents.data?.data ?? []).map(({ id, name }) => ({ id, name }));
  return (
    <Page title="Results of metrics" lead={<Link href="/metrics">All metrics</Link>}>
      <div className="filters" role="search" aria-label="Narrow the results">
        <Select
          label="Agent"
          options={optionsOf('All agents', named, filter.agent)}
          value={filter.agent}
          onChange={(id) => change('agent', id)}
        />
        <Select
          label="Metric"
          options={optionsOf('All metrics', (metrics.data ?? []).map(choiceOf), filter.metric)}
          value={filter.metric}
          onChange={(id) => change('metric', id)}
        />
        <TextField label="From" type="date" value={filter.from} onChange={(day) => change('from', day)} />
        <TextField label="Until" type="date" value={filter.to} onChange={(day) => change('to', day)} />
      </div>
      {[agents.error, metrics.error].map(
        (error, index) =>
          error !== null && <ErrorMessage key={index} error={error} title="The choice could not be read" />,
      )}
      <Results filter={filter} agentName={(id) => named.find((agent) => agent.id === id)?.name} />
    </Page>
  );
}

function choiceOf(metric: Metric): SelectOption {
  return { id: metric.id, name: nameOf(metric) };
}

/** All of them, the one that was asked for even where it is gone: its results are still there. */
function optionsOf(all: string, options: readonly SelectOption[], value: string): readonly SelectOption[] {
  const isKnown = value === '' || options.some(({ id }) => id === value);
  return [
    { id: '', name: all },
    ...options.map(({ id, name }) => ({ id, name: isolated(name) })),
    ...(isKnown ? [] : [{ id: value, name: value }]),
  ];
}

/** The filter as the server takes it; days are those of the browser. */
function queryOf({ agent, metric, from, to }: Filter) {
  const [begin, end] = [midnight(from), midnight(to, 1)];
  return {
    ...(agent !== '' && { agent_id: agent }),
    ...(metric !== '' && { metric_id: metric }),
    ...(begin !== undefined && { start_date: begin }),
    ...(end !== undefined && { end_date: end }),
  };
}

/** Results that charts are made of. */
const mostCharted = 2000;
/** How often a list that fits one page is read again: a call that has ended is judged soon. */
const lookMs = 10_000;
const pageRows = 50;

interface ResultsProps {
  readonly filter: Filter;
  readonly agentName: (id: string) => string | undefined;
}

function Results({ filter, agentName }: ResultsProps): ReactElement {
  const query = queryOf(filter);
  const list = useList<MetricResult>({
    queryKey: ['metrics', 'results', 'list', query],
    load: (page, signal) => sonorant.get('/agents/metrics/results', { query: { ...page, ...query }, signal }),
    limit: pageRows,
    refetchInterval: (rows) => (rows.length <= pageRows ? lookMs : false),
  });
  const newest = list.data?.[0]?.id;
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      {newest !== undefined && <Charts filter={filter} newest={newest} />}
      <List
        list={list}
        label="Results"
        empty={
          isFiltered ? (
            <p className="muted">No result fits.</p>
          ) : (
            <Empty title="No result yet.">
              <p>
                Attach a metric to an agent, on its page, and talk to the agent: once the call has ended, it is judged.
              </p>
              <LinkButton href="/agents">Agents</LinkButton>
            </Empty>
          )
        }
      >
        {(rows) => (
          <section className="stack">
            <div className="card-head">
              <h2>Results</h2>
              <Export filter={filter} />
            </div>
            <ResultTable results={rows} agentName={agentName} />
          </section>
        )}
      </List>
    </>
  );
}

/** @param newest id of the newest result: another one is another picture */
function Charts({ filter, newest }: { readonly filter: Filter; readonly newest: string }): ReactElement {
  const query = queryOf(filter);
  const read = useQuery({
    queryKey: ['metrics', 'results', 'charts', query, newest],
    queryFn: async ({ signal }) => {
      const results: MetricResult[] = [];
      for await (const result of sonorant.pages('/agents/metrics/results', {
        query: { ...query, limit: 100 },
        signal,
      })) {
        if (results.length === mostCharted) return { results, isCut: true };
        results.push(result);
      }
      return { results, isCut: false };
    },
    placeholderData: (before) => before,
  });
  const findings = useMemo(() => findingsOf(read.data?.results ?? []), [read.data]);
  return (
    <QueryView query={read} label="The charts">
      {({ isCut }) => (
        <section className="stack" aria-label="Charts">
          {isCut && (
            <p className="note warning">
              The charts have the newest {formatInteger(mostCharted)} results only. Narrow the days to see older ones.
            </p>
          )}
          <div className="cards wide-cards">
            {findings.map((one) => (
              <FindingsCard key={one.metricId} findings={one} />
            ))}
          </div>
        </section>
      )}
    </QueryView>
  );
}

/** All results that fit, as a file. */
function Export({ filter }: { readonly filter: Filter }): ReactElement {
  const saving = useMutation({
    mutationFn: async () => {
      const answer = await sonorant.get('/agents/metrics/results/export', { query: queryOf(filter) });
      download(await answer.blob(), 'metric-results.csv');
    },
  });
  return (
    <div className="stack tight">
      <Button onPress={() => saving.mutate()} isPending={saving.isPending}>
        <Icon name="download" /> CSV
      </Button>
      {saving.error !== null && <ErrorMessage error={saving.error} title="Not downloaded" />}
    </div>
  );
}
