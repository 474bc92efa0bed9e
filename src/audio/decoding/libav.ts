import LibAV from '@libav.js/variant-obsolete';
import { DecodingError, type DecodingFault } from './decoding.ts';
import type { MonoMixer } from './mono-mixer.ts';

/** Our name of a container and the library's: it is never left to guess, since some of its other readers have no bounds. */
const demuxers = { flac: 'flac', ogg: 'ogg', webm: 'matroska' } as const;

/** Compressed bytes read in a step: what bounds how much one step can unfold. */
const stepBytes = 1024;
const fileName = 'clip';

/**
 * Decodes the first audio stream. Packets that cannot be decoded are passed over, and what stands behind the place where
 * the container breaks is lost.
 * @throws {DecodingError} when there is no audio stream or nothing here decodes it
 */
export async function decodeWithLibav(
  bytes: Uint8Array,
  format: keyof typeof demuxers,
  samples: MonoMixer,
): Promise<void> {
  const libav = await LibAV.LibAV({ noworker: true });
  libav.av_log_set_level_sync(libav.AV_LOG_QUIET);
  libav.writeFile_sync(fileName, bytes);
  const [demuxer, streams] = await attempt(
    () => libav.ff_init_demuxer_file(fileName, { format: demuxers[format] }),
    `The clip begins like ${format} and cannot be read as such: it is damaged or cut off`,
  );
  const stream = streams.find(({ codec_type: type }) => type === libav.AVMEDIA_TYPE_AUDIO);
  if (stream === undefined) throw new DecodingError('unsupported', 'The clip has no audio stream');
  const [, decoder, packet, frame] = await attempt(
    () => libav.ff_init_decoder(stream.codec_id, stream.codecpar),
    `The audio in the ${format} file is coded in a way that is not taken; flac, opus and vorbis are`,
    'unsupported',
  );

  /** One packet at a time, so that a damaged one takes no other with it; none is the end. */
  const decode = (packets: LibAV.Packet[], fin = false): void => {
    for (const decoded of tolerant(() => libav.ff_decode_multi_sync(decoder, packet, frame, packets, { fin }))) {
      add(decoded, samples);
    }
  };
  for (;;) {
    const [result, read] = await libav.ff_read_frame_multi(demuxer, packet, { limit: stepBytes });
    for (const given of read[stream.index] ?? []) decode([given]);
    // Anything but "there is more" is the end or a container that is broken from here on.
    if (result !== -libav.EAGAIN) break;
  }
  decode([], true);
}

/** A file for which the library fails is a bad file; the library's reason would not help its sender. */
async function attempt<T>(work: () => Promise<T>, message: string, fault: DecodingFault = 'damaged'): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw Object.assign(new DecodingError(fault, message), { cause });
  }
}

/** What a packet gives; nothing where it is damaged. */
function tolerant(work: () => LibAV.Frame[]): LibAV.Frame[] {
  try {
    return work();
  } catch {
    return [];
  }
}

type FrameData = Int16Array | Int32Array | Float32Array | Float64Array;

function add({ data, nb_samples: frames = 0, sample_rate: rate = 0 }: LibAV.Frame, samples: MonoMixer): void {
  const given = data as FrameData | readonly FrameData[];
  const planes = Array.isArray(given) ? (given as readonly FrameData[]) : [given as FrameData];
  if (frames === 0) return;
  const channels = planes.length > 1 ? planes.length : Math.round(planes[0]!.length / frames);
  if (samples.sampleRate === 0) samples.begin(rate, channels);
  if (rate !== samples.sampleRate) throw new DecodingError('unsupported', 'The sample rate changes inside the clip');
  const scale = scaleOf(planes[0]!);
  if (planes.length > 1) samples.addPlanes(planes, frames, scale);
  else samples.addInterleaved(planes[0]!, channels, scale);
}

/** Integers have their full scale at the top of their type. */
function scaleOf(data: FrameData): number {
  return data instanceof Int16Array ? 1 / 32_768 : data instanceof Int32Array ? 1 / 2_147_483_648 : 1;
}
