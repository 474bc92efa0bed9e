/**
 * How well the variants of eSpeak are understood, what they cost and how their spectrum falls, in American English. The written ones
 * were found on lists 1–3 of the sentences; this measures on list 4 and those sentences of list 3 as well.
 */
import { writtenVariants } from '../src/engines/espeak/variants.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { capabilities } from '../src/engines/espeak/capabilities.ts';
import { harvardLists } from '../bench/speech/harvard.ts';
import { wordError } from '../bench/pocketsphinx.ts';
import { speechOf } from './sources/speech.ts';

export interface VariantFigures {
  readonly variant: string;
  /** Misheard words of those said, in a closed vocabulary and with the recogniser's language model. */
  readonly closed: number;
  readonly open: number;
  /** Seconds of speech for a second of processor time. */
  readonly speed: number;
  /** Level from 2 to 5 kHz below that from 0.1 to 1 kHz, in dB. */
  readonly tilt: number;
}

const { sampleRate } = capabilities;
const sentences = harvardLists.slice(2, 4).flat();

/** @param variants names; an empty one is the plain voice */
export async function measureVariants(variants: readonly string[]): Promise<VariantFigures[]> {
  const synthesizer = await EspeakSynthesizer.load();
  const rows: VariantFigures[] = [];
  for (const variant of variants) {
    const voice = { engine: 'espeak', name: 'en-us', ...(variant !== '' && { variant }) };
    const utterances = [];
    for (const text of sentences) {
      utterances.push({ text, samples: await speechOf(synthesizer, voice, [text]), sampleRate });
    }
    const whole = await speechOf(synthesizer, voice, sentences);
    const speeds: number[] = [];
    for (let round = 0; round < 3; round++) {
      const start = process.cpuUsage();
      await speechOf(synthesizer, voice, sentences);
      const { user, system } = process.cpuUsage(start);
      speeds.push(whole.length / sampleRate / ((user + system) / 1e6));
    }
    rows.push({
      variant,
      closed: await wordError(utterances, 'closed'),
      open: await wordError(utterances, 'open'),
      speed: Math.max(...speeds),
      tilt: levelBetween(whole, 100, 1000) - levelBetween(whole, 2000, 5000),
    });
  }
  return rows;
}

/** dB of what lies between two frequencies in Hz, by a band of second order passed twice. */
function levelBetween(samples: Int16Array, low: number, high: number): number {
  let values = Float64Array.from(samples);
  for (let round = 0; round < 2; round++) values = onePole(onePole(values, high, false), low, true);
  return 10 * Math.log10(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

function onePole(values: Float64Array<ArrayBuffer>, hertz: number, isHighPass: boolean): Float64Array<ArrayBuffer> {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / sampleRate);
  let low = 0;
  return values.map((value) => {
    low += share * (value - low);
    return isHighPass ? value - low : low;
  });
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const usual = ['', ...Object.keys(writtenVariants), 'm7', 'm6', 'm3', 'f5', 'f2', 'f4', 'klatt4', 'Andrea'];
  console.table(await measureVariants(wanted.length > 0 ? wanted : usual));
}
