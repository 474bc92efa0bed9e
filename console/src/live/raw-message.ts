/** Messages of the socket, as they are shown. */
import type { RawMessage } from '@sonorant/client';

/** Kept and shown; older ones go. */
export const mostMessages = 400;
/** Of base64 that is shown. */
const shownData = 24;

export interface ShownMessage {
  readonly id: number;
  readonly direction: RawMessage['direction'];
  /** Milliseconds since the first message. */
  readonly at: number;
  readonly bytes: number;
  /** Its `type`, or what a sent message does. */
  readonly kind: string;
  /** JSON with long audio cut short. */
  readonly text: string;
}

interface Known {
  readonly type?: unknown;
  readonly cancel?: unknown;
  readonly flush?: unknown;
  readonly continue?: unknown;
  readonly transcript?: unknown;
  readonly voice?: unknown;
}

function kindOf(message: Known): string {
  if (typeof message.type === 'string') return message.type;
  if (message.cancel === true) return 'cancel';
  if (message.flush === true) return 'flush';
  if (message.continue !== true) return 'last text';
  if (message.transcript !== '') return 'text';
  // Without text the client holds the context open while nothing is typed.
  return message.voice === undefined ? 'keep-alive' : 'begin';
}

function shortened(name: string, value: unknown): unknown {
  if (name !== 'data' || typeof value !== 'string' || value.length <= shownData) return value;
  return `${value.slice(0, shownData)}… (${value.length.toLocaleString('en-GB')} characters of base64)`;
}

export function shownMessage(id: number, { direction, data, time }: RawMessage, start: number): ShownMessage {
  const base = { id, direction, at: time - start, bytes: new TextEncoder().encode(data).length };
  try {
    const message = JSON.parse(data) as Known;
    return { ...base, kind: kindOf(message), text: JSON.stringify(message, shortened, 1).replaceAll(/\n */g, ' ') };
  } catch {
    return { ...base, kind: 'not JSON', text: data.slice(0, 500) };
  }
}
