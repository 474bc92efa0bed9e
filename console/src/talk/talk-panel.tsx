import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Link } from 'react-aria-components';
import type { Agent } from '../agents/agents.ts';
import { sonorant } from '../base/api.ts';
import { useCurrentSession } from '../base/session-context.ts';
import { hears, useSessionCheck } from '../base/session.ts';
import { insecureProblem } from '../audio/clips/microphone.ts';
import { isStored, type Call } from '../calls/turns.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { formatLanguage } from '../components/format.ts';
import { VariableRows } from '../components/forms/variable-rows.tsx';
import { LiveWaves } from './live-waves.tsx';
import { suggestionsOf } from './suggestions.ts';
import { TalkControls, type MicrophoneObstacle } from './talk-controls.tsx';
import { Talk, type TalkView } from './talk.ts';
import { TalkLog } from './talk-log.tsx';
import { ToolAnswers } from './tool-answers.tsx';
import { TypeField } from './type-field.tsx';
import '../styles/conversation.css';

/** The conversation of this page; it is over when the page is left. */
function useTalk() {
  const [talk] = useState(() => new Talk());
  useEffect(() => () => talk.leave(), [talk]);
  const view = useSyncExternalStore(talk.subscribe, talk.view);
  const checkSession = useSessionCheck();
  const hasFailed = view.state.kind === 'failed';
  // What breaks off may be the session's end.
  useEffect(() => {
    if (hasFailed) checkSession();
  }, [hasFailed, checkSession]);
  return { talk, view };
}

/** Times between two looks at what the server has stored of the call. */
const lookMs = 1000;

/** Turns that are over and whose figures are not known yet. */
function lacksTurns({ entries }: TalkView, call: Call | undefined): boolean {
  const stored = call?.transcript ?? [];
  return entries.some(
    (entry) => entry.kind === 'turn' && !entry.turn.isOpen && !stored.some((one) => isStored(entry.turn, one)),
  );
}

/** The call as the server has stored it so far: its turns have figures. */
function useStoredCall(view: TalkView) {
  const { callId } = view;
  return useQuery({
    queryKey: ['calls', 'one', callId],
    queryFn: ({ signal }) => sonorant.get('/agents/calls/{call_id}', { path: { call_id: callId ?? '' }, signal }),
    enabled: callId !== undefined && view.entries.length > 0,
    refetchInterval: ({ state: { data } }) => {
      const isOver = data !== undefined && data.end_time !== null;
      return !isOver && (lacksTurns(view, data) || view.state.kind === 'ended') ? lookMs : false;
    },
  });
}

/** What keeps the microphone from being of use. */
function useObstacle(agent: Agent): MicrophoneObstacle | undefined {
  const { server } = useCurrentSession();
  const { primary } = agent.config.language;
  if (!server.recognizers.some((recognizer) => hears(recognizer, primary))) {
    return {
      title:
        server.recognizers.length === 0
          ? 'This server hears nothing yet'
          : `Nothing here hears ${formatLanguage(primary)} yet`,
      advice: (
        <>
          Type to the agent, which answers aloud, or{' '}
          <a href="/docs/guides/speech-to-text">give the server a recognizer</a>.
        </>
      ),
    };
  }
  return insecureProblem();
}

/** Seconds that an agent waits for the answer of each tool. */
function useTimeouts({ config }: Agent): ReadonlyMap<string, number> {
  const ids = config.tools.map(({ id }) => id);
  const { data = [] } = useQuery({
    queryKey: ['tools', 'of', ids],
    queryFn: ({ signal }) =>
      Promise.all(ids.map((id) => sonorant.get('/v1/agents/tools/{tool_id}', { path: { tool_id: id }, signal }))),
  });
  return new Map(data.map(({ name, response_timeout_secs: seconds }) => [name, seconds]));
}

/** Talks to an agent, by the microphone or by the keyboard. */
export function TalkPanel({ agent }: { readonly agent: Agent }): ReactElement {
  const { talk, view } = useTalk();
  const [variables, setVariables] = useState(agent.config.dynamic_variable_placeholders);
  const stored = useStoredCall(view);
  const obstacle = useObstacle(agent);
  const timeouts = useTimeouts(agent);
  const { state, entries, waiting, callId, problem } = view;
  const isOpen = state.kind === 'open';
  const isBusy = isOpen || state.kind === 'connecting';
  const start = (hasMicrophone: boolean, hasSound = true): void =>
    talk.start({ agentId: agent.id, hasMicrophone, hasSound, variables, timeouts });
  return (
    <div className="workbench">
      <section className="card" aria-label="Conversation">
        <TalkControls talk={talk} view={view} obstacle={obstacle} onStart={start} />
        <LiveWaves caller={talk.caller} agent={talk.agent} isLive={isOpen} />
        {state.kind === 'failed' && (
          <ErrorMessage
            error={state.error}
            title={
              entries.length === 0
                ? 'The conversation did not begin'
                : 'The conversation broke off; what was said is kept'
            }
          />
        )}
        {problem !== undefined && <ErrorMessage error={problem} title="The conversation goes on" />}
        {entries.length > 0 && <TalkLog entries={entries} stored={stored.data?.transcript ?? []} />}
        <ToolAnswers calls={waiting} onAnswer={(call, result, isFailure) => talk.answer(call, result, isFailure)} />
        <Suggestions agent={agent} isDisabled={!isOpen} onSay={(text) => talk.type(text)} />
        <TypeField isDisabled={!isOpen} hasFocus={isOpen && !state.hasMicrophone} onSend={(text) => talk.type(text)} />
      </section>
      <section className="card" aria-label="Of the conversation">
        <p className="muted">The published version answers: what is changed and not saved does not hold yet.</p>
        {callId !== undefined && !isBusy && (
          <p>
            <Link href={`/calls/${callId}`}>This call, with its recording</Link>
          </p>
        )}
        <details>
          <summary>Values of variables</summary>
          <VariableRows
            label="Variables"
            value={variables}
            onChange={setVariables}
            description="Values of {{names}} in the instructions, from the next conversation on."
          />
        </details>
      </section>
    </div>
  );
}

interface SuggestionsProps {
  readonly agent: Agent;
  readonly isDisabled: boolean;
  readonly onSay: (text: string) => void;
}

/** What an agent by rules answers: to be said, or pressed. */
function Suggestions({ agent, isDisabled, onSay }: SuggestionsProps): ReactElement | null {
  const suggestions = suggestionsOf(agent.config);
  if (suggestions.length === 0) return null;
  return (
    <div className="suggestions" role="group" aria-label="You could say">
      <span className="muted">You could say:</span>
      {suggestions.map((text) => (
        <Button key={text} variant="quiet" isDisabled={isDisabled} onPress={() => onSay(text)}>
          “{text}”
        </Button>
      ))}
    </div>
  );
}
