import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { useSearchParams } from 'wouter';
import { CallChanges } from './call-changes.tsx';
import { CallStatus, durationOf, endReason, isRunning } from './call-state.tsx';
import type { Call } from './turns.ts';
import { sonorant } from '../base/api.ts';
import { midnight } from '../components/days.ts';
import { DataTable } from '../components/pages/data-table.tsx';
import { Empty } from '../components/pages/empty.tsx';
import { isolated } from '../components/format.ts';
import { LinkButton } from '../components/link-button.tsx';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { Page } from '../components/pages/page.tsx';
import { QueryView } from '../components/pages/query-view.tsx';
import { Select } from '../components/forms/select.tsx';
import { TextField } from '../components/forms/text-field.tsx';

/** Calls of one agent: which one, and of which days, stands in the address. */
export default function CallsPage(): ReactElement {
  const agents = useQuery({
    queryKey: ['agents', 'choice'],
    queryFn: ({ signal }) => sonorant.get('/v1/agents', { query: { limit: 100 }, signal }),
  });
  return (
    <Page
      title="Calls"
      lead="Conversations with an agent, newest first: what was said and heard, and how long answers took."
    >
      <QueryView query={agents} label="The agents">
        {({ data }) => <AgentCalls agents={data} />}
      </QueryView>
    </Page>
  );
}

interface AgentChoice {
  readonly id: string;
  readonly name: string;
}

function AgentCalls({ agents }: { readonly agents: readonly AgentChoice[] }): ReactElement {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('agent') ?? '';
  const agent = asked === '' ? (agents[0]?.id ?? '') : asked;
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const change = (name: string, value: string): void => {
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  };
  if (agent === '') {
    return (
      <Empty title="No agent yet.">
        <p>Make one and talk to it: the call appears here.</p>
        <LinkButton href="/agents">Agents</LinkButton>
      </Empty>
    );
  }
  const options = agents.map(({ id, name }) => ({ id, name: isolated(name) }));
  // Calls of an agent that was deleted can still be read.
  const isKnown = options.some(({ id }) => id === agent);
  return (
    <>
      <div className="filters" role="search" aria-label="Narrow the list">
        <Select
          label="Agent"
          options={isKnown ? options : [...options, { id: agent, name: agent }]}
          value={agent}
          onChange={(id) => change('agent', id)}
        />
        <TextField label="From" type="date" value={from} onChange={(day) => change('from', day)} />
        <TextField label="Until" type="date" value={to} onChange={(day) => change('to', day)} />
      </div>
      <CallList key={agent} agent={agent} from={from} to={to} />
    </>
  );
}

/** How often running calls are looked at again. */
const lookMs = 5000;

function CallList({
  agent,
  from,
  to,
}: {
  readonly agent: string;
  readonly from: string;
  readonly to: string;
}): ReactElement {
  const [begin, end] = [midnight(from), midnight(to, 1)];
  const list = useList<Call>({
    queryKey: ['calls', 'list', agent, from, to],
    load: (page, signal) =>
      sonorant.get('/agents/calls', {
        query: {
          ...page,
          agent_id: agent,
          ...(begin !== undefined && { start_time_gte: begin }),
          ...(end !== undefined && { start_time_lte: end }),
        },
        signal,
      }),
    refetchInterval: (rows) => (rows.some(isRunning) ? lookMs : false),
  });
  const empty =
    begin === undefined && end === undefined ? (
      <Empty title="No call yet.">
        <p>Talk to the agent, and the call appears here.</p>
        <LinkButton href={`/agents/${agent}/talk`}>Talk</LinkButton>
      </Empty>
    ) : (
      <p className="muted">No call fits.</p>
    );
  return (
    <List list={list} label="Calls" empty={empty}>
      {(rows) => (
        <DataTable
          label="Calls"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Began',
              isHeader: true,
              cell: ({ id, start_time: at }) => (
                <Link href={`/calls/${id}`}>{at === null ? id : <Moment at={at} />}</Link>
              ),
            },
            { title: 'Status', cell: (call) => <CallStatus call={call} /> },
            { title: 'End', cell: endReason },
            { title: 'Lasted', isNumber: true, cell: (call) => durationOf(call) },
            { title: 'Line', cell: ({ telephony_params: { connection_type: type } }) => type },
            { title: 'Actions', cell: (call) => <CallChanges call={call} variant="quiet" /> },
          ]}
        />
      )}
    </List>
  );
}
