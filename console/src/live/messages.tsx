import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Checkbox } from '../components/forms/checkbox.tsx';
import { Button } from '../components/button.tsx';
import type { ShownMessage } from './raw-message.ts';

export interface MessagesProps {
  readonly messages: readonly ShownMessage[];
  readonly onForget: () => void;
}

/** What goes over the socket, both ways, as it is. */
export function Messages({ messages, onForget }: MessagesProps): ReactElement {
  const [hasAudio, setHasAudio] = useState(true);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const [hasKeepAlive, setHasKeepAlive] = useState(false);
  const shown = messages.filter(
    ({ kind }) => (hasAudio || kind !== 'chunk') && (hasKeepAlive || kind !== 'keep-alive'),
  );
  const lastId = shown.at(-1)?.id;
  // The newest is in sight, unless an older one is being read.
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lastId]);
  return (
    <section className="card messages" aria-labelledby="messages">
      <div className="row spread">
        <h2 id="messages">Messages</h2>
        <div className="row">
          <Checkbox isSelected={hasAudio} onChange={setHasAudio}>
            Audio
          </Checkbox>
          <Checkbox isSelected={hasKeepAlive} onChange={setHasKeepAlive}>
            Keep-alive
          </Checkbox>
          <Button variant="quiet" onPress={onForget} isDisabled={messages.length === 0}>
            Clear
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="muted">Every message of the WebSocket appears here, with its time.</p>
      ) : (
        <ol
          ref={list}
          className="message-list"
          tabIndex={0}
          aria-label="Messages of the WebSocket"
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
          }}
        >
          {shown.map(({ id, direction, at, bytes, kind, text }) => (
            <li key={id} data-direction={direction} data-kind={kind}>
              <span className="message-head">
                <span aria-hidden="true">{direction === 'sent' ? '↑' : '↓'}</span>
                <span className="visually-hidden">{direction}</span> <strong>{kind}</strong>
                <small>
                  {(at / 1000).toFixed(3)} s · {bytes.toLocaleString('en-GB')} bytes
                </small>
              </span>
              <code>{text}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
