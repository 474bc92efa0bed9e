import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactElement } from 'react';
import { CreateKey } from './create-key.tsx';
import { EditKey } from './edit-key.tsx';
import { kinds, nameOf, scopes, type ApiKey } from './keys.ts';
import { RotateKey } from './rotate-key.tsx';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { formatInteger, formatShare, isolated } from '../components/format.ts';
import { Filters, ListPage, madeColumn, type CreateProps } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { Select } from '../components/forms/select.tsx';

/** What was spoken of the month's budget. */
function BudgetState({ budget }: Pick<ApiKey, 'budget'>): ReactElement {
  if (budget === null) return <>None</>;
  const { used_characters: used, characters, action } = budget;
  const share = used / characters;
  return (
    <span className="row tight">
      {formatInteger(used)} of {formatInteger(characters)}
      <Badge tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warning' : 'good'}>{formatShare(share)}</Badge>
      {action === 'alert' && <Badge>Only alert</Badge>}
    </span>
  );
}

/** The keys that programs reach this server with. */
export default function KeysPage(): ReactElement {
  const [q, setQ] = useState('');
  const [kind, setKind] = useState<ApiKey['kind']>('api');
  const [rotated, setRotated] = useState<ApiKey>();
  const client = useQueryClient();
  const list = useList<ApiKey>({
    queryKey: ['keys', kind, q],
    load: (page, signal) => sonorant.get('/api-keys', { query: { ...page, kind, ...(q !== '' && { q }) }, signal }),
  });
  // The list has the keys of one kind: that of the newest one.
  const create = useCallback((props: CreateProps) => <CreateKey {...props} onMade={setKind} />, []);
  return (
    <ListPage
      title="Keys"
      lead="Programs reach this server with them. A key is shown once, when it is made: the server keeps only its hash."
      noun="key"
      list={list}
      filters={<Filters search={q} onSearch={setQ} />}
      isFiltered={q !== ''}
      create={create}
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
          title: 'Scopes',
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
        madeColumn,
        { title: 'Last used', cell: ({ last_used_at: at }) => <Moment at={at} /> },
        { title: 'Budget', cell: ({ budget }) => <BudgetState budget={budget} /> },
        { title: 'Ends', cell: ({ expires_at: at }) => (at === null ? 'Never' : <Moment at={at} />) },
        {
          title: 'Actions',
          cell: (key) => (
            <span className="row tight">
              <EditKey apiKey={key} />
              <Button variant="quiet" aria-label={`Rotate ${isolated(nameOf(key))}`} onPress={() => setRotated(key)}>
                Rotate
              </Button>
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
    >
      <div className="filters">
        <Select label="Kind" options={kinds} value={kind} onChange={(id) => setKind(id as ApiKey['kind'])} />
      </div>
      {rotated !== undefined && <RotateKey apiKey={rotated} onClose={() => setRotated(undefined)} />}
    </ListPage>
  );
}
