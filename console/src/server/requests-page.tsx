import type { Schemas } from '@sonorant/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Chart } from '../components/chart.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { DataTable } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatInteger } from '../components/format.ts';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/pages/page.tsx';
import { SearchField } from '../components/forms/search-field.tsx';
import { Select } from '../components/forms/select.tsx';
import { firstAudio95, formatMs, pointOf, readActivity, wholeSeries } from '../usage/activity.ts';

type LoggedRequest = Schemas['LoggedRequest'];

const makers = [
  { id: 'programs', name: 'My programs' },
  { id: 'console', name: 'The console' },
  { id: 'all', name: 'Both' },
] as const;
type MadeBy = (typeof makers)[number]['id'];

const statuses = [
  { id: '', name: 'Any' },
  { id: '2xx', name: 'Succeeded (2xx)' },
  { id: '4xx', name: 'Refused (4xx)' },
  { id: '5xx', name: 'Failed (5xx)' },
];

/** The last requests of the organization. */
export default function RequestsPage(): ReactElement {
  const [status, setStatus] = useState('');
  const [route, setRoute] = useState('');
  const [madeBy, setMadeBy] = useState<MadeBy>('programs');
  const list = useList<LoggedRequest>({
    queryKey: ['requests', status, route, madeBy],
    load: (page, signal) =>
      sonorant.get('/organizations/requests', {
        query: {
          ...page,
          ...(status !== '' && { status }),
          ...(route !== '' && { route }),
          ...(madeBy !== 'all' && { made_by: madeBy }),
        },
        signal,
      }),
  });
  return (
    <Page
      title="Requests"
      lead="The last requests of your organization. No text, no query and no address is kept of them."
      actions={
        <Button onPress={() => void list.refetch()} isPending={list.isFetching}>
          Refresh
        </Button>
      }
    >
      <div className="filters" role="search" aria-label="Narrow the list">
        <Select label="From" options={makers} value={madeBy} onChange={(id) => setMadeBy(id as MadeBy)} />
        <Select label="Status" options={statuses} value={status} onChange={setStatus} />
        <SearchField label="Route, as /voices/{id}" value={route} onChange={(text) => setRoute(text.trim())} />
      </div>
      <Latency />
      <List
        list={list}
        label="Requests"
        empty={
          status === '' && route === '' && madeBy === 'all' ? (
            <Empty title="There was no request yet. One appears here about a second after it has ended." />
          ) : (
            <p className="muted">No request fits. One appears here about a second after it has ended.</p>
          )
        }
      >
        {(rows) => <RequestTable rows={rows} />}
      </List>
    </Page>
  );
}

/** Who made it: a member in the console, or the program that has the key. */
function Maker({ request }: { readonly request: LoggedRequest }): ReactElement {
  const { console: session, api_key_description: name, api_key_id: id } = request;
  if (session === null) return <Entered text={name === null || name === '' ? id : name} />;
  return (
    <span className="row tight">
      <Entered text={session.member ?? name ?? 'Sign-in link'} />
      <Badge>Console</Badge>
    </span>
  );
}

/** How soon speech began, hour by hour. */
function Latency(): ReactElement | null {
  const query = useQuery({
    queryKey: ['activity', '1', 'none'],
    queryFn: ({ signal }) => readActivity({ days: '1' }, signal),
  });
  if (query.data === undefined) return null;
  const { buckets, total } = query.data;
  if (total.first_audio === null) return null;
  return (
    <section className="card">
      <h2>First audio, last 24 hours (UTC)</h2>
      <Chart
        kind="lines"
        summary={`Time to the first audio by hour: p50 ${formatMs(total.first_audio.p50_ms)}, p95 ${formatMs(total.first_audio.p95_ms)} of ${formatInteger(total.first_audio.count)} utterances`}
        points={buckets.map((bucket) => pointOf(bucket, true))}
        series={wholeSeries(firstAudio95, query.data)}
        format={formatMs}
      />
      <p>
        <Link href="/usage">Usage</Link> has it by day, voice and key.
      </p>
    </section>
  );
}

function RequestTable({ rows }: { readonly rows: readonly LoggedRequest[] }): ReactElement {
  return (
    <DataTable
      label="Requests"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: 'When', cell: ({ created_at: at }) => <Moment at={at} /> },
        {
          title: 'Request',
          isHeader: true,
          cell: ({ method, route, transport }) => (
            <>
              <code>
                {method} {route}
              </code>{' '}
              {transport !== 'http' && <Badge>{transport}</Badge>}
            </>
          ),
        },
        {
          title: 'Status',
          cell: ({ status, error_code: code, aborted }) => (
            <span className="row tight">
              <Badge tone={status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good'}>{status}</Badge>
              {code !== null && <a href={`/docs/errors#${code}`}>{code}</a>}
              {aborted && <Badge>left early</Badge>}
            </span>
          ),
        },
        { title: 'ms', isNumber: true, cell: ({ duration_ms: ms }) => formatInteger(Math.round(ms)) },
        {
          title: 'By',
          cell: (request) => <Maker request={request} />,
        },
        { title: 'Request id', cell: ({ request_id: id }) => <CopyButton text={id} label="Copy the id" /> },
      ]}
    />
  );
}
