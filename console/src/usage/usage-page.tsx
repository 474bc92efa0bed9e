import type { Schemas } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { UsageChart, type Series } from './usage-chart.tsx';
import { sonorant } from '../base/api.ts';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { formatInteger } from '../components/format.ts';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { Select } from '../components/select.tsx';

type UsageSeries = Schemas['CreditsSeries'];

const periods = [
  { id: '7', name: 'Last 7 days' },
  { id: '30', name: 'Last 30 days' },
  { id: '90', name: 'Last 90 days' },
  { id: '365', name: 'Last year' },
];
const groups = [
  { id: 'none', name: 'All together' },
  { id: 'voice', name: 'Voice' },
  { id: 'api_key', name: 'Key' },
  { id: 'model', name: 'Model' },
] as const;
type Group = (typeof groups)[number]['id'];

const dayMs = 86_400_000;
/** A year less a day: the server takes at most a year, and a leap year is longer than 365 days. */
const maxDays = 364;
/** Series that have a colour of their own; the others are one. */
const mostSeries = 6;

/** Characters that were spoken, by day. */
export default function UsagePage(): ReactElement {
  const [days, setDays] = useState('30');
  const [group, setGroup] = useState<Group>('none');
  const query = useQuery({
    queryKey: ['usage', days, group],
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - Math.min(maxDays, Number(days) - 1) * dayMs).toISOString();
      const period = { start_ts: start, interval: 'day' } as const;
      const answer = await sonorant.get('/usage/credits', {
        query: group === 'none' ? period : { ...period, group_by: group },
        signal,
      });
      return seriesOf(answer.data);
    },
  });
  return (
    <Page
      title="Usage"
      lead="Characters spoken, by day (UTC). This server charges nothing; this is how much it worked."
    >
      <div className="filters">
        <Select label="Period" options={periods} value={days} onChange={setDays} />
        <Select label="By" options={groups} value={group} onChange={(id) => setGroup(id as Group)} />
      </div>
      <QueryView query={query} label="The usage">
        {(series) => <UsageView series={series} isGrouped={group !== 'none'} />}
      </QueryView>
    </Page>
  );
}

function seriesOf(data: readonly (UsageSeries | UsageSeries['buckets'][number])[]): readonly Series[] {
  const grouped = data.filter((entry) => 'buckets' in entry);
  if (grouped.length === 0) {
    const buckets = data.filter((entry) => 'credits' in entry);
    return buckets.length === 0 ? [] : [{ name: 'All', id: '', values: buckets.map(valueOf) }];
  }
  const named = grouped.map(({ id, label, buckets }) => ({ name: label ?? id, id, values: buckets.map(valueOf) }));
  if (named.length <= mostSeries) return named;
  const rest = named.slice(mostSeries - 1);
  const values = rest[0]!.values.map(({ day }, index) => ({
    day,
    credits: rest.reduce((sum, series) => sum + (series.values[index]?.credits ?? 0), 0),
  }));
  return [...named.slice(0, mostSeries - 1), { name: `${rest.length} others`, id: '', values }];
}

function valueOf({ start_ts: start, credits }: UsageSeries['buckets'][number]): Series['values'][number] {
  return { day: start.slice(0, 10), credits };
}

function totalOf({ values }: Series): number {
  return values.reduce((sum, { credits }) => sum + credits, 0);
}

function UsageView({
  series,
  isGrouped,
}: {
  readonly series: readonly Series[];
  readonly isGrouped: boolean;
}): ReactElement {
  const total = series.reduce((sum, one) => sum + totalOf(one), 0);
  if (total === 0) {
    return (
      <Empty title="Nothing was spoken in this time.">
        <p>Speak a text, and its characters are counted here a moment later.</p>
      </Empty>
    );
  }
  const days = series[0]!.values
    .map(({ day }, index) => ({ day, credits: series.map(({ values }) => values[index]?.credits ?? 0) }))
    .filter(({ credits }) => credits.some((value) => value > 0))
    .toReversed();
  return (
    <>
      <section className="card">
        <h2>{formatInteger(total)} characters</h2>
        <UsageChart series={series} isGrouped={isGrouped} />
      </section>
      {isGrouped && (
        <DataTable
          label="Total of each"
          rows={series}
          rowKey={({ id, name }) => `${id} ${name}`}
          columns={[
            { title: 'Name', isHeader: true, cell: ({ name }) => <Entered text={name} /> },
            { title: 'Characters', isNumber: true, cell: (one) => formatInteger(totalOf(one)) },
          ]}
        />
      )}
      <details>
        <summary>The days as a table</summary>
        <DataTable
          label="Characters by day"
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { title: 'Day', isHeader: true, cell: ({ day }) => day },
            ...series.map(({ name }, index) => ({
              title: isGrouped ? name : 'Characters',
              isNumber: true,
              cell: ({ credits }: (typeof days)[number]) => formatInteger(credits[index] ?? 0),
            })),
          ]}
        />
      </details>
    </>
  );
}
