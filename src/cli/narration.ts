/**
 * Text of any length to speech, in memory that does not grow with it: segments are spoken ahead by all workers, and the
 * text is read on only when what has been spoken is taken. The PCM is that of the server's `POST /tts/bytes`: segments are
 * cut by the same rule and each is spoken and resampled alone.
 */
import { Readable } from 'node:stream';
import { payloadFormat } from '../audio/formats.ts';
import type { EnginePool } from '../engines/pool.ts';
import type { SpeechSettings } from '../speech/settings.ts';
import { Transcript, type ReadSegment } from '../speech/transcript.ts';
import type { GenerationConfig } from '../text/reader.ts';
import type { Segment } from '../text/types.ts';
import type { TextPiece } from './source.ts';

export interface NarrationOptions {
  readonly pool: EnginePool;
  readonly settings: SpeechSettings;
  readonly generationConfig: GenerationConfig;
  /** Ends everything; the narration then throws. */
  readonly signal: AbortSignal;
}

/** One segment, spoken. */
export interface SpokenSegment {
  /** Samples in the payload format of the settings. */
  readonly payload: Uint8Array;
  readonly samples: number;
  /** About how many bytes of the text end with it. */
  readonly textBytes: number;
}

/** Segments spoken ahead for each worker: one being spoken, one waiting in the queue of the pool, one finished. */
const aheadPerWorker = 3;

/**
 * The segments in order, each as soon as it is spoken.
 * @throws {Error} when the text cannot be read, the engine fails or the signal is raised
 */
export async function* narrate(
  text: AsyncIterable<TextPiece>,
  options: NarrationOptions,
): AsyncGenerator<SpokenSegment> {
  const ahead = Readable.from(begin(text, options), {
    highWaterMark: aheadPerWorker * options.pool.workers,
  }) as AsyncIterable<{ readonly spoken: Promise<SpokenSegment> }>;
  for await (const { spoken } of ahead) yield await spoken;
}

async function* begin(
  text: AsyncIterable<TextPiece>,
  options: NarrationOptions,
): AsyncGenerator<{ spoken: Promise<SpokenSegment> }> {
  const { language, normalization, limits } = options.settings;
  const transcript = new Transcript(
    { language, limits, reader: { language, normalization } },
    options.generationConfig,
  );
  let place = 0;
  let textBytes = 0;
  /** Positions in the text are estimated: the segments of a piece count as equally long. */
  function* speakAll(
    read: readonly { readonly segment: Segment }[],
    endBytes: number,
  ): Generator<{ spoken: Promise<SpokenSegment> }> {
    const startBytes = textBytes;
    for (const [index, { segment }] of read.entries()) {
      textBytes = startBytes + Math.round(((endBytes - startBytes) * (index + 1)) / read.length);
      const spoken = speak(segment, place++, textBytes, options);
      // A rejection is reported where the segment is taken; one that is never taken must not be unhandled.
      spoken.catch(() => undefined);
      yield { spoken };
    }
  }
  let readBytes = 0;
  for await (const piece of text) {
    readBytes = piece.bytes;
    transcript.append(piece.text, 0);
    yield* speakAll(segmentsOf(transcript), readBytes);
  }
  transcript.end('finish');
  yield* speakAll(segmentsOf(transcript), readBytes);
}

/** Everything that can be spoken now. */
function segmentsOf(transcript: Transcript): ReadSegment[] {
  const segments: ReadSegment[] = [];
  for (let next = transcript.next(); next?.kind === 'speak'; next = transcript.next()) segments.push(next);
  return segments;
}

function speak(
  segment: Segment,
  place: number,
  textBytes: number,
  { pool, settings, signal }: NarrationOptions,
): Promise<SpokenSegment> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    const format = { container: 'raw', ...payloadFormat(settings.format) } as const;
    const job = pool.speak({ segment, voice: settings.speaker, format }, place, {
      audio: (bytes) => parts.push(bytes),
      end: ({ samples }) => {
        signal.removeEventListener('abort', stop);
        resolve({ payload: Buffer.concat(parts), samples, textBytes });
      },
      failed: (error) => {
        signal.removeEventListener('abort', stop);
        reject(error);
      },
    });
    const stop = (): void => {
      pool.cancel(job);
      reject(new Error('stopped'));
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
