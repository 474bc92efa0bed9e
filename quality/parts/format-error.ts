/** How many words a recogniser mistakes of one voice in different formats of an answer. */
import { fixed, type Row } from '../../bench/report/table.ts';
import type { OutputFormat } from '../../src/audio/formats.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { decode, ffmpegPackages } from '../measures/ffmpeg.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { recognizerPackages, wordError, type Utterance } from '../../bench/pocketsphinx.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

const sentences = harvardLists.flat().slice(0, 20);
const sampleRate = 24_000;

const narrow = 'raw, 16 bits at 8 kHz';
interface Format {
  readonly name: string;
  readonly format: OutputFormat;
  /** The format it is held against: the same band without the encoding. The first one when absent. */
  readonly beside?: string;
  /** What ffmpeg has to be told. */
  readonly input?: readonly string[];
}

const formats: readonly Format[] = [
  {
    name: 'raw, 16 bits at 24 kHz',
    format: { container: 'raw', encoding: 'pcm_s16le', sampleRate },
    input: rawInput('s16le', sampleRate),
  },
  { name: 'wav, 16 bits at 44.1 kHz', format: { container: 'wav', encoding: 'pcm_s16le', sampleRate: 44_100 } },
  { name: 'mp3, 32 kbit/s at 16 kHz', format: { container: 'mp3', sampleRate: 16_000, bitRate: 32_000 } },
  { name: 'mp3, 128 kbit/s at 44.1 kHz', format: { container: 'mp3', sampleRate: 44_100, bitRate: 128_000 } },
  { name: 'opus, 32 kbit/s', format: { container: 'opus', sampleRate: 48_000, bitRate: 32_000 } },
  {
    name: narrow,
    format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 8000 },
    input: rawInput('s16le', 8000),
  },
  {
    name: 'mu-law at 8 kHz',
    beside: narrow,
    format: { container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 },
    input: rawInput('mulaw', 8000),
  },
];

export const formatErrors: Part = {
  title: 'Word error by format',
  packages: [...recognizerPackages, ...ffmpegPackages],
  isShort: false,
  async measure({ synthesizer, progress }: Quality) {
    const [voice] = defaultVoices(synthesizer, true);
    progress(`Word error of formats, ${voice!.name}`);
    return {
      method: `As above, ${sentences.length} sentences by ${voice!.name} in each format, decoded by ffmpeg. What the encoding adds is held against the target: to the first format, and for mu-law to samples of 16 bits at its own rate, since the recogniser was trained on a band of 8 kHz and loses most words when half of it is missing.`,
      rows: await rowsOfFormats(synthesizer, voice!),
    };
  },
};

async function rowsOfFormats(synthesizer: LocalSynthesizer, voice: Voice): Promise<Row[]> {
  const errors = await inParallel(formats, async ({ format, input }) => {
    const heard: Utterance[] = [];
    for (const text of sentences) {
      const bytes = await synthesizer.bytes({ voice, text }, format);
      heard.push({ text, sampleRate, samples: await decode(bytes, sampleRate, input) });
    }
    return { closed: await wordError(heard, 'closed'), open: await wordError(heard, 'open') };
  });
  return formats.map(({ name, beside }, index) => {
    const { closed, open } = errors[index]!;
    const other =
      errors[
        Math.max(
          0,
          formats.findIndex((each) => each.name === beside),
        )
      ]!;
    const isPlain = index === 0 || name === narrow;
    return rowOf(
      `format-error.${index}`,
      `${voice.name} as ${name}`,
      `closed ${fixed(closed, 3)}, open ${fixed(open, 3)}`,
      isPlain ? [] : [{ value: closed - other.closed, target: targets.wordErrorCost }],
    );
  });
}

function rawInput(format: string, rate: number): string[] {
  return ['-f', format, '-ac', '1', '-ar', String(rate)];
}
