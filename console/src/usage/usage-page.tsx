import type { Schemas } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import {
  formatMinutes,
  formatMs,
  groupSeries,
  measures,
  periods,
  pointOf,
  readActivity,
  wholeSeries,
  type Activity,
  type Figures,
  type Measure,
} from './activity.ts';
import { Chart } from '../components/chart.tsx';
import { DataTable, type Column } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatInteger } from '../components/format.ts';
import { Page } from '../components/pages/page.tsx';
import { QueryView } from '../components/pages/query-view.tsx';
import { Select } from '../components/forms/select.tsx';

const groups = [
  { id: 'none', name: 'All together' },
  { id: 'voice', name: 'Voice' },
  { id: 'api_key', name: 'Key' },
] as const;
type Group = (typeof groups)[number]['id'];

/** What was made and how soon, by hour or day. */
export default function UsagePage(): ReactElement {
  const [days, setDays] = useState('30');
  const [group, setGroup] = useState<Group>('none');
  const [measure, setMeasure] = useState<Measure>(measures[0]);
  const query = useQuery({
    queryKey: ['activity', days, group],
    queryFn: ({ signal }) => readActivity({ days, group: group === 'none' ? undefined : group }, signal),
  });
  return (
    <Page
      title="Usage"
      lead="What this server made for your organization, and how soon it began, in UTC. It charges nothing."
    >
      <div className="filters">
        <Select
          label="Show"
          options={measures}
          value={measure.id}
          onChange={(id) => setMeasure(measures.find((one) => one.id === id) ?? measures[0])}
        />
        <Select label="Period" options={periods} value={days} onChange={setDays} />
        <Select label="By" options={groups} value={group} onChange={(id) => setGroup(id as Group)} />
      </div>
      <QueryView query={query} label="The usage">
        {(activity) => <ActivityView activity={activity} measure={measure} group={group} isHour={days === '1'} />}
      </QueryView>
    </Page>
  );
}

interface ActivityViewProps {
  readonly activity: Activity;
  readonly measure: Measure;
  readonly group: Group;
  readonly isHour: boolean;
}

function ActivityView({ activity, measure, group, isHour }: ActivityViewProps): ReactElement {
  const { total, buckets, series = [] } = activity;
  if (total.requests === 0 && total.audio_seconds === 0) {
    return (
      <Empty title="Nothing was asked for in this time.">
        <p>Speak a text, and it is counted here a moment later.</p>
      </Empty>
    );
  }
  const nameOf = nameFor(group);
  const chart = group === 'none' ? wholeSeries(measure, activity) : groupSeries(measure, activity, nameOf);
  const unit = isHour ? 'hour' : 'day';
  const active = buckets.filter(({ requests, audio_seconds: seconds }) => requests > 0 || seconds > 0).toReversed();
  return (
    <>
      <Totals total={total} />
      <div className="chart-and-table">
        <section className="card">
          <h2>
            {measure.name} by {unit}
          </h2>
          <Chart
            kind={measure.kind}
            summary={summaryOf(measure, activity, unit)}
            points={buckets.map((bucket) => pointOf(bucket, isHour))}
            series={chart}
            format={measure.format}
          />
        </section>
        {group === 'none' ? (
          <DataTable
            label={`The ${unit}s`}
            rows={active}
            rowKey={({ start_ts: start }) => start}
            columns={[
              {
                title: isHour ? 'Hour' : 'Day',
                isHeader: true,
                cell: ({ start_ts: start }) =>
                  isHour ? `${start.slice(5, 10)} ${start.slice(11, 16)}` : start.slice(0, 10),
              },
              ...figureColumns,
            ]}
          />
        ) : (
          <DataTable
            label={group === 'voice' ? 'The voices' : 'The keys'}
            rows={series.map((one) => ({ ...one.total, id: one.id, name: nameOf(one) }))}
            rowKey={({ id }) => id}
            columns={[{ title: 'Name', isHeader: true, cell: ({ name }) => <Entered text={name} /> }, ...figureColumns]}
          />
        )}
      </div>
    </>
  );
}

const figureColumns: readonly Column<Figures>[] = [
  { title: 'Minutes', isNumber: true, cell: ({ audio_seconds: seconds }) => formatMinutes(seconds / 60) },
  { title: 'Requests', isNumber: true, cell: ({ requests }) => formatInteger(requests) },
  { title: 'Errors', isNumber: true, cell: ({ errors: { refused, failed } }) => formatInteger(refused + failed) },
  { title: 'Characters', isNumber: true, cell: ({ characters }) => formatInteger(characters) },
  { title: 'p50', isNumber: true, cell: ({ first_audio: times }) => (times === null ? '–' : formatMs(times.p50_ms)) },
  { title: 'p95', isNumber: true, cell: ({ first_audio: times }) => (times === null ? '–' : formatMs(times.p95_ms)) },
];

function Totals({ total }: { readonly total: Figures }): ReactElement {
  const { audio_seconds: seconds, requests, errors, characters, first_audio: times } = total;
  const all = [
    [formatMinutes(seconds / 60), 'audio minutes'],
    [formatInteger(requests), 'requests'],
    [formatInteger(errors.refused + errors.failed), 'errors'],
    [formatInteger(characters), 'characters'],
    [times === null ? '–' : formatMs(times.p50_ms), 'first audio, p50'],
    [times === null ? '–' : formatMs(times.p95_ms), 'first audio, p95'],
  ];
  return (
    <ul className="totals" aria-label="Totals">
      {all.map(([value, name]) => (
        <li key={name} className="card">
          <strong>{value}</strong> {name}
        </li>
      ))}
    </ul>
  );
}

function nameFor(group: Group): (series: Schemas['ActivitySeries']) => string {
  return ({ id, label }) => {
    if (label !== undefined) return label;
    if (id !== '') return id;
    return group === 'voice' ? 'No voice' : 'No key';
  };
}

function summaryOf(measure: Measure, { buckets }: Activity, unit: string): string {
  const known = buckets.flatMap((bucket) => {
    const value = measure.valueOf(bucket);
    return value === null ? [] : [{ value, at: bucket.start_ts }];
  });
  const peak = known.reduce((most, one) => (one.value > most.value ? one : most), known[0] ?? { value: 0, at: '' });
  const [from, to] = [buckets[0]?.start_ts.slice(0, 10) ?? '', buckets.at(-1)?.start_ts.slice(0, 10) ?? ''];
  const at = unit === 'hour' ? `${peak.at.slice(0, 10)} ${peak.at.slice(11, 16)}` : peak.at.slice(0, 10);
  return `${measure.name} by ${unit} from ${from} to ${to}; most on ${at}: ${measure.format(peak.value)}`;
}
