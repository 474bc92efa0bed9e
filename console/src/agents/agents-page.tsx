import type { Schemas } from '@sonorant/client';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { CreateAgent } from './create-agent.tsx';
import { sonorant } from '../base/api.ts';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { Filters, ListPage, nameColumn } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';

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
      lead="Configurations of agents: voice, model, instructions and tools. Every change is kept as a version."
      noun="agent"
      list={list}
      filters={<Filters search={q} onSearch={setQ} />}
      isFiltered={q !== ''}
      hint={<p>A new one begins with a template that can be talked to at once, or empty.</p>}
      columns={[
        nameColumn('/agents', ({ name }: AgentSummary) => name),
        { title: 'Description', cell: ({ description }) => <Entered text={description ?? ''} /> },
        { title: 'Changed', cell: ({ updated_at: at }) => <Moment at={at} /> },
        {
          title: 'Actions',
          cell: ({ id, name }) => (
            <Link href={`/agents/${id}/talk`} aria-label={`Talk to ${isolated(name)}`}>
              Talk
            </Link>
          ),
        },
      ]}
      create={CreateAgent}
    />
  );
}
