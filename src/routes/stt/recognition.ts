/** One request for the transcript of a file, from its upload to what was heard. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { creditsOf, transcribe, type Transcript } from '../../hearing/transcribe.ts';
import type { HeardPiece } from '../../hearing/hearing.ts';
import { readUpload } from '../../http/index.ts';
import { RecognizerError } from '../../recognizers/adapter.ts';
import { Places } from '../../recognizers/places.ts';
import { logFallback, type SttRouteOptions } from './options.ts';
import type { rawQuery, sttFields } from './schema.ts';
import { audioOf, discardFile, keepFile, type KeptFile } from './upload.ts';

/** Files that are in memory at once; others wait on disk. */
const filesAtOnce = new Places(4);

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
    keep: keepFile,
    discard: discardFile,
  });
  return { file: upload.kept, fields: upload.fields };
}

/**
 * Hears the file, and removes it.
 * @param onPiece is told of each piece when it is known
 * @throws {ServiceError}
 */
export async function recognizeFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, fields }: UploadedFile<z.output<typeof sttFields>>,
  { pool, usage, metrics }: SttRouteOptions,
  onPiece?: (piece: HeardPiece) => void,
): Promise<Transcript> {
  const left = new AbortController();
  const onClose = (): void => left.abort(new ServiceError('invalid_request', 'The client has left.'));
  reply.raw.once('close', onClose);
  try {
    const { recognizers, language } = pool.choose(fields);
    noteIgnored(request, pool, recognizers[0]!.id, fields);
    const startedAt = performance.now();
    const transcript = await filesAtOnce.use(async () => {
      const { encoding, sample_rate: sampleRate } = request.query as z.output<typeof rawQuery>;
      const source = await audioOf(file, { encoding, sampleRate });
      const { prompt, temperature } = fields;
      const onFallback = logFallback(request.log, metrics);
      const { signal } = left;
      return transcribe(source, { recognizers, language, prompt, temperature, onFallback, onPiece, signal });
    }, left.signal);
    const { duration } = transcript;
    const recognizer = transcript.pieces[0]?.recognizer ?? recognizers[0]!.id;
    metrics.seconds.inc({ transport: 'file', recognizer }, duration);
    if (duration > 0) metrics.realTimeFactor.observe({ recognizer }, (performance.now() - startedAt) / 1000 / duration);
    const { organizationId, keyId: apiKeyId } = request.principal;
    const credits = creditsOf(duration, 1);
    if (credits > 0) usage.add({ organizationId, apiKeyId, capability: 'stt', modelId: recognizer, credits });
    return transcript;
  } catch (error) {
    throw error instanceof RecognizerError ? asServiceError(error) : error;
  } finally {
    reply.raw.off('close', onClose);
    await discardFile(file);
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

function asServiceError(cause: RecognizerError): ServiceError {
  if (cause.kind === 'unavailable') {
    return new ServiceError('recognizer_unavailable', 'No recognizer can hear now; try again soon.', { cause });
  }
  return new ServiceError('recognizer_failed', 'The recognizer failed on this audio.', { cause });
}
