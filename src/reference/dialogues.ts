/**
 * Example conversations of a client and the server for the WebSocket page. A test runs each of them against a server.
 */

/** `chunk` stands for one or more of them. */
export type DialogueMessage =
  { readonly client: Readonly<Record<string, unknown>> } | { readonly server: Readonly<Record<string, unknown>> };

export interface Dialogue {
  readonly title: string;
  readonly text: string;
  readonly lines: readonly DialogueMessage[];
}

const opening = {
  model_id: 'sonorant-1',
  voice: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
};

const audio = { data: '/v8BAAMA…', step_time: 12.4 };
const going = { status_code: 206, done: false };
function chunk(id: string, flushId = 1): DialogueMessage {
  return { server: { type: 'chunk', context_id: id, ...going, ...audio, flush_id: flushId } };
}

function done(id: string): DialogueMessage {
  return { server: { type: 'done', context_id: id, status_code: 206, done: true } };
}

export const dialogues: readonly Dialogue[] = [
  {
    title: 'One utterance',
    text: 'A context is opened by the first message with its `context_id`. Without `continue` the text is complete: audio comes in `chunk` events, then exactly one `done`.',
    lines: [
      { client: { ...opening, context_id: 'greeting', transcript: 'Hello there.' } },
      chunk('greeting'),
      done('greeting'),
    ],
  },
  {
    title: 'Continuations',
    text: 'Text that is still being written is sent in pieces with `continue: true`. Pieces are joined exactly as they are, so the space between words belongs to one of them; later pieces may leave out model, voice and format. The audio is the same, byte for byte, as if the text had come at once. An empty transcript with `continue: false` ends it.',
    lines: [
      { client: { ...opening, context_id: 'story', transcript: 'Once upon a time ', continue: true } },
      { client: { context_id: 'story', transcript: 'there was a voice.', continue: true } },
      { client: { context_id: 'story', transcript: '', continue: false } },
      chunk('story'),
      done('story'),
    ],
  },
  {
    title: 'Word timestamps',
    text: 'With `add_timestamps` each word comes with its start and end in seconds from the first sample of the utterance. The words are those of your transcript, with their punctuation: joined by spaces they give it back.',
    lines: [
      { client: { ...opening, context_id: 'timed', transcript: 'Two words.', add_timestamps: true } },
      chunk('timed'),
      {
        server: {
          type: 'timestamps',
          context_id: 'timed',
          ...going,
          word_timestamps: { words: ['Two', 'words.'], start: [0.02, 0.277], end: [0.277, 0.764] },
          flush_id: 1,
        },
      },
      done('timed'),
    ],
  },
  {
    title: 'Flushing',
    text: 'Text waits until its sentence is complete, at most `max_buffer_delay_ms`. `flush: true` speaks what waits at once and keeps the context open. `flush_done` tells that all of it has been sent; what comes after carries the next `flush_id`.',
    lines: [
      { client: { ...opening, context_id: 'parts', transcript: 'First part', continue: true } },
      { client: { context_id: 'parts', transcript: '', continue: true, flush: true } },
      chunk('parts'),
      { server: { type: 'flush_done', context_id: 'parts', ...going, flush_done: true, flush_id: 1 } },
      { client: { context_id: 'parts', transcript: 'second part.', continue: false } },
      chunk('parts', 2),
      done('parts'),
    ],
  },
  {
    title: 'Interruption',
    text: 'A cancelled context stops in the middle and ends with `done`. Its place is free at once. Cancelling a context that does not exist, or no longer, is no error.',
    lines: [
      {
        client: {
          ...opening,
          context_id: 'long',
          transcript: 'This is a long answer that the caller interrupts.',
          continue: true,
        },
      },
      { client: { context_id: 'long', cancel: true } },
      done('long'),
    ],
  },
  {
    title: 'An error',
    text: 'An error belongs to one message. It never closes the socket and never disturbs another context. With `done: true` its context has ended; the id may be used again.',
    lines: [
      { client: { ...opening, context_id: 'wrong', voice: 'nobody', transcript: 'Hello.' } },
      {
        server: {
          type: 'error',
          done: true,
          status_code: 404,
          title: 'Voice not found',
          message: "No voice 'nobody'. GET /voices lists the voices you can use.",
          error_code: 'voice_not_found',
          request_id: 'ce1d5b2c-6d5c-4b7a-9b7e-1f0d7f1c9a55',
          doc_url: '/docs/errors#voice_not_found',
          context_id: 'wrong',
          error: "Voice not found: No voice 'nobody'. GET /voices lists the voices you can use.",
        },
      },
    ],
  },
];
