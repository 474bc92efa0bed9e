/** Mono samples whose number is known in advance, in any container. */
import { createContainerWriter } from './container.ts';
import { createFileFinisher } from './finished-file.ts';
import { payloadFormat, type OutputFormat } from './formats.ts';
import { createSegmentPipeline } from './pipeline.ts';
import { resampledLength, type Samples } from './resampler.ts';

/** What is known of samples before they come. */
export interface KnownAudio {
  /** Hz, of the pieces. */
  readonly inputRate: number;
  /** How many there will be, which WAV and FLAC declare in front. */
  readonly samples: number;
}

/** A part of the file. */
export interface EncodedPiece {
  readonly bytes: Uint8Array;
  /** Of audio that went into it. */
  readonly seconds: number;
}

/** The file, piece by piece; the first one has audio. */
export async function* encodedAudio(
  pieces: Iterable<Samples> | AsyncIterable<Samples>,
  format: OutputFormat,
  { inputRate, samples }: KnownAudio,
): AsyncGenerator<EncodedPiece, void, void> {
  const writer = await createContainerWriter(format);
  const pipeline = createSegmentPipeline({ ...payloadFormat(format), inputRate });
  try {
    const length = resampledLength(samples, inputRate, format.sampleRate);
    const isDeclared = format.container === 'wav' || format.container === 'flac';
    const edit = isDeclared ? createFileFinisher(format)!.end(length) : undefined;
    const header = writer.header();
    // Not in front of the first audio: until that is there, the answer may still be an error.
    let head = edit === undefined || edit.head.length === 0 ? header : edit.head;
    let seconds = 0;
    for await (const piece of pieces) {
      seconds += piece.length / inputRate;
      const bytes = writer.write(pipeline.write(piece));
      if (bytes.length === 0) continue;
      yield { bytes: Buffer.concat([head, bytes]), seconds };
      head = nothing;
      seconds = 0;
    }
    yield { bytes: Buffer.concat([head, writer.write(pipeline.end()), writer.end(), edit?.tail ?? nothing]), seconds };
  } finally {
    writer.close();
  }
}

const nothing = new Uint8Array(0);
