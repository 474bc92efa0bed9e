/** Speech events in their wire form: the same JSON in SSE frames and WebSocket messages. */
import { errorEvent } from '../../http/requests/errors.ts';
import type { SpeechEvent } from '../../speech/events.ts';

export interface WireOptions {
  /** Echoed on every event when there is one. */
  readonly contextId: string | undefined;
  /** Names the connection in error events. */
  readonly requestId: string;
  /** Address under which the server is reached, for the `doc_url` of errors. */
  readonly baseUrl: string;
  /** The WebSocket numbers its flushes; SSE has none. */
  readonly withFlushId: boolean;
}

/** One JSON object as text. Built by hand for chunks: base64 needs no escaping, and this runs for every chunk. */
export function wireEvent(event: SpeechEvent, options: WireOptions): string {
  const { contextId } = options;
  const id = contextId === undefined ? '' : `"context_id":${JSON.stringify(contextId)},`;
  const flush = options.withFlushId && 'flushId' in event ? `,"flush_id":${event.flushId}` : '';
  switch (event.type) {
    case 'chunk': {
      const data = Buffer.from(event.data.buffer, event.data.byteOffset, event.data.byteLength).toString('base64');
      return `{"type":"chunk",${id}"status_code":206,"done":false,"data":"${data}","step_time":${event.stepTimeMs.toFixed(3)}${flush}}`;
    }
    case 'timestamps':
      return `{"type":"timestamps",${id}"status_code":206,"done":false,"word_timestamps":${JSON.stringify(event.timestamps)}${flush}}`;
    case 'phoneme_timestamps':
      return `{"type":"phoneme_timestamps",${id}"status_code":206,"done":false,"phoneme_timestamps":${JSON.stringify(event.timestamps)}${flush}}`;
    case 'flush_done':
      return `{"type":"flush_done",${id}"status_code":206,"done":false,"flush_done":true${flush}}`;
    case 'done':
      return `{"type":"done",${id}"status_code":206,"done":true}`;
    case 'error':
      return JSON.stringify(
        errorEvent(event.error, {
          requestId: options.requestId,
          contextId,
          baseUrl: options.baseUrl,
          done: event.done,
        }),
      );
  }
}
