/** Messages of the older socket on which one talks to an agent: `event` says what they are, and unknown members are passed over. */
import { z } from 'zod';
import { clientToolResult, lineFormat, userText } from './schema.ts';

const metadata = z
  .record(z.string().max(256), z.unknown())
  .refine((given) => Object.keys(given).length <= 64, { error: 'Too many: at most 64 members' });

/** A member that is left out where it is null. */
function mayBeNull<T extends z.ZodType>(member: T) {
  return member.nullish().transform((given) => given ?? undefined);
}

const streamId = mayBeNull(z.string().min(1).max(256));

const start = z
  .object({
    event: z.literal('start'),
    stream_id: streamId.describe('Stands in all messages of the server; one of the server where it is left out.'),
    config: z.object({
      input_format: lineFormat.describe('Of the audio in both directions.'),
      voice_id: mayBeNull(z.string().min(1).max(256)).describe('In place of the voice of the agent.'),
    }),
    agent: mayBeNull(
      z
        .object({
          system_prompt: mayBeNull(z.string().max(262_144)).describe('In place of the instructions of the agent.'),
          introduction: mayBeNull(z.string().max(10_000)).describe(
            'In place of its first message; "" waits for the caller.',
          ),
        })
        .partial(),
    ).describe('With an API key only: a token does not say what an agent does.'),
    metadata: mayBeNull(metadata).describe(
      '`from` and `to` are the caller and the called; all of it stands in the parameters of the call.',
    ),
  })
  .describe('The first message, within 10 s.');

const mediaInput = z
  .object({
    event: z.literal('media_input'),
    stream_id: streamId,
    media: z.object({ payload: z.string().describe('Base64.') }),
  })
  .describe('What the caller says.');

const dtmf = z
  .object({ event: z.literal('dtmf'), stream_id: streamId, dtmf: z.string().regex(/^[0-9*#]$/u) })
  .describe('A tone of the caller.');

const custom = z
  .object({ event: z.literal('custom'), stream_id: streamId, metadata })
  .describe(
    'What this socket has no event for: `metadata` may be a `user_text` or a `client_tool_result` of `/v1/agents/websocket`. Others are passed over.',
  );

/** What a client sends. */
export const streamMessage = z.discriminatedUnion('event', [start, mediaInput, dtmf, custom]);
export type StreamMessage = z.output<typeof streamMessage>;

/** What is done with the `metadata` of a `custom` event. */
export const customMessage = z.discriminatedUnion('type', [userText, clientToolResult]);

/** By the event. */
export const streamClientMessages = { start, media_input: mediaInput, dtmf, custom };
