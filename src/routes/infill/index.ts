/** Infill: speech that joins two recordings, or goes on from one, or leads into one. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { decodeClip, type DecodedClip } from '../../audio/clip/index.ts';
import { DecodingError, type AudioFileFormat } from '../../audio/decoding/index.ts';
import { encodedAudio } from '../../audio/encoded-audio.ts';
import { contentType, sampleRates, type Container } from '../../audio/formats.ts';
import { fitInThread, joinedRate } from '../../audio/infill/index.ts';
import { integersOf } from '../../audio/bytes.ts';
import { wavHeader } from '../../audio/wav/header.ts';
import type { SpeechScheduler } from '../../engines/scheduling/scheduler.ts';
import {
  acceptUploads,
  errorResponses,
  formOutputFormat,
  readUploads,
  type FormOutputFormat,
} from '../../http/index.ts';
import type { SpeechMeter, SpeechSettings } from '../../speech/settings.ts';
import { nearestSpeed } from '../../speech/request.ts';
import { spokenSamples, type SpokenOptions } from '../../speech/spoken-samples.ts';
import { clipError } from '../../voices/clip-analysis.ts';
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

const [leftPart, rightPart] = ['left_audio', 'right_audio'] as const;
/** Speech whose rate differs by less is not spoken anew. */
const rateTolerance = 0.1;
const rateRange = { min: 0.7, max: 1.4 } as const;

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
        config: { concurrencyLimit: 'contexts' },
        schema: {
          tags: ['Voice conversion'],
          summary: 'Speech between two clips',
          description:
            'What is said joins the recordings: it is as loud as they are where they meet, has their noise between its words, their pitch at the joints, their rate of speaking and their pauses. The voice is the one that is asked for.',
          consumes: ['multipart/form-data'],
          body: z.object({ [leftPart]: part('before'), [rightPart]: part('behind'), ...infillFields.shape }),
          response: {
            200: {
              description: 'The audio between the recordings; with `whole` that of all of them.',
              content: Object.fromEntries(audio.map((type) => [type, { schema: z.any() }])),
            },
            ...errorResponses(400, 401, 403, 404, 413, 415, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        const { samples, settings } = await infill(request, options);
        const known = { inputRate: joinedRate, samples: samples.length };
        const bytes = encodedAudio(piecesOf(samples), settings.format, known);
        return reply.type(contentType(settings.format)).send(Readable.from(bytes, { objectMode: false }));
      },
    );
    done();
  };
}

async function infill(request: FastifyRequest, options: InfillOptions) {
  const { maxClipBytes: maxBytes } = options.limits;
  const rules = { maxBytes, fields: infillFields, keep: buffer, discard: () => Promise.resolve() };
  const { fields, kept } = await readUploads(request, [leftPart, rightPart], rules);
  const [left, right] = await Promise.all([leftPart, rightPart].map((name) => decoded(name, kept.get(name), options)));
  const settings = await options.readSpeech(fields, formatOf(fields, (left ?? right)!), request);
  const speech = await spokenAtRate(request, options, { fields, settings, neighbours: [left, right] });
  const samples = await fitInThread({ speech: integersOf(speech), left, right, whole: fields.whole });
  return { samples, settings };
}

/** @throws {ServiceError} that names the part */
async function decoded(
  name: string,
  bytes: Buffer | undefined,
  { limits: { maxClipSeconds: maxSeconds } }: InfillOptions,
): Promise<DecodedClip | undefined> {
  if (bytes === undefined) return undefined;
  try {
    return await decodeClip(bytes, { maxSeconds });
  } catch (error) {
    throw error instanceof DecodingError ? clipError(error, name) : error;
  }
}

const containerOf: Readonly<Record<AudioFileFormat, Container>> = {
  flac: 'flac',
  mpeg: 'mp3',
  ogg: 'opus',
  wav: 'wav',
  webm: 'opus',
};

/** What is asked for; without any member that of a recording, as far as there is such a one here. */
function formatOf(fields: InfillFields, { format, sampleRate }: DecodedClip): FormOutputFormat {
  const asked = formOutputFormat(fields);
  if (asked.container !== undefined) return asked;
  const container = containerOf[format];
  const isAsked = Object.values(asked).some((value) => value !== undefined);
  if (isAsked || container !== 'wav') return { ...asked, container };
  return {
    ...asked,
    container,
    encoding: 'pcm_s16le',
    sample_rate: sampleRates.find((rate) => rate === sampleRate) ?? 44_100,
  };
}

interface ToSpeak {
  readonly fields: InfillFields;
  readonly settings: SpeechSettings;
  readonly neighbours: readonly (DecodedClip | undefined)[];
}

/** As fast as the neighbours speak. It is spoken once more where the first time is much slower or faster. */
async function spokenAtRate(
  request: FastifyRequest,
  { scheduler, meterOf }: InfillOptions,
  { fields: { transcript }, settings, neighbours }: ToSpeak,
): Promise<Buffer> {
  const common: Omit<SpokenOptions, 'meter'> = { scheduler, settings, sampleRate: joinedRate };
  const first = await spokenSamples(transcript, { ...common, meter: meterOf(request) });
  const wanted = neighbours.flatMap((clip) => clip?.measures.timbre?.syllableRate ?? []);
  if (wanted.length === 0 || first.length === 0) return first;
  const wav = Buffer.concat([wavHeader({ encoding: 'pcm_s16le', sampleRate: joinedRate }, first.length), first]);
  const own = (await decodeClip(wav)).measures.timbre?.syllableRate;
  if (own === undefined) return first;
  const asked = wanted.reduce((sum, rate) => sum + rate, 0) / wanted.length / own;
  const speed = nearestSpeed(Math.min(rateRange.max, Math.max(rateRange.min, asked)), settings);
  if (Math.abs(speed - 1) < rateTolerance) return first;
  // The text is counted once.
  return spokenSamples(transcript, { ...common, meter: 'exempt', generationConfig: { speed } });
}

/** A second at a time. */
function* piecesOf(samples: Float32Array): Generator<Float32Array> {
  for (let at = 0; at < samples.length; at += joinedRate) yield samples.slice(at, at + joinedRate);
}
