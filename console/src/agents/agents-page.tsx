import type { Schemas } from '@sonorant/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { sonorant } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CreateDialog } from '../components/create-dialog.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Entered } from '../components/entered.tsx';
import { fieldErrors } from '../components/field-errors.ts';
import { List, useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/page.tsx';
import { SearchField } from '../components/search-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useDraft } from '../components/use-draft.ts';

type AgentSummary = Schemas['AgentListItem'];

/** Agents: what speaks with callers, and how. */
export default function AgentsPage(): ReactElement {
  const [isCreating, setIsCreating] = useState(false);
  const [q, setQ] = useState('');
  const list = useList<AgentSummary>({
    queryKey: ['agents', 'list', q],
    load: (page, signal) => sonorant.get('/v1/agents', { query: { ...page, ...(q !== '' && { q }) }, signal }),
  });
  const create = <Button onPress={() => setIsCreating(true)}>New agent</Button>;
  return (
    <Page
      title="Agents"
      lead="Configurations of agents: voice, model, instructions and tools. Every change is kept as a version. This server takes no calls yet."
      actions={create}
    >
      <div className="filters" role="search" aria-label="Narrow the list">
        <SearchField label="Search" value={q} onChange={(text) => setQ(text.slice(0, 256))} />
      </div>
      <List
        list={list}
        label="Agents"
        empty={
          q === '' ? (
            <Empty title="There is no agent yet.">
              <p>A new one begins with sensible defaults; then give it instructions and a voice.</p>
              {create}
            </Empty>
          ) : (
            <p className="muted">No agent fits.</p>
          )
        }
      >
        {(rows) => (
          <DataTable
            label="Agents"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: 'Name',
                isHeader: true,
                cell: ({ id, name }) => (
                  <Link href={`/agents/${id}`}>
                    <Entered text={name} />
                  </Link>
                ),
              },
              { title: 'Description', cell: ({ description }) => <Entered text={description ?? ''} /> },
              { title: 'Changed', cell: ({ updated_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </List>
      <CreateAgent isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

const emptyForm = { name: '' };

function CreateAgent({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactElement {
  const { value: form, set, discard } = useDraft('new-agent', emptyForm);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => sonorant.post('/v1/agents', { body: form }),
    onSuccess: ({ id }) => {
      discard();
      void client.invalidateQueries({ queryKey: ['agents'] });
      navigate(`/agents/${id}`);
    },
  });
  return (
    <CreateDialog
      title="New agent"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={() => create.mutate()}
      isPending={create.isPending}
      error={create.error}
      failure="No agent was made"
    >
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => set({ name })}
        isRequired
        maxLength={64}
        errorMessage={fieldErrors(create.error).get('name')}
      />
    </CreateDialog>
  );
}
