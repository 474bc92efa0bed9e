import type { ReactElement, ReactNode } from 'react';
import { TurnFigures } from './turn-figures.tsx';
import { formatOffset, type ShownTool, type ShownTurn } from './turns.ts';
import { Badge } from '../components/badge.tsx';
import '../styles/conversation.css';

const names: Readonly<Record<ShownTurn['role'], string>> = { user: 'Caller', assistant: 'Agent', system: 'System' };

export interface TurnItemProps {
  readonly turn: ShownTurn;
  /** What the caller is called. Default "Caller". */
  readonly caller?: string;
  /** In place of the text. */
  readonly children?: ReactNode;
  /** Whether the recording plays it now. */
  readonly isNow?: boolean;
}

/** One turn: who, when, what was said and heard, what its tools did, and how long the answer took. */
export function TurnItem({ turn, caller, children, isNow = false }: TurnItemProps): ReactElement {
  const { role, start, end, wasInterrupted, tools, figures, isOpen } = turn;
  return (
    <li className="turn" data-role={role} data-open={isOpen} data-now={isNow}>
      <span className="turn-head">
        <strong>{role === 'user' ? (caller ?? names.user) : names[role]}</strong>
        {wasInterrupted && <Badge tone="warning">interrupted</Badge>}
        <small>
          {formatOffset(start)}
          {end !== undefined && ` – ${formatOffset(end)}`}
        </small>
      </span>
      {children ?? <TurnText turn={turn} />}
      {tools.map((tool, index) => (
        <ToolItem key={index} tool={tool} />
      ))}
      {figures !== undefined && <TurnFigures figures={figures} />}
    </li>
  );
}

/** What may still change is set apart from what is sure, and so is what was not heard. */
export function TurnText({ turn: { text, unheard, isOpen, tools, role } }: { readonly turn: ShownTurn }): ReactElement {
  if (text === '' && unheard === '') {
    const why = isOpen
      ? role === 'user'
        ? 'Speaking …'
        : 'Thinking …'
      : role === 'user'
        ? 'Nothing was understood.'
        : '';
    return <p className="muted">{why === '' && tools.length === 0 ? 'Nothing was heard of it.' : why}</p>;
  }
  return (
    <p className={isOpen ? 'turn-text interim' : 'turn-text'}>
      <bdi>{text}</bdi>
      {unheard !== '' && (
        <>
          <span className="visually-hidden">Not heard: </span>
          <del>{unheard}</del>
        </>
      )}
    </p>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** A result is a text, which is JSON more often than not. */
function pretty(result: string): string {
  try {
    return asText(JSON.parse(result));
  } catch {
    return result;
  }
}

function ToolItem({
  tool: { name, arguments: given, result, variableUpdates },
}: {
  readonly tool: ShownTool;
}): ReactElement {
  const updates = Object.entries(variableUpdates);
  return (
    <details className="tool-run" open>
      <summary>
        Tool <code>{name}</code>
      </summary>
      <dl>
        <div>
          <dt>Arguments</dt>
          <dd>
            <code>{asText(given)}</code>
          </dd>
        </div>
        <div>
          <dt>Result</dt>
          <dd>{result === undefined ? <span className="muted">none</span> : <code>{pretty(result)}</code>}</dd>
        </div>
        {updates.length > 0 && (
          <div>
            <dt>Variables</dt>
            <dd>
              <code>{updates.map(([variable, value]) => `${variable} = ${value}`).join('\n')}</code>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}
