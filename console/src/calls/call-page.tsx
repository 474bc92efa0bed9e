import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import { CallChanges } from './call-changes.tsx';
import { CallFigures } from './call-figures.tsx';
import { CallPlayer } from './call-player.tsx';
import { CallResults } from './call-results.tsx';
import { CallStatus, durationOf, endReason, isRunning } from './call-state.tsx';
import { shownTurn, type Call } from './turns.ts';
import { sonorant } from '../base/api.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { DetailPage } from '../components/pages/detail-page.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { Facts } from '../components/pages/facts.tsx';
import { formatDateTime } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';

/** A running call is read again so often, in ms. */
const lookMs = 2000;

/** One call: how it went, its recording, and its transcript in step with it. */
export default function CallPage(): ReactElement {
  return (
    <DetailPage
      title="Call"
      collection="calls"
      load={(id, signal) => sonorant.get('/agents/calls/{call_id}', { path: { call_id: id }, signal })}
      refetchInterval={(call) => (isRunning(call) ? lookMs : false)}
      nameOf={({ start_time: at }) => (at === null ? '' : `Call of ${formatDateTime(at)}`)}
      actions={(call) => <CallChanges call={call} />}
    >
      {(call) => (
        <>
          <CallView call={call} />
          {!isRunning(call) && <CallResults callId={call.id} />}
        </>
      )}
    </DetailPage>
  );
}

function CallView({ call }: { readonly call: Call }): ReactElement {
  const { transcript = [] } = call;
  const turns = useMemo(() => transcript.map(shownTurn), [transcript]);
  return (
    <div className="workbench">
      {call.redacted_at === null ? (
        <CallPlayer callId={call.id} turns={turns} isKept={!isRunning(call)} />
      ) : (
        <section className="card" aria-label="Recording and transcript">
          <p>
            The contents of this call were removed on <Moment at={call.redacted_at} />.
          </p>
        </section>
      )}
      <div className="stack">
        <section className="card" aria-label="Of the call">
          <CallFacts call={call} />
        </section>
        <CallFigures turns={turns} />
      </div>
    </div>
  );
}

function CallFacts({ call }: { readonly call: Call }): ReactElement {
  const { id, agent_id: agent, agent_name: name, agent_version_id: version, error_message: error } = call;
  const { dynamic_variables: variables, telephony_params: line, summary } = call;
  const named = Object.entries(variables ?? {});
  return (
    <Facts
      facts={[
        ['Status', <CallStatus key="status" call={call} />],
        ['End', endReason(call)],
        ...(error === null ? [] : ([['Error', error]] as const)),
        ['Lasted', durationOf(call)],
        [
          'Agent',
          <Link key="agent" href={`/agents/${agent}`}>
            <Entered text={name} />
          </Link>,
        ],
        ['Version', <code key="version">{version}</code>],
        ['Line', `${line.connection_type}, ${line.direction}`],
        ...(summary === null ? [] : ([['Summary', <Entered key="summary" text={summary} />]] as const)),
        ...named.map(
          ([variable, value]) => [`{{${variable}}}`, <Entered key={variable} text={String(value)} />] as const,
        ),
        [
          'Id',
          <span key="id">
            <code>{id}</code> <CopyButton text={id} />
          </span>,
        ],
      ]}
    />
  );
}
