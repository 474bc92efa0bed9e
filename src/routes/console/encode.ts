/**
 * `POST /console/api/encode`: audio that the console has received, in the format of a file. So a download is what was heard, and is
 * neither made nor counted again.
 */
import { z } from 'zod';
import { decodeStream, DecodingError } from '../../audio/decoding/index.ts';
import { encodedAudio, type KnownAudio } from '../../audio/encoded-audio.ts';
import { contentType, type OutputFormat } from '../../audio/formats.ts';
import { invalidField } from '../../errors/service-error.ts';
import {
  addUploads,
  consoleApiPath,
  formOutputFormat,
  outputFormatFields,
  keptBytes,
  readUpload,
  responseStream,
  untilClientLeaves,
  type App,
  type FormOutputFormat,
} from '../../http/index.ts';

export interface EncodeOptions {
  /** Largest file, in bytes. */
  readonly maxBytes: number;
  /** @throws {ServiceError} for what does not go together */
  readonly readFormat: (format: FormOutputFormat) => OutputFormat;
}

const fields = z.object(outputFormatFields);

export function addEncode(app: App, options: EncodeOptions): void {
  addUploads(app, (scope) => addRoute(scope, options));
}

function addRoute(app: App, { maxBytes, readFormat }: EncodeOptions): void {
  app.post(
    `${consoleApiPath}/encode`,
    { config: { concurrencyLimit: 'contexts' }, schema: { hide: true, consumes: ['multipart/form-data'] } },
    async (request, reply) => {
      const { fields: given, kept: bytes } = await readUpload(request, {
        file: 'file',
        maxBytes,
        fields,
        keep: (content) => keptBytes(content, maxBytes),
        discard: () => Promise.resolve(),
      });
      const format = readFormat(formOutputFormat(given));
      const known = await untilClientLeaves(reply, (signal) => lengthOf(bytes, signal));
      const { blocks, close } = await decodeStream(bytes);
      const pieces = encodedAudio(blocks, format, known);
      const body = responseStream(request, reply, pieces, { transport: 'http', onClose: () => void close() });
      return reply.type(contentType(format)).send(body);
    },
  );
}

/**
 * Read once for its length, which WAV and FLAC tell in front; the samples themselves are never all in memory.
 * @throws the reason of the signal
 */
async function lengthOf(bytes: Uint8Array, signal: AbortSignal): Promise<KnownAudio> {
  try {
    const { sampleRate, blocks } = await decodeStream(bytes);
    let samples = 0;
    for await (const block of blocks) {
      signal.throwIfAborted();
      samples += block.length;
    }
    return { inputRate: sampleRate, samples };
  } catch (error) {
    if (!(error instanceof DecodingError)) throw error;
    throw invalidField('file', error.message);
  }
}
