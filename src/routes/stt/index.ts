/** Speech to text: of files as the interface has it and in OpenAI's shape, and over a socket. */
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  baseUrl,
  addUploads,
  errorResponses,
  errorEvent,
  isOpenAiPath,
  openAiErrorBody,
  openAiErrorResponses,
  toServiceError,
  uploadBody,
  type App,
} from '../../http/index.ts';
import type { Transcript } from '../../hearing/transcribe.ts';
import { isUnspaced } from '../../text/subtitles.ts';
import { asTranscript, asTranscription, recognizerHeader, recognizersOf, textTypes } from './formats.ts';
import type { SttRouteOptions } from './options.ts';
import { prepareRecognition, readFile, type PreparedRecognition, type UploadedFile } from './recognition.ts';
import { addManualSocket, addTurnSocket } from './websocket.ts';
import { rawQuery, sttFields, transcriptionFields, transcriptionSchema, transcriptSchema } from './schema.ts';

const tags = ['Speech recognition'];
const statuses = [400, 401, 403, 413, 415, 429, 500, 503] as const;

/** `POST /stt`, `/audio/transcriptions`, `/v1/audio/transcriptions` `GET /stt/websocket` and `/stt/turns/websocket`. */
export function sttRoutes(options: SttRouteOptions): FastifyPluginCallbackZod {
  return (app, _options, done) => {
    addUploads(app, (scope) => {
      addStt(scope, options);
      addTranscriptions(scope, options, '/audio/transcriptions');
      addTranscriptions(scope, options, '/v1/audio/transcriptions');
    });
    addManualSocket(app, options);
    addTurnSocket(app, options);
    done();
  };
}

const exampleEvents = [
  { type: 'transcript.text.delta', delta: 'Good morning.' },
  { type: 'transcript.text.done', text: 'Good morning.' },
]
  .map(frame)
  .join('');

function configOf({ pool }: SttRouteOptions) {
  return {
    auth: 'stt',
    concurrencyLimit: 'recognitions',
    activity: 'stt',
    requireAvailable: () => pool.require(),
  } as const;
}

function fileText({ limits }: SttRouteOptions): string {
  return `Speech of at most ${limits.maxFileBytes} bytes: flac, mp3, mpeg, mpga, oga, ogg, wav or webm, and where ffmpeg is installed aac, aiff, amr, au, caf, m4a, mkv, mov, mp4, wma or 3gp, recognised by its content; or samples without a header, with \`encoding\` and \`sample_rate\` in the address.`;
}

function addStt(app: App, options: SttRouteOptions): void {
  app.post(
    '/stt',
    {
      config: configOf(options),
      schema: {
        tags,
        summary: 'Transcribe a file',
        description: 'Silence is an empty text.',
        consumes: ['multipart/form-data'],
        querystring: rawQuery,
        body: uploadBody('file', fileText(options), sttFields),
        response: { 200: transcriptSchema, ...errorResponses(...statuses) },
      },
    },
    async (request, reply) => {
      const upload = await readFile(request, sttFields, options);
      const wantsWords = upload.fields['timestamp_granularities[]']?.includes('word') === true;
      const { hear } = await prepareRecognition(request, reply, upload, options, wantsWords);
      const transcript = await hear();
      nameRecognizers(reply, transcript);
      return asTranscript(transcript, { requestId: request.id, wantsWords });
    },
  );
}

function addTranscriptions(app: App, options: SttRouteOptions, url: string): void {
  const isOpenAi = url.startsWith('/v1/');
  const answers = {
    description: 'The transcript in the form that was asked for.',
    content: {
      'application/json': { schema: transcriptionSchema },
      'text/plain': { schema: z.string().meta({ example: 'Good morning.\n' }) },
      'application/x-subrip': {
        schema: z.string().meta({ example: '1\n00:00:00,130 --> 00:00:01,130\nGood morning.\n' }),
      },
      'text/vtt': { schema: z.string().meta({ example: 'WEBVTT\n\n00:00:00.130 --> 00:00:01.130\nGood morning.\n' }) },
      'text/event-stream': { schema: z.string().meta({ example: exampleEvents }) },
    },
  };
  app.post(
    url,
    {
      config: configOf(options),
      schema: {
        tags: isOpenAi ? ['OpenAI'] : tags,
        summary: isOpenAi ? 'Transcribe a file as OpenAI’s clients ask for it' : 'Transcribe a file in OpenAI’s shape',
        consumes: ['multipart/form-data'],
        querystring: rawQuery,
        body: uploadBody('file', fileText(options), transcriptionFields),
        response: { 200: answers, ...(isOpenAi ? openAiErrorResponses(...statuses) : errorResponses(...statuses)) },
      },
    },
    async (request, reply) =>
      transcription(request, reply, await readFile(request, transcriptionFields, options), options),
  );
}

async function transcription(
  request: FastifyRequest,
  reply: FastifyReply,
  upload: UploadedFile<z.output<typeof transcriptionFields>>,
  options: SttRouteOptions,
): Promise<FastifyReply> {
  const { response_format: format, stream, 'timestamp_granularities[]': granularities = [] } = upload.fields;
  const isSubtitles = format === 'srt' || format === 'vtt';
  const wantsWords = isSubtitles || (format === 'verbose_json' && granularities.includes('word'));
  const { hear } = await prepareRecognition(request, reply, upload, options, wantsWords);
  if (stream === 'true' && (format === 'json' || format === 'text')) {
    void reply.header('cache-control', 'no-cache').header('x-accel-buffering', 'no').type('text/event-stream');
    return reply.send(events(request, hear, options));
  }
  const transcript = await hear();
  nameRecognizers(reply, transcript);
  const answer = asTranscription(transcript, format, granularities);
  if (typeof answer === 'string') return reply.type(textTypes[format as keyof typeof textTypes]).send(answer);
  return reply.send(answer);
}

function nameRecognizers(reply: FastifyReply, transcript: Transcript): void {
  const ids = recognizersOf(transcript);
  if (ids !== undefined) void reply.header(recognizerHeader, ids);
}

/** `transcript.text.delta` for each piece, then `transcript.text.done`; the deltas joined are the text. */
function events(request: FastifyRequest, hear: PreparedRecognition['hear'], { publicUrl }: SttRouteOptions): Readable {
  const stream = new PassThrough();
  let sent = '';
  const send = ({ text }: { readonly text: string }): void => {
    if (text === '') return;
    const delta = sent === '' || isUnspaced(sent, text) ? text : ` ${text}`;
    sent += delta;
    stream.write(frame({ type: 'transcript.text.delta', delta }));
  };
  hear(send).then(
    () => stream.end(frame({ type: 'transcript.text.done', text: sent })),
    (error: unknown) => {
      if (!request.raw.destroyed) request.log.error({ err: error }, 'hearing failed');
      const problem = toServiceError(error);
      const shown = isOpenAiPath(request.url)
        ? openAiErrorBody(problem)
        : errorEvent(problem, { requestId: request.id, baseUrl: baseUrl(request, publicUrl) });
      stream.end(frame({ type: 'error', ...shown }));
    },
  );
  return stream;
}

function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
