/** What an organization, an address and a socket may have. */
import { flag, integer, milliseconds } from './kinds.ts';
import { preset, read, type Setting } from './setting.ts';

const maxContexts = preset(
  integer(1),
  '64',
  'Contexts an organization may have in flight; one more is `concurrency_limited`. An HTTP synthesis request is one context.',
);

export const organizations = {
  maxContexts,
  maxContextsPerSocket: preset(integer(1), '50', 'Contexts that may be open on one WebSocket.'),
  maxSockets: {
    kind: integer(1),
    meaning: 'WebSockets an organization may have open; one more is refused with 429.',
    shown: '10 × SONORANT_MAX_CONTEXTS',
    fallback: (environment) => 10 * read('maxContexts', maxContexts, environment),
  } satisfies Setting<number>,
  maxStt: preset(
    integer(1),
    '64',
    'Recognitions of speech that an organization may have at once, sockets and files together; one more is refused with 429.',
  ),
  maxCalls: preset(
    integer(1),
    '64',
    'Calls that an organization may have at once, whatever their line; one more is refused with 429.',
  ),
  maxCallSeconds: preset(integer(1, 86_400), '3600', 'Longest call, in seconds; it ends with `max_duration`.'),
  maxJudgements: preset(
    integer(0),
    '10000',
    'How often the metrics of an organization ask language models on one UTC day; results beyond that are `failed`. It counts what was asked, also again or in vain, and stays counted when results or calls are deleted.',
  ),
  callSummaries: preset(
    flag,
    'true',
    'Whether the language model of an agent summarizes each call for `post_call_analysis`.',
  ),
  maxMessageBytes: preset(
    integer(1024),
    '65536',
    'Longest WebSocket message; a longer one is answered by an error event and closes the socket with 1009.',
  ),
  messageRate: preset(integer(1), '2000', 'Messages a second that a socket may send in the long run.'),
  messageBurst: preset(integer(1), '10000', 'Messages that a socket may send at once.'),
  maxBufferedBytes: preset(
    integer(65_536),
    '1048576',
    'Bytes waiting for one client: above half of them nothing new is begun for it, above all of them its synthesis stops.',
  ),
  stallMs: preset(
    milliseconds,
    '30000',
    'A client that takes nothing is cut so long after the last byte it took and after the audio it was sent would have been played, whichever is later: one that reads at the speed of playback never is.',
  ),
  socketIdleMs: preset(
    milliseconds,
    '300000',
    'A socket without messages and without speech is closed after so long, which begins when what it was sent would have been played; pongs do not count.',
  ),
  contextExpiryMs: preset(
    milliseconds,
    '1000',
    'A context ends so long after its last audio was sent or has been played, whichever is later.',
  ),
} as const;
