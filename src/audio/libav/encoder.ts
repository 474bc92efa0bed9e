/** Encoders of FFmpeg's libraries, in WebAssembly: samples in, packets out. The containers around them are ours. */
import LibAV from '@libav.js/variant-obsolete';
import { SharedLoad } from '../shared-load.ts';

type Libav = LibAV.LibAV & LibAV.LibAVSync;

interface EncoderOptions {
  /** Hz. */
  readonly sampleRate: number;
  /** Samples of each packet; the encoder's own choice when absent. */
  readonly frameLength?: number;
  /** Bits per second. */
  readonly bitRate?: number;
  /** The encoder's own options by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** One mono stream. */
export interface PacketEncoder<Samples extends Float32Array | Int16Array> {
  /**
   * @param samples a frame of `frameLength`; a shorter one only as the last of FLAC
   * @returns its packet
   * @throws {Error} of the library
   */
  encode(samples: Samples): Uint8Array;
  /** Frees its memory. May be called again. */
  close(): void;
  /** Samples of a frame. */
  readonly frameLength: number;
  /** What the encoder says of its stream: the identification header of Opus, the STREAMINFO of FLAC. */
  readonly streamHeader: Uint8Array;
}

/** A mono channel, as the library has it. */
const mono = { channels: 1, channel_layout: 4 } as const;

/** Opens encoders; each holds memory until it is closed. */
export interface Encoders {
  /** Samples have a full scale of ±1. */
  opus(options: EncoderOptions): PacketEncoder<Float32Array>;
  /** 16 bits. It takes 4 MB, so streams had better share one. */
  flac(options: EncoderOptions): PacketEncoder<Int16Array>;
}

/** One instance for all streams of a thread: 100 ms when it is loaded, and 25 MB, which grow with what is open at once. */
const library = new SharedLoad<Libav>(async () => {
  const libav = await LibAV.LibAV({ noworker: true });
  libav.av_log_set_level_sync(libav.AV_LOG_QUIET);
  return libav;
});

/** The library is loaded by the first call in a thread. */
export async function loadEncoders(): Promise<Encoders> {
  const libav = await library.get();
  return {
    opus: (options) => open(libav, 'libopus', libav.AV_SAMPLE_FMT_FLT, options),
    flac: (options) => open(libav, 'flac', libav.AV_SAMPLE_FMT_S16, options),
  };
}

function open<Samples extends Float32Array | Int16Array>(
  libav: Libav,
  codec: 'libopus' | 'flac',
  format: number,
  { sampleRate, frameLength: wanted, bitRate, settings = {} }: EncoderOptions,
): PacketEncoder<Samples> {
  const [, context, frame, packet, frameLength] = libav.ff_init_encoder_sync(codec, {
    ctx: {
      ...mono,
      sample_fmt: format,
      sample_rate: sampleRate,
      ...(wanted !== undefined && { frame_size: wanted }),
      ...(bitRate !== undefined && { bit_rate: bitRate }),
    },
    time_base: [1, sampleRate],
    options: { ...settings },
  });
  const streamHeader = libav.copyout_u8_sync(
    libav.AVCodecContext_extradata_sync(context),
    libav.AVCodecContext_extradata_size_sync(context),
  );
  let position = 0;
  let isOpen = true;
  return {
    frameLength,
    streamHeader,
    encode(data) {
      const given = {
        ...mono,
        data,
        format,
        nb_samples: data.length,
        sample_rate: sampleRate,
        pts: position,
        ptshi: 0,
      };
      position += data.length;
      try {
        const [made] = libav.ff_encode_multi_sync(context, frame, packet, [given], false);
        if (made === undefined) throw new Error(`${codec} made no packet of ${data.length} samples`);
        return made.data;
      } catch (error) {
        // The instance may be broken: the next stream gets another one.
        library.forget();
        throw error;
      }
    },
    close() {
      if (isOpen) libav.ff_free_encoder_sync(context, frame, packet);
      isOpen = false;
    },
  };
}

/** Bytes of the library's memory in this thread: it grows with what is open at once and is never given back. */
export async function memoryBytes(): Promise<number> {
  // The types leave the memory out.
  return ((await library.get()) as Libav & { readonly HEAPU8: Uint8Array }).HEAPU8.byteLength;
}
