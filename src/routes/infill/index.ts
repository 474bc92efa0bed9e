/** Infill: speech that joins two recordings, or goes on from one, or leads into one. */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AudioFileFormat } from '../../audio/decoding/index.ts';
import { encodedAudio } from '../../audio/encoded-audio.ts';
import { contentType, sampleRates, type Container } from '../../audio/formats.ts';
import { joinedRate, type Neighbour } from '../../audio/infill/index.ts';
import type { SpeechScheduler } from '../../engines/scheduling/scheduler.ts';
import {
  acceptUploads,
  errorResponses,
  formOutputFormat,
  keptBytes,
  readUploads,
  responseStream,
  untilClientLeaves,
  type FormOutputFormat,
} from '../../http/index.ts';
import { joined, joinedPieces, jointSeconds, neighbourFields, neighbours } from '../../speech/recordings/infill.ts';
import type { SpeechMeter, SpeechSettings } from '../../speech/settings.ts';
import { infillFields, type InfillFields } from './schema.ts';

export interface InfillOptions {
  readonly scheduler: SpeechScheduler;
  /** The voice that speaks, and the format. @throws {ServiceError} */
  readonly readSpeech: (
    fields: InfillFields,
    format: FormOutputFormat,
    request: FastifyRequest,
  ) => Promise<SpeechSettings>;
  /** Counts what is spoken. */
  readonly meterOf: (request: FastifyRequest) => SpeechMeter;
  readonly limits: {
    /** Largest recording. */
    readonly maxClipBytes: number;
    /** Longest recording. */
    readonly maxClipSeconds: number;
  };
}

/** Where the recordings and the speech between them meet, in seconds of an answer that has them all. */
const jointsHeader = 'sonorant-joints';
const { left: leftPart, right: rightPart } = neighbourFields;

/** `POST /infill/bytes`. */
export function infillRoutes(options: InfillOptions): FastifyPluginCallbackZod {
  const { maxClipBytes, maxClipSeconds } = options.limits;
  const file = z.file().optional();
  const part = (place: string) =>
    file.describe(
      `The recording ${place}, at most ${maxClipBytes} bytes and ${maxClipSeconds} s. One of the two is needed.`,
    );
  const audio = ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/pcm'];
  return (app, _options, done) => {
    acceptUploads(app);
    app.post(
      '/infill/bytes',
      {
        config: { concurrencyLimit: 'contexts', activity: 'tts', spendsBudget: true },
        schema: {
          tags: ['Voice conversion'],
          summary: 'Speech between two clips',
          description:
            'What is said joins the recordings: it is as loud as they are where they meet, has their noise between its words, their pitch at the joints, their rate of speaking and their pauses. The voice is the one that is asked for. With `whole`, the header `sonorant-joints` says at which seconds the parts meet.',
          consumes: ['multipart/form-data'],
          body: z.object({ [leftPart]: part('before'), [rightPart]: part('behind'), ...infillFields.shape }),
          response: {
            200: {
              description: 'The audio between the recordings; with `whole` that of all of them.',
              content: Object.fromEntries(audio.map((type) => [type, { schema: z.any() }])),
            },
            ...errorResponses(400, 401, 402, 403, 404, 413, 415, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        const { made, settings } = await untilClientLeaves(reply, (signal) => infill(request, options, signal));
        if (made.joints.length > 0) void reply.header(jointsHeader, jointSeconds(made).join(', '));
        const known = { inputRate: joinedRate, samples: made.samples };
        const pieces = encodedAudio(joinedPieces(made), settings.format, known);
        const body = responseStream(request, reply, pieces, { transport: 'infill' });
        return reply.type(contentType(settings.format)).send(body);
      },
    );
    done();
  };
}

async function infill(request: FastifyRequest, options: InfillOptions, signal: AbortSignal) {
  const { maxClipBytes: maxBytes } = options.limits;
  const rules = {
    maxBytes,
    fields: infillFields,
    keep: (content: Readable) => keptBytes(content, maxBytes),
    discard: () => Promise.resolve(),
  };
  const { fields, kept } = await readUploads(request, [leftPart, rightPart], rules);
  const { transcript, whole } = fields;
  const files = { left: kept.get(leftPart), right: kept.get(rightPart) };
  const { left, right } = await neighbours(files, { whole, maxSeconds: options.limits.maxClipSeconds, signal });
  const settings = await options.readSpeech(fields, formatOf(fields, (left ?? right)!), request);
  request.activityVoice = settings.voiceId;
  const { scheduler, meterOf } = options;
  const said = { transcript, scheduler, settings, meter: meterOf(request), signal };
  return { made: await joined({ left, right }, said), settings };
}

const containerOf: Readonly<Record<AudioFileFormat, Container>> = {
  flac: 'flac',
  mpeg: 'mp3',
  ogg: 'opus',
  wav: 'wav',
  webm: 'opus',
};

/** What is asked for; without any member that of a recording, as far as there is such a one here. */
function formatOf(fields: InfillFields, { format, sampleRate }: Neighbour): FormOutputFormat {
  const asked = formOutputFormat(fields);
  // An encoding without a container is raw, as everywhere.
  if (asked.container !== undefined || asked.encoding !== undefined) return asked;
  const container = containerOf[format];
  // What Ogg and WebM carry is decoded at the rate of Opus, whatever it is.
  if (container === 'opus') return { ...asked, container };
  const usual = container === 'flac' ? 24_000 : 44_100;
  return {
    ...asked,
    container,
    ...(container === 'wav' && { encoding: 'pcm_s16le' as const }),
    sample_rate: asked.sample_rate ?? sampleRates.find((rate) => rate === sampleRate) ?? usual,
  };
}
