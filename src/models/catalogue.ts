/**
 * The models that `sonorant models add` knows by name. Sizes and checksums are those that the publishers record: MD5 from the
 * `voices.json` of the Piper voices, SHA-256 of the releases of sherpa-onnx. An archive of those releases is at times replaced
 * under its address, so a file may have several right checksums; one without any is trusted when it first comes. A licence is that of
 * the recordings or of the model, whichever its page states; null where no public page was found that does.
 */
import type { CatalogueEntry, PublishedFile } from './catalogue-entry.ts';
import type { Checksum } from './checksum.ts';
import { recognizers } from './recognizer-catalogue.ts';

const piperVoices = 'https://huggingface.co/rhasspy/piper-voices';
/** The recordings of several Piper voices, all of them under CC0. */
const crowdsourced = 'https://github.com/OHF-Voice/voice-datasets';
const sherpaReleases = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Bytes and checksum. */
type Recorded = readonly [size: number, checksum: Checksum | null];

interface PiperVoice {
  readonly speakers?: number;
  readonly licence?: string;
  /** Where it is stated, unless in the model card. */
  readonly licencePage?: string;
  /** The network, its settings, its model card. */
  readonly recorded: readonly [model: Recorded, settings: Recorded, card: Recorded];
}

/** A Piper voice by its key, `<language>_<region>-<name>-<quality>`. */
function piper(key: string, { speakers = 1, licence, licencePage, recorded }: PiperVoice): CatalogueEntry {
  const [locale, voice, quality] = key.split('-') as [string, string, string];
  const language = locale.slice(0, 2);
  const folder = `${language}/${locale}/${voice}/${quality}`;
  const file = (name: string, [size, checksum]: Recorded): PublishedFile => ({
    url: `${piperVoices}/resolve/main/${folder}/${name}`,
    size,
    checksums: checksum === null ? null : [checksum],
  });
  return {
    name: key.toLowerCase(),
    kind: 'voice',
    family: 'piper',
    languages: [language],
    speakers,
    licence: licence ?? null,
    modelCard: `${piperVoices}/blob/main/${folder}/MODEL_CARD`,
    ...(licencePage !== undefined && { licencePage }),
    cardFile: file('MODEL_CARD', recorded[2]),
    files: [file(`${key}.onnx`, recorded[0]), file(`${key}.onnx.json`, recorded[1])],
  };
}

/** An archive of sherpa-onnx; `path` is `<release>/<file>`. */
function release(path: string, size: number, ...checksums: readonly Checksum[]): PublishedFile {
  return { url: `${sherpaReleases}/${path}`, size, checksums };
}

const unverified = null;

/** In the order in which they are recommended for a language. */
const voices: readonly CatalogueEntry[] = [
  {
    name: 'kokoro-multi-lang-v1_0',
    kind: 'voice',
    family: 'kokoro',
    languages: ['en', 'es', 'fr', 'hi', 'it', 'pt'],
    // It has 12 more, of Chinese and Japanese, whose phonemes are none of eSpeak's.
    speakers: 41,
    licence: 'Apache-2.0',
    modelCard: 'https://huggingface.co/hexgrad/Kokoro-82M',
    graphBytes: 325_560_556,
    files: [
      release(
        'tts-models/kokoro-multi-lang-v1_0.tar.bz2',
        349_906_910,
        'sha256:c5f7e2d2caf082bc1d20fb70334a61d99d20b484500aad32e7cf84c128ea3298',
        // 349,418,188 bytes, given under this address until September 2026.
        'sha256:c133d26353d776da730870dac7da07dbfc9a5e3bc80cc5e8e83ab6e823be7046',
      ),
    ],
  },
  {
    name: 'kokoro-int8-multi-lang-v1_1',
    kind: 'voice',
    family: 'kokoro',
    languages: ['zh', 'en'],
    speakers: 103,
    licence: 'Apache-2.0',
    modelCard: 'https://huggingface.co/hexgrad/Kokoro-82M-v1.1-zh',
    files: [
      release(
        'tts-models/kokoro-int8-multi-lang-v1_1.tar.bz2',
        147_031_220,
        'sha256:a1e94694776049035c4f2c6529f003aaece993c76aae9a78995831c3c4dcafc6',
      ),
    ],
  },
  {
    name: 'kitten-nano-en-v0_2-fp16',
    kind: 'voice',
    family: 'kitten',
    languages: ['en'],
    speakers: 8,
    licence: 'Apache-2.0',
    modelCard: 'https://huggingface.co/KittenML/kitten-tts-nano-0.2',
    files: [
      release(
        'tts-models/kitten-nano-en-v0_2-fp16.tar.bz2',
        26_586_708,
        'sha256:0345a8a2f4a710cb8f7912c9a731ded8b3e1e69b33a871efa95c2e64651518fe',
      ),
    ],
  },
  piper('en_US-ljspeech-medium', {
    licence: 'public domain',
    recorded: [
      [63_531_379, 'sha256:6f52a751e2349abe7a76735eb09dc1875298c77ea2342ffd2fef79ff81b87f22'],
      [4972, 'sha256:141d612cc0a95ed7efc1ca936b845c2364967f2e9217c5dbfcf69fc4d6c65860'],
      [300, unverified],
    ],
  }),
  piper('en_US-ljspeech-high', {
    licence: 'public domain',
    recorded: [
      [114_000_000, unverified],
      [5000, unverified],
      [300, unverified],
    ],
  }),
  piper('en_US-libritts_r-medium', {
    speakers: 904,
    licence: 'CC-BY-4.0',
    recorded: [
      [78_580_914, 'md5:bb2c2776cffbfd736c7c497f620c0ca6'],
      [20_123, 'md5:c740db18a0dab11b13ce0292ea1196c6'],
      [279, 'md5:ae42a6ca5f3fdc81690d4fe191b6fdee'],
    ],
  }),
  piper('en_GB-alba-medium', {
    licence: 'CC-BY-4.0',
    licencePage: 'https://datashare.ed.ac.uk/handle/10283/3270',
    recorded: [
      [63_201_294, 'md5:c07f313752bb3aba8061041666251654'],
      [4888, 'md5:dbb6f2ede31082710665221417906e13'],
      [324, 'md5:d5a8716acb311b20e0f28710d0fcc982'],
    ],
  }),
  piper('de_DE-thorsten-medium', {
    licence: 'CC0-1.0',
    recorded: [
      [63_201_294, 'md5:a129b00fb3078df43c96bab6c94535c0'],
      [4819, 'md5:843a7bd7272724f750534dd5a26d1aad'],
      [285, 'md5:e84cf8b09957fccceb068a3c1664d0f3'],
    ],
  }),
  piper('de_DE-thorsten-high', {
    licence: 'CC0-1.0',
    recorded: [
      [113_895_201, 'md5:256505fe58fb8b9d6ed78b83f6b8a9d2'],
      [4875, 'md5:e81686e00a9d825e2488ead660bec6fd'],
      [281, 'md5:582a051328d56a564e8a38c9029ae630'],
    ],
  }),
  piper('fr_FR-siwis-medium', {
    licence: 'CC-BY-4.0',
    recorded: [
      [63_201_294, 'md5:20e876e8c839e9b11a26085858f2300c'],
      [4875, 'md5:a407e7e6901feb79c2ea2a5466076cce'],
      [284, 'md5:2b9ea48b15e9e1fd25f95b415caaf66f'],
    ],
  }),
  piper('es_ES-davefx-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_201_294, 'md5:dc515cd4ecc5f6f72fe14a941188fc9c'],
      [4817, 'md5:dd157b5eaf6930bf949cf416d9a9307a'],
      [275, 'md5:5569c0fb20448308466216428b52f392'],
    ],
  }),
  piper('es_ES-sharvard-medium', {
    speakers: 2,
    licence: 'CC-BY-3.0',
    licencePage: 'https://datashare.ed.ac.uk/handle/10283/574',
    recorded: [
      [76_733_615, 'md5:77e6f9c26e92799fb04bb90b46bf1834'],
      [4903, 'md5:e49cab310ce362145f7d94b347c291ff'],
      [392, 'md5:b600a21381af84fa21b29f519a3a829a'],
    ],
  }),
  piper('pt_BR-faber-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_201_294, 'md5:e0724a2f07965f6523d2a1e96b488a4c'],
      [4855, 'md5:a1258e1e113c47d9a1486a9bef1daab4'],
      [278, 'md5:a81a3840b1749cf34b0e31de1577ef47'],
    ],
  }),
  piper('it_IT-paola-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_500_000, unverified],
      [5000, unverified],
      [300, unverified],
    ],
  }),
  piper('nl_BE-nathalie-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_201_294, 'md5:ab0c38b5f66764b59ad9e3e98b1c2172'],
      [4879, 'md5:13c6e6c9511447e1906c25748a93f0bd'],
      [284, 'md5:ff335f87ca41a3f89180781498e02635'],
    ],
  }),
  piper('nl_NL-ronnie-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_500_000, unverified],
      [5000, unverified],
      [300, unverified],
    ],
  }),
  piper('pl_PL-gosia-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_201_294, 'md5:ecf817530e575025166e454adde1f382'],
      [4814, 'md5:e57055b9eec14e570617af2b716bd5c3'],
      [274, 'md5:e1355330fe5fab166e6f2e20af7e91e9'],
    ],
  }),
  piper('pl_PL-darkman-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_201_294, 'md5:27bf2d71e934b112657544fd0b100a7a'],
      [4816, 'md5:1c13180312cca98cb75ca39b31972056'],
      [276, 'md5:952772905864f6f6375df54a675895b7'],
    ],
  }),
  piper('ru_RU-irina-medium', {
    recorded: [
      [63_201_294, 'md5:21fbe77fdc68bdc35d7adb6bf4f52199'],
      [4765, 'md5:e239bb7f22d5de4a44ec6b1cb6c06bb5'],
      [271, 'md5:397e67453b4ea5a95642673d0debb5ba'],
    ],
  }),
  piper('ru_RU-dmitri-medium', {
    licence: 'CC0-1.0',
    licencePage: crowdsourced,
    recorded: [
      [63_201_294, 'md5:589ccc91745a1e2353508ff62c5941b7'],
      [4824, 'md5:4eaf0d090190ecb8d958d40c76fd85e8'],
      [276, 'md5:c19f9eff768d0c0e1f476a4c6ca1ff1e'],
    ],
  }),
  piper('hi_IN-pratham-medium', {
    recorded: [
      [63_500_000, unverified],
      [5000, unverified],
      [300, unverified],
    ],
  }),
  piper('hi_IN-priyamvada-medium', {
    recorded: [
      [63_500_000, unverified],
      [5000, unverified],
      [300, unverified],
    ],
  }),
  piper('ar_JO-kareem-medium', {
    recorded: [
      [63_201_294, 'md5:c0697df8a7fb180079cc5ac523f91a8e'],
      [5024, 'md5:dd70b31eb5a395907241b1e5367ace3a'],
      [283, 'md5:9ec7a4a27b89946848dce9b7f5c53cfd'],
    ],
  }),
  piper('tr_TR-dfki-medium', {
    licence: 'CC-BY-NC-SA-4.0',
    licencePage: 'https://github.com/marytts/dfki-ot-data',
    recorded: [
      [63_201_294, 'md5:f51287b350a042dd8d67b2b215145e5a'],
      [4960, 'md5:683c97d5bf7588abb4d7b9ff556c9466'],
      [319, 'md5:870d6bc19719328699449cb7b4dd56cf'],
    ],
  }),
  {
    name: 'matcha-icefall-zh-baker',
    kind: 'voice',
    family: 'matcha',
    languages: ['zh'],
    speakers: 1,
    licence: 'not stated; trained on BZNSYP, which is not for commercial use',
    modelCard: 'https://k2-fsa.github.io/sherpa/onnx/tts/pretrained_models/matcha.html',
    // Of another model of the same recordings.
    licencePage: `${piperVoices}/blob/main/zh/zh_CN/xiao_ya/medium/MODEL_CARD`,
    files: [
      release(
        'tts-models/matcha-icefall-zh-baker.tar.bz2',
        75_463_442,
        'sha256:20de2ec034b55562609d6362771c934905dfe11d0f41ec103d593427ad9a7efb',
      ),
      release(
        'vocoder-models/hifigan_v2.onnx',
        3_749_714,
        'sha256:a41d404cce7924493540238da5b30a4bc14b6ddaf1a37f3c79fa4f59548c19f0',
      ),
    ],
  },
  piper('zh_CN-huayan-medium', {
    recorded: [
      [63_201_294, 'md5:40cdb7930ff91b81574d5f0489e076ea'],
      [4822, 'md5:1fda3ec1d0d3a5a74064397ea8fe0af0'],
      [276, 'md5:b23255ace0cda4c2e02134d8a70c2e03'],
    ],
  }),
  {
    name: 'supertonic-3-int8',
    kind: 'voice',
    family: 'supertonic',
    languages: ['ja', 'ko', 'en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'ru', 'ar', 'hi', 'tr'],
    speakers: 10,
    licence: 'BigScience Open RAIL-M',
    modelCard: 'https://huggingface.co/Supertone/supertonic-3',
    licencePage: 'https://huggingface.co/Supertone/supertonic-3/blob/main/LICENSE',
    files: [
      release(
        'tts-models/sherpa-onnx-supertonic-3-tts-int8-2026-05-11.tar.bz2',
        128_774_318,
        'sha256:82fa96f91c4ef8abaae3a14a3f4153facf88bed821d1f7331cec2700f432c427',
      ),
    ],
  },
  {
    name: 'pocket-tts-int8-en',
    kind: 'voice',
    family: 'pocket',
    languages: ['en'],
    speakers: 0,
    licence: 'CC-BY-4.0, and by the notice in the archive not for commercial use',
    modelCard: 'https://huggingface.co/kyutai/pocket-tts',
    files: [
      release(
        'tts-models/sherpa-onnx-pocket-tts-int8-2026-01-26.tar.bz2',
        98_336_520,
        'sha256:2f3b88823cbbb9bf0b2477ec8ae7b3fec417b3a87b6bb5f256dba66f2ad967cb',
      ),
    ],
  },
  {
    name: 'zipvoice-distill-int8-zh-en',
    kind: 'voice',
    family: 'zipvoice',
    languages: ['zh', 'en'],
    speakers: 0,
    licence: 'not stated; trained on Emilia, which is under CC-BY-NC-4.0',
    modelCard: 'https://huggingface.co/k2-fsa/ZipVoice',
    licencePage: 'https://github.com/k2-fsa/ZipVoice/issues/190',
    files: [
      release(
        'tts-models/sherpa-onnx-zipvoice-distill-int8-zh-en-emilia.tar.bz2',
        109_162_785,
        'sha256:77219c8b40f4ee8d73a7f902305ff6c1128ef9b54461c41b4ca6ed890b6c2803',
      ),
      release(
        'vocoder-models/vocos_24khz.onnx',
        54_157_409,
        'sha256:bcb3b970e384161c4d634f0bb9e999ff1c471b34c9bc0b1049a5014065ed3cc0',
      ),
    ],
  },
];

/** Voices, recognizers, and what tells speech from silence. */
export const catalogue: readonly CatalogueEntry[] = [...voices, ...recognizers];

/** The entry of a name, whatever its case; undefined when the table has none. */
export function entryNamed(name: string): CatalogueEntry | undefined {
  return catalogue.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
}

/** What an entry takes to download, in bytes. */
export function downloadSize(entry: CatalogueEntry): number {
  return entry.files.reduce((sum, { size }) => sum + size, 0);
}
