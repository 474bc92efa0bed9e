import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { CreateKey } from './create-key.tsx';
import { EditKey } from './edit-key.tsx';
import { nameOf, scopes, type ApiKey } from './keys.ts';
import { RotateKey } from './rotate-key.tsx';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { isolated } from '../components/format.ts';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { RemoveButton } from '../components/remove-button.tsx';
import { SearchField } from '../components/search-field.tsx';

/** The keys that programs reach this server with. */
export default function KeysPage(): ReactElement {
  const [isCreating, setIsCreating] = useState(false);
  const [q, setQ] = useState('');
  const list = useList<ApiKey>({
    queryKey: ['keys', q],
    load: (page, signal) => sonorant.get('/api-keys', { query: { ...page, ...(q !== '' && { q }) }, signal }),
  });
  const create = <Button onPress={() => setIsCreating(true)}>New key</Button>;
  return (
    <Page
      title="Keys"
      lead="Programs reach this server with them. A key is shown once, when it is made: the server keeps only its hash."
      actions={create}
    >
      <div className="filters" role="search" aria-label="Narrow the list">
        <SearchField label="Search" value={q} onChange={(text) => setQ(text.slice(0, 256))} />
      </div>
      <List
        list={list}
        label="Keys"
        empty={q === '' ? <Empty title="There is no key yet.">{create}</Empty> : <p className="muted">No key fits.</p>}
      >
        {(rows) => <KeyTable rows={rows} />}
      </List>
      <CreateKey isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function KeyTable({ rows }: { readonly rows: readonly ApiKey[] }): ReactElement {
  const client = useQueryClient();
  return (
    <DataTable
      label="Keys"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          isHeader: true,
          cell: (key) => (
            <span className="row tight">
              <Entered text={nameOf(key)} />
              {key.kind === 'admin' && <Badge tone="warning">Admin key</Badge>}
            </span>
          ),
        },
        {
          title: 'Opens',
          cell: ({ scopes: given, kind }) =>
            kind === 'admin'
              ? 'The organization'
              : given === null
                ? 'Everything'
                : scopes
                    .filter(({ id }) => given.includes(id))
                    .map(({ name }) => name)
                    .join(', '),
        },
        { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
        { title: 'Last used', cell: ({ last_used_at: at }) => <Moment at={at} /> },
        { title: 'Ends', cell: ({ expires_at: at }) => (at === null ? 'Never' : <Moment at={at} />) },
        {
          title: 'Actions',
          cell: (key) => (
            <span className="row tight">
              <EditKey apiKey={key} />
              <RotateKey apiKey={key} />
              <RemoveButton
                action="Revoke"
                title="Revoke this key?"
                label={`Revoke ${isolated(nameOf(key))}`}
                remove={() => sonorant.delete('/api-keys/{id}', { path: { id: key.id } })}
                onRemoved={() => void client.invalidateQueries({ queryKey: ['keys'] })}
              >
                <p>
                  <Entered text={nameOf(key)} /> fails from now on, everywhere it is used: requests, sockets that are
                  open, and the sessions that were signed in with it.
                </p>
              </RemoveButton>
            </span>
          ),
        },
      ]}
    />
  );
}
