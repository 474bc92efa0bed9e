import type { Schemas } from '@sonorant/client';
import { useState, type ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { formatInteger } from '../components/format.ts';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { SearchField } from '../components/search-field.tsx';
import { Select } from '../components/select.tsx';

type LoggedRequest = Schemas['LoggedRequest'];

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
  const list = useList<LoggedRequest>({
    queryKey: ['requests', status, route],
    load: (page, signal) =>
      sonorant.get('/organizations/requests', {
        query: { ...page, ...(status !== '' && { status }), ...(route !== '' && { route }) },
        signal,
      }),
  });
  return (
    <Page
      title="Requests"
      lead="The last requests of your organization. No text, no query and no address is kept of them."
      actions={
        <Button onPress={() => void list.refetch()} isPending={list.isFetching}>
          Read again
        </Button>
      }
    >
      <div className="filters" role="search" aria-label="Narrow the list">
        <Select label="Status" options={statuses} value={status} onChange={setStatus} />
        <SearchField label="Route, as /voices/{id}" value={route} onChange={(text) => setRoute(text.trim())} />
      </div>
      <List
        list={list}
        label="Requests"
        empty={
          status === '' && route === '' ? (
            <Empty title="There was no request yet. One appears here about a second after it has ended." />
          ) : (
            <p className="muted">No request fits.</p>
          )
        }
      >
        {(rows) => <RequestTable rows={rows} />}
      </List>
    </Page>
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
          title: 'Key',
          // The console's requests carry a session in the place of a key, and have no description.
          cell: ({ api_key_description: name, api_key_id: id }) =>
            name === null ? <code title={id}>{id.slice(0, 8)}…</code> : <Entered text={name === '' ? id : name} />,
        },
        { title: 'Request id', cell: ({ request_id: id }) => <CopyButton text={id} label="Copy the id" /> },
      ]}
    />
  );
}
