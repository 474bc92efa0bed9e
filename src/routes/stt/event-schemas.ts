/** The messages of both sockets that hear, for the AsyncAPI document, the reference and clients that check what is sent. */
import { z } from 'zod';
import { errorRegistry, type ErrorCode } from '../../errors/registry.ts';
import { turnMessageSchema, turnThresholds, wordSchema } from './schema.ts';

const requestId = z.uuid().describe('The connection; finds it in the log.');

const audio = z
  .string()
  .meta({ format: 'binary' })
  .describe('Samples, as the address says; a binary frame of any length, which may end within a sample.');

const errorEvent = z
  .strictObject({
    type: z.literal('error'),
    done: z.boolean().describe('Whether nothing more is heard: the socket is closed with 1011 then.'),
    status_code: z.int().min(400).max(599).describe('The HTTP status of the error.'),
    title: z.string(),
    message: z.string().describe('What was wrong.'),
    error_code: z.enum(Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]]),
    request_id: requestId,
    doc_url: z.string().describe('Where the code is explained.'),
    error: z.string().describe('"Title: message", for clients of versions before 2026-03-01.'),
  })
  .describe('A message that could not be taken, or speech that no recognizer could hear.');

const transcriptEvent = z
  .strictObject({
    type: z.literal('transcript'),
    request_id: requestId,
    is_final: z.boolean().describe('Text that is not final is what came since the last final one.'),
    text: z.string().describe('Final texts joined as they are give the whole: later ones begin with their space.'),
    duration: z.number().min(0).describe('Seconds of audio that were heard so far.'),
    language: z.string().optional().describe('ISO 639-1. Of final ones, where it is known.'),
    words: z
      .array(wordSchema)
      .optional()
      .describe('Seconds from the first sample of the socket. Of final ones, where the recognizer knows the times.'),
  })
  .describe('What was said.');

function plain<T extends string>(type: T, description: string) {
  return z.strictObject({ type: z.literal(type), request_id: requestId }).describe(description);
}

function withTranscript<T extends string>(type: T, description: string, text: string) {
  return z
    .strictObject({ type: z.literal(type), request_id: requestId, transcript: z.string().describe(text) })
    .describe(description);
}

const [configMessage, closeMessage] = turnMessageSchema.options;

const id = 'd2f1c7de-3c52-4f0a-9f3e-2f6a7c1c9b55';
const samples = '(binary: samples)';

/** Both, as the reference shows them. The keys of their events are what `type` says. */
export const hearingSockets = [
  {
    id: 'transcription',
    path: '/stt/websocket',
    query: '?encoding=pcm_s16le&sample_rate=16000',
    grant: 'stt',
    title: 'Speech to text over a WebSocket',
    description:
      'Tells what is said while it is spoken, with the times of words: for subtitles and dictation. The client says when it is done, in plain words that are no JSON.',
    client: {
      audio,
      finalize: z.literal('finalize').describe('Makes final what was said so far; answered by one `flush_done`.'),
      close: z
        .literal('close')
        .describe('No audio follows. The rest is told, then `done`, and the socket closes with 1000.'),
    },
    server: {
      transcript: transcriptEvent,
      flush_done: plain('flush_done', 'What was said before a `finalize` has been told.'),
      done: plain('done', 'Everything has been told; the socket closes.'),
      error: errorEvent,
    },
    parts: { TimedWord: wordSchema },
    example: [
      { client: samples },
      { server: { type: 'transcript', request_id: id, is_final: false, text: 'Good', duration: 0.9 } },
      { client: samples },
      { client: 'close' },
      {
        server: {
          type: 'transcript',
          request_id: id,
          is_final: true,
          text: 'Good morning.',
          duration: 1.8,
          language: 'en',
          words: [
            { word: 'Good', start: 0.13, end: 0.42 },
            { word: 'morning.', start: 0.42, end: 1.13 },
          ],
        },
      },
      { server: { type: 'done', request_id: id } },
    ],
  },
  {
    id: 'turns',
    path: '/stt/turns/websocket',
    query: '?encoding=pcm_s16le&sample_rate=16000',
    grant: 'stt',
    title: 'Turns of speech over a WebSocket',
    description:
      'Finds out when a speaker’s turn starts, has probably ended and has ended: for whatever answers. Text messages are JSON. Turns nest: `turn.start`, updates, `turn.eager_end` with `turn.resume` before anything but `turn.end`.',
    client: {
      audio,
      config: configMessage.describe(
        'Changes when turns end; thresholds that do not go together are answered by an `error`.',
      ),
      close: closeMessage.describe('No audio follows: a turn that is open ends, and the socket closes with 1000.'),
    },
    server: {
      connected: plain('connected', 'The socket hears. Clients need not wait for it.'),
      'turn.start': plain('turn.start', 'The first word of a turn was heard.'),
      'turn.update': withTranscript(
        'turn.update',
        'More of a turn was heard.',
        'The turn so far: it begins with that of the update before.',
      ),
      'turn.eager_end': withTranscript(
        'turn.eager_end',
        'The turn has probably ended: an answer can be prepared.',
        'The turn so far.',
      ),
      'turn.resume': plain('turn.resume', 'The turn goes on after its probable end.'),
      'turn.end': withTranscript('turn.end', 'The turn has ended.', 'All of the turn. Final: it may correct updates.'),
      error: errorEvent,
    },
    parts: { TurnThresholds: turnThresholds },
    example: [
      { server: { type: 'connected', request_id: id } },
      { client: samples },
      { server: { type: 'turn.start', request_id: id } },
      { server: { type: 'turn.update', request_id: id, transcript: 'I would like' } },
      { client: samples },
      { server: { type: 'turn.eager_end', request_id: id, transcript: 'I would like a coffee.' } },
      { server: { type: 'turn.end', request_id: id, transcript: 'I would like a coffee.' } },
      { client: { type: 'close' } },
    ],
  },
] as const;
