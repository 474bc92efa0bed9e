/** One request for the transcript of a file, from its upload to what was heard. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { transcribe, type AudioSource, type Transcript } from '../../hearing/transcribe.ts';
import type { HeardPiece } from '../../hearing/hearing.ts';
import { readUpload, untilClientLeaves } from '../../http/index.ts';
import { RecognizerError } from '../../recognizers/adapter.ts';
import { Semaphore } from '../../collections/semaphore.ts';
import { recognitionError } from '../../hearing/recognition-error.ts';
import { logFallback, type SttRouteOptions } from './options.ts';
import type { rawQuery, sttFields } from './schema.ts';
import { audioOf, discardFile, keepFile, type KeptFile } from '../../hearing/audio-file.ts';

/** Files that are in memory at once; others wait on disk. */
const filesAtOnce = new Semaphore({ atOnce: 4 });

/** A file that has come, and the fields beside it. */
export interface UploadedFile<F> {
  readonly file: KeptFile;
  readonly fields: F;
}

/** Reads the form. @throws {ServiceError} as {@link readUpload} does */
export async function readFile<S extends z.ZodType>(
  request: FastifyRequest,
  fields: S,
  { limits }: SttRouteOptions,
): Promise<UploadedFile<z.output<S>>> {
  const upload = await readUpload(request, {
    file: 'file',
    maxBytes: limits.maxFileBytes,
    fields,
    repeated: ['timestamp_granularities[]'],
    keep: (content) => keepFile(content),
    discard: discardFile,
  });
  return { file: upload.kept, fields: upload.fields };
}

/** A file that can be heard, and by what. */
export interface PreparedRecognition {
  /**
   * Hears the file, and removes it.
   * @param onPiece is called with each piece when it is known
   * @throws {ServiceError}
   */
  readonly hear: (onPiece?: (piece: HeardPiece) => void) => Promise<Transcript>;
}

/**
 * Everything that can be wrong with the request is found here; then the file is gone.
 * @param wantsWords whether the answer shows when words are heard
 * @throws {ServiceError}
 */
export async function prepareRecognition(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, fields }: UploadedFile<z.output<typeof sttFields>>,
  options: SttRouteOptions,
  wantsWords: boolean,
): Promise<PreparedRecognition> {
  const ready = Promise.withResolvers<Hear>();
  const hearIt = async (signal: AbortSignal): Promise<Transcript> => {
    const source = await chosenSource(request, { file, fields }, options);
    const start = Promise.withResolvers<HeardPieceListener | undefined>();
    ready.resolve((onPiece) => {
      start.resolve(onPiece);
      return heard;
    });
    const onPiece = await start.promise;
    return hearFile(request, fields, source, { ...options, wantsWords, onPiece, signal });
  };
  const hearInTurn = async (signal: AbortSignal): Promise<Transcript> => {
    try {
      return await filesAtOnce.use(() => hearIt(signal), signal);
    } finally {
      await discardFile(file);
    }
  };
  const heard = untilClientLeaves(reply, hearInTurn);
  heard.catch((error: unknown) => ready.reject(error));
  const hear = await ready.promise;
  return { hear: (onPiece) => hear(onPiece) };
}

type HeardPieceListener = (piece: HeardPiece) => void;
type Hear = (onPiece?: HeardPieceListener) => Promise<Transcript>;

interface ChosenSource extends ReturnType<SttRouteOptions['pool']['choose']> {
  readonly audio: AudioSource;
}

async function chosenSource(
  request: FastifyRequest,
  { file, fields }: UploadedFile<z.output<typeof sttFields>>,
  { pool }: SttRouteOptions,
): Promise<ChosenSource> {
  const chosen = pool.choose(fields);
  noteIgnored(request, pool, chosen.recognizers[0]!.id, fields);
  const { encoding, sample_rate: sampleRate } = request.query as z.output<typeof rawQuery>;
  return { ...chosen, audio: await audioOf(file, { encoding, sampleRate }) };
}

interface HearOptions extends SttRouteOptions {
  readonly wantsWords: boolean;
  readonly onPiece: HeardPieceListener | undefined;
  readonly signal: AbortSignal;
}

/** What was read of the file is counted, also when it does not come to its end. */
async function hearFile(
  request: FastifyRequest,
  { prompt, temperature }: z.output<typeof sttFields>,
  { audio, recognizers, language }: ChosenSource,
  { usage, metrics, wantsWords, onPiece, signal }: HearOptions,
): Promise<Transcript> {
  const startedAt = performance.now();
  let seconds = 0;
  let recognizer = recognizers[0]!.id;
  const onProgress = (read: number): void => void (seconds = read);
  const onFallback = logFallback(request.log, metrics);
  try {
    const asked = { recognizers, language, prompt, temperature, wantsWords };
    const transcript = await transcribe(audio, { ...asked, onFallback, onPiece, onProgress, signal });
    seconds = transcript.duration;
    recognizer = transcript.pieces[0]?.recognizer ?? recognizer;
    if (seconds > 0) metrics.realTimeFactor.observe({ recognizer }, (performance.now() - startedAt) / 1000 / seconds);
    return transcript;
  } catch (error) {
    throw error instanceof RecognizerError ? recognitionError(error) : error;
  } finally {
    metrics.seconds.inc({ transport: 'file', recognizer }, seconds);
    const { organizationId, keyId: apiKeyId } = request.principal;
    // A second that has begun counts.
    const credits = Math.ceil(seconds);
    if (credits > 0) usage.add({ organizationId, apiKeyId, capability: 'stt', modelId: recognizer, credits });
  }
}

/** What the recognizer has no use for is named to the client. */
function noteIgnored(
  request: FastifyRequest,
  { descriptors }: SttRouteOptions['pool'],
  id: string,
  fields: z.output<typeof sttFields>,
): void {
  const takesPrompt = descriptors.find((descriptor) => descriptor.id === id)?.capabilities.prompt === true;
  const useless = takesPrompt ? [] : (['prompt', 'temperature'] as const).filter((name) => fields[name] !== undefined);
  request.ignoredFields = [...(request.ignoredFields ?? []), ...useless];
}
