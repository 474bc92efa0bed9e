import type { Schemas } from '@sonorant/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { sonorant } from '../base/api.ts';
import { CreateDialog } from '../components/create-dialog.tsx';
import { Entered } from '../components/entered.tsx';
import { Filters, ListPage, nameColumn, type CreateProps } from '../components/list-page.tsx';
import { useList } from '../components/list.tsx';
import { Moment } from '../components/moment.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';

type AgentSummary = Schemas['AgentListItem'];

/** Agents: what speaks with callers, and how. */
export default function AgentsPage(): ReactElement {
  const [q, setQ] = useState('');
  const list = useList<AgentSummary>({
    queryKey: ['agents', 'list', q],
    load: (page, signal) => sonorant.get('/v1/agents', { query: { ...page, ...(q !== '' && { q }) }, signal }),
  });
  return (
    <ListPage
      title="Agents"
      lead="Configurations of agents: voice, model, instructions and tools. Every change is kept as a version. This server takes no calls yet."
      noun="agent"
      list={list}
      filters={<Filters search={q} onSearch={setQ} />}
      isFiltered={q !== ''}
      hint={<p>A new one begins with sensible defaults; then give it instructions and a voice.</p>}
      columns={[
        nameColumn('/agents', ({ name }: AgentSummary) => name),
        { title: 'Description', cell: ({ description }) => <Entered text={description ?? ''} /> },
        { title: 'Changed', cell: ({ updated_at: at }) => <Moment at={at} /> },
      ]}
      create={CreateAgent}
    />
  );
}

const emptyForm = { name: '' };

function CreateAgent({ isOpen, onClose }: CreateProps): ReactElement {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { fields, change, sending, problems } = useForm({
    name: 'new-agent',
    saved: emptyForm,
    send: (body) => sonorant.post('/v1/agents', { body }),
    onSent: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['agents'] });
      navigate(`/agents/${id}`);
    },
  });
  return (
    <CreateDialog title="New agent" isOpen={isOpen} onClose={onClose} sending={sending} failure="No agent was made">
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={64}
        errorMessage={problems.get('name')}
      />
    </CreateDialog>
  );
}
