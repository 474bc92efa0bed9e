/**
 * The recognizers of the table, and the model that tells speech from silence. Their publisher records no checksums: the SHA-256 are
 * those that several projects which use the same files record alike.
 */
import type { CatalogueEntry } from './catalogue-entry.ts';

const releases = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';

interface Recorded extends Pick<CatalogueEntry, 'name' | 'family' | 'languages' | 'licence' | 'modelCard'> {
  /** In the release, without `sherpa-onnx-` and its ending. */
  readonly archive: string;
  readonly size: number;
  readonly sha256: string;
}

function recognizer(streaming: boolean, { archive, size, sha256, ...entry }: Recorded): CatalogueEntry {
  const url = `${releases}/sherpa-onnx-${archive}.tar.bz2`;
  return { ...entry, kind: 'recognizer', streaming, files: [{ url, size, checksums: [`sha256:${sha256}`] }] };
}

/** Of the community of Kroko, all of one size but the Spanish one. */
function kroko(language: string, size: number, sha256: string): CatalogueEntry {
  return recognizer(true, {
    ...{ name: `zipformer-${language}-kroko`, family: 'zipformer', languages: [language], size, sha256 },
    licence: 'CC-BY-SA-4.0',
    modelCard: 'https://huggingface.co/Banafo/Kroko-ASR',
    archive: `streaming-zipformer-${language}-kroko-2025-08-06`,
  });
}

function moonshine(size: 'tiny' | 'base', bytes: number, sha256: string): CatalogueEntry {
  return recognizer(false, {
    ...{ name: `moonshine-${size}-en-int8`, family: 'moonshine', languages: ['en'], licence: 'MIT', sha256 },
    modelCard: 'https://github.com/moonshine-ai/moonshine',
    archive: `moonshine-${size}-en-int8`,
    size: bytes,
  });
}

const european = 'bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'.split(' ');

/** In the order in which they are recommended: first those that hear while it is spoken, if anyone may use them. */
export const recognizers: readonly CatalogueEntry[] = [
  recognizer(true, {
    ...{ name: 'nemo-fast-conformer-en-80ms-int8', family: 'nemo-transducer', languages: ['en'] },
    licence: 'CC-BY-4.0',
    modelCard: 'https://huggingface.co/nvidia/stt_en_fastconformer_hybrid_large_streaming_multi',
    archive: 'nemo-streaming-fast-conformer-transducer-en-80ms-int8',
    size: 102_813_625,
    sha256: '7bd33a914e93370a1ba9c2066d9e841bdcad8613fa2a00537c1ae15d851a14d8',
  }),
  kroko('en', 57_267_600, 'c8676e5ff9ac2a85296e53ee0fd4d5fb1db6770e7a7647166eeafe349ade6834'),
  kroko('de', 57_565_698, '9e27b783c20e67b0d0f13a258c1861fce199917c969d9176a438bee38df64962'),
  kroko('fr', 57_220_361, 'e6ffd3dc43725cd6c8137b05c739f15607d0df946b9b90eb141e10059efca024'),
  kroko('es', 124_394_665, '31b2230a95d23290b308b393da930015a4b2105cb3abb9367aed35f7fcf29cf1'),
  recognizer(true, {
    ...{ name: 'zipformer-en-2023-06-26', family: 'zipformer', languages: ['en'], licence: 'Apache-2.0' },
    modelCard: 'https://huggingface.co/csukuangfj/sherpa-onnx-streaming-zipformer-en-2023-06-26',
    archive: 'streaming-zipformer-en-2023-06-26',
    size: 310_414_022,
    sha256: '639e25b578e9e997131402199419c13a941f8e4e198e2da1ce57dbf5cf401282',
  }),
  recognizer(true, {
    ...{ name: 'zipformer-en-20m', family: 'zipformer', languages: ['en'], licence: 'Apache-2.0' },
    modelCard: 'https://huggingface.co/csukuangfj/sherpa-onnx-streaming-zipformer-en-20M-2023-02-17',
    archive: 'streaming-zipformer-en-20M-2023-02-17',
    size: 127_887_156,
    sha256: '9c559283e8498d3fe95913c79ca1cb454bb26281ac2b102b41306c7d752765d9',
  }),
  recognizer(false, {
    ...{ name: 'parakeet-tdt-0.6b-v3-int8', family: 'nemo-transducer', languages: european, licence: 'CC-BY-4.0' },
    modelCard: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
    archive: 'nemo-parakeet-tdt-0.6b-v3-int8',
    size: 487_170_055,
    sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
  }),
  recognizer(false, {
    ...{ name: 'parakeet-ctc-110m-en-int8', family: 'nemo-ctc', languages: ['en'], licence: 'CC-BY-4.0' },
    modelCard: 'https://huggingface.co/nvidia/parakeet-tdt_ctc-110m',
    archive: 'nemo-parakeet_tdt_ctc_110m-en-36000-int8',
    size: 104_337_827,
    sha256: '17f945007b52ccd8b7200ffc7c5652e9e8e961dfdf479cefcabd06cf5703630b',
  }),
  recognizer(false, {
    ...{ name: 'sense-voice-int8', family: 'sense-voice', languages: ['zh', 'en', 'ja', 'ko'] },
    licence: 'FunASR Model License 1.1',
    modelCard: 'https://huggingface.co/FunAudioLLM/SenseVoiceSmall',
    archive: 'sense-voice-zh-en-ja-ko-yue-int8-2025-09-09',
    size: 165_783_878,
    sha256: '7305f7905bfcf77fa0b39388a313f3da35c68d971661a65475b56fb2162c8e63',
  }),
  recognizer(true, {
    // Behind the model above although it streams: the code that trained it is under Apache-2.0, but its weights have no licence stated.
    ...{ name: 'zipformer-ctc-zh-int8', family: 'zipformer-ctc', languages: ['zh'], licence: 'not stated' },
    modelCard: 'https://huggingface.co/csukuangfj/sherpa-onnx-streaming-zipformer-ctc-zh-int8-2025-06-30',
    archive: 'streaming-zipformer-ctc-zh-int8-2025-06-30',
    size: 127_965_713,
    sha256: 'f2ab7a5deb02717801f6a5b26c751b42f8a2db891b07f5b095e6da7442081448',
  }),
  moonshine('tiny', 107_600_538, 'd5fe6ec4334fef36255b2a4010412cad4c007e33103fec62fb5d17cad88086f2'),
  moonshine('base', 250_807_309, '21870cecaa2e44e4e2bf63e02d1072bed183ccd10284871353bd9d24dad14e5e'),
  recognizer(false, {
    // All of its languages: those that its graph names.
    ...{ name: 'whisper-base', family: 'whisper', languages: [], licence: 'MIT' },
    modelCard: 'https://huggingface.co/openai/whisper-base',
    archive: 'whisper-base',
    size: 207_557_382,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
  }),
  recognizer(false, {
    ...{ name: 'whisper-tiny.en', family: 'whisper', languages: ['en'], licence: 'MIT' },
    modelCard: 'https://huggingface.co/openai/whisper-tiny.en',
    archive: 'whisper-tiny.en',
    size: 118_071_777,
    sha256: '2bd6cf965c8bb3e068ef9fa2191387ee63a9dfa2a4e37582a8109641c20005dd',
  }),
  {
    ...{ name: 'silero-vad', kind: 'vad', family: 'silero', languages: [], licence: 'MIT' },
    modelCard: 'https://github.com/snakers4/silero-vad',
    files: [
      {
        url: `${releases}/silero_vad.onnx`,
        size: 643_854,
        checksums: ['sha256:9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6'],
      },
    ],
  },
];
