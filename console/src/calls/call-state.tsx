import type { ReactElement } from 'react';
import type { Call } from './turns.ts';
import { Badge } from '../components/badge.tsx';

export function isRunning({ status }: Call): boolean {
  return status === 'created' || status === 'started';
}

const statuses: Readonly<Record<Call['status'], readonly [string, 'neutral' | 'good' | 'bad']>> = {
  created: ['begins', 'neutral'],
  started: ['running', 'good'],
  completed: ['completed', 'neutral'],
  failed: ['failed', 'bad'],
};

export function CallStatus({ call }: { readonly call: Call }): ReactElement {
  const [name, tone] = statuses[call.status];
  return (
    <span className="row tight">
      <Badge tone={tone}>{name}</Badge>
      {call.redacted_at !== null && <Badge tone="warning">contents removed</Badge>}
    </span>
  );
}

const reasons: Readonly<Record<string, string | undefined>> = {
  agent_hangup: 'The agent hung up',
  client_hangup: 'The caller hung up',
  client_disconnected: 'The caller left',
  api_cancelled: 'Cancelled',
  max_duration: 'Longest duration reached',
  inactivity: 'Nobody said anything',
  dial_busy: 'The number was busy',
  dial_failed: 'The number could not be dialled',
  dial_no_answer: 'Nobody answered',
  error: 'It broke off',
};

/** Why a call ended, in words; a reason that is not known stays as the server names it. */
export function endReason({ end_reason: reason }: Call): string {
  return reason === null ? '–' : (reasons[reason] ?? reason);
}

/** How long it lasted: `1:07`. */
export function durationOf({ start_time: start, end_time: end }: Call, now = Date.now()): string {
  if (start === null) return '–';
  const seconds = Math.max(0, Math.round(((end === null ? now : Date.parse(end)) - Date.parse(start)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
