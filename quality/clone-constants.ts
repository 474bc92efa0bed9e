/**
 * Measures how the embedded engines sound by themselves, which the fitting of clones starts from, and writes it to
 * `src/engines/espeak/timbre-constants.ts`. To be run after a change of eSpeak, of its variants or of the measures:
 * `node quality/clone-constants.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { bandCount } from '../src/audio/timbre/bands.ts';
import { SpectralFilter, SpectralResponse } from '../src/audio/timbre/spectral-filter.ts';
import { measureSpeech, type SpeechMeasures } from '../src/audio/clip/measures.ts';
import { loudnessOf } from '../src/audio/loudness.ts';
import type { EngineVoice, Synthesizer } from '../src/engines/adapter.ts';
import { capabilities } from '../src/engines/espeak/capabilities.ts';
import { changesByPitch, formantFitTerms, levelFitTerms, pitchChange } from '../src/engines/espeak/fit.ts';
import { powerOf, warpedSpectrum } from '../src/audio/timbre/spectral-gains.ts';
import { EspeakBinding, variantFolder } from '../src/engines/espeak/binding.ts';
import { plainVariant, withFormants, withPitch } from '../src/engines/espeak/profile.ts';
import { writtenVariants } from '../src/engines/espeak/variants.ts';
import { EspeakSynthesizer } from '../src/engines/espeak/synthesizer.ts';
import { variants, voiceFiles } from '../src/engines/espeak/language-files.ts';
import { readSegments, initialReaderState } from '../src/text/reader.ts';
import { joined } from './clones/speech.ts';
import { normalText } from './clones/texts.ts';
import { leastSquares } from './clones/least-squares.ts';
import { seededRandom } from '../test/support/random.ts';

/** What of a voice is written down. */
interface Measured {
  readonly pitch: number;
  readonly formants: readonly number[];
  readonly spectrum: readonly number[];
  readonly loudness: number;
  readonly syllableRate: number;
}

const { sampleRate } = capabilities;
/** Pitch at which languages and variants are compared, Hz. */
const commonPitch = 120;
const pitches = [65, 80, 95, 120, 145, 175, 210, 250, 300, 360] as const;
const pitchSpread = 0.36;

/** As one paragraph, whose first sentence is higher and whose last is lower than the others, as a server reads it. */
function speak(engine: Synthesizer, sentences: readonly string[], language: string, voice: EngineVoice): Float32Array {
  const parts: Int16Array[] = [];
  const sink = { audio: (samples: Int16Array) => void parts.push(samples), marks: () => undefined };
  const { segments } = readSegments(sentences.join(' '), initialReaderState, {
    language,
    normalization: 'on',
    generationConfig: {},
  });
  for (const segment of segments) void engine.speak(segment, voice, sink, new AbortController().signal);
  return joined(parts);
}

export function measured(samples: Float32Array): Measured {
  const { pitch, timbre }: SpeechMeasures = measureSpeech(samples, sampleRate);
  if (pitch === undefined || timbre === undefined) throw new Error('no voice');
  const { formants, spectrum, syllableRate } = timbre;
  return {
    pitch: pitch.median,
    formants,
    spectrum: spectrum.map((level) => level ?? -90),
    loudness: loudnessOf(samples, sampleRate),
    syllableRate,
  };
}

function plain(name: string, medianPitch: number): EngineVoice {
  return { engine: 'espeak', name, profile: { medianPitch, pitchSpread } };
}

/** English with a variant, its formants where the plain voice has them unless told otherwise. */
export function speakVariant(
  binding: EspeakBinding,
  { variant, sentences, medianPitch = commonPitch, percent = Array.from({ length: 8 }, () => 100) }: VariantOptions,
): Float32Array {
  const original =
    variant === undefined
      ? plainVariant
      : (writtenVariants[variant] ?? Buffer.from(binding.readData(`${variantFolder}/${variant}`)).toString());
  const text = withPitch(withFormants(original, percent), { medianPitch, pitchSpread }, 'en');
  const parts: Int16Array[] = [];
  const parameters = { wordsPerMinute: 175, pitch: 50, range: 50 };
  for (const sentence of normalText('en').slice(0, sentences)) {
    binding.synthesize({ language: 'gmw/en-US', variant: text }, sentence, parameters, (samples) => {
      parts.push(samples);
      return false;
    });
  }
  return joined(parts);
}

export interface VariantOptions {
  readonly variant?: string;
  readonly medianPitch?: number;
  readonly percent?: readonly number[];
  /** How many of the text; all when absent. */
  readonly sentences?: number;
}

function row(key: string, numbers: readonly number[], digits: readonly number[]): string {
  return `  ${/^\w+$/u.test(key) ? key : `'${key}'`}: '${textOf(numbers, digits)}',`;
}

/** @param digits after the point of each number; those after the last as the last */
function textOf(numbers: readonly number[], digits: readonly number[]): string {
  return numbers.map((value, index) => String(Number(value.toFixed(digits[index] ?? digits.at(-1))))).join(' ');
}

/** A row of changes against another voice: quotients of formants, differences of levels. */
function changes(own: Measured, common: Measured): string {
  const formants = own.formants.map((formant, index) => formant / common.formants[index]!);
  const spectrum = own.spectrum.map((level, band) => level - common.spectrum[band]!);
  return textOf([own.loudness - common.loudness, ...formants, ...spectrum], [1, 3, 3, 3, 3, 1]);
}

/** Voices spoken for the fit. */
const fitVoices = 240;
/** How far their formants deviate one by one from what their pitch suggests. */
const deviations = [0.45, 0.25, 0.16, 0.16];

/** A random voice: what was asked for, and what was measured without and with random gains on its bands. */
interface RandomVoice {
  /** Logarithms of the formants asked for, in units of the plain variant's. */
  readonly asked: readonly number[];
  /** Octaves above the common pitch. */
  readonly octaves: number;
  readonly gains: readonly number[];
  readonly plain: Measured;
  readonly shaped: Measured;
}

/** Pitch of 70–320 Hz, formants that grow with it on the whole. */
function randomVoice(binding: EspeakBinding, number: () => number): RandomVoice {
  const medianPitch = 70 * 2 ** (2.2 * number());
  const scale = 1 + (medianPitch - commonPitch) / 700 + 0.14 * (number() - 0.5);
  const own = deviations.map((deviation) => scale * (1 + deviation * (number() - 0.5)));
  const upper = (own[2]! + own[3]!) / 2;
  const percent = [...own, upper, upper, upper, upper].map((value) => Math.round(100 * value));
  const waves = Array.from({ length: 5 }, () => [7 * (number() + number() - 1), 2 * Math.PI * number()] as const);
  const gains = Array.from({ length: bandCount }, (_, band) =>
    waves.reduce((sum, [size, phase], index) => sum + size * Math.sin((4 * (index + 1) * band) / bandCount + phase), 0),
  );
  const samples = speakVariant(binding, { medianPitch, percent, sentences: 5 });
  return {
    asked: percent.slice(0, deviations.length).map((value) => Math.log(value / 100)),
    octaves: Math.log2(medianPitch / commonPitch),
    gains,
    plain: measured(samples),
    shaped: measured(filtered(samples, gains)),
  };
}

function filtered(samples: Float32Array, gains: readonly number[]): Float32Array {
  const filter = new SpectralFilter(new SpectralResponse(gains, sampleRate));
  // Quiet enough for the highest gain.
  const parts = [filter.write(Int16Array.from(samples, (sample) => sample * 8000)), filter.end()];
  return joined(parts);
}

interface Fit {
  readonly formants: readonly (readonly number[])[];
  readonly spectrum: readonly (readonly number[])[];
  readonly loudness: readonly number[];
}

/** Fits what eSpeak is to be asked for, and how its spectrum then differs from the plain one's, to random voices. */
function fitTo(voices: readonly RandomVoice[], common: Measured, byPitch: ReturnType<typeof changesByPitch>): Fit {
  const formantTerms = voices.map(({ octaves, gains, shaped: { formants } }) =>
    formantFitTerms(formants, common.formants, octaves, gains),
  );
  const spectrumTerms = voices.map(({ asked, octaves }) => levelFitTerms(asked, octaves));
  const louder = voices.map(
    ({ octaves, plain: { loudness } }) =>
      loudness - common.loudness - pitchChange(commonPitch * 2 ** octaves, byPitch).loudness,
  );
  const differences = voices.map(({ asked, octaves, plain }) => {
    const to = common.formants.map((formant, index) => formant * Math.exp(asked[index]!));
    const change = pitchChange(commonPitch * 2 ** octaves, byPitch);
    const spectrum = common.spectrum.map((level, band) => level + change.spectrum[band]!);
    const expected = warpedSpectrum(spectrum, common.formants, to);
    const [power, expectedPower] = [powerOf(plain.spectrum), powerOf(expected)];
    return expected.map((level, band) => plain.spectrum[band]! - power - (level - expectedPower));
  });
  return {
    formants: deviations.map((_, formant) =>
      leastSquares(
        formantTerms,
        voices.map(({ asked }) => asked[formant]!),
      ),
    ),
    loudness: leastSquares(spectrumTerms, louder),
    spectrum: common.spectrum.map((_, band) =>
      leastSquares(
        spectrumTerms,
        differences.map((levels) => levels[band]!),
      ),
    ),
  };
}

async function main(): Promise<void> {
  const engine = await EspeakSynthesizer.load();
  const languages = Object.entries(voiceFiles).map(([name, { language }]) => {
    const own = measured(speak(engine, normalText(language), language, plain(name, commonPitch)));
    console.log(name, own.pitch.toFixed(0), own.formants.map(Math.round).join(' '), own.loudness.toFixed(1));
    const { pitch, syllableRate, loudness, formants, spectrum } = own;
    return row(name, [pitch / commonPitch, syllableRate, loudness, ...formants, ...spectrum], [3, 2, 1, 0, 0, 0, 0, 1]);
  });
  const binding = await EspeakBinding.load();
  const english = (options: VariantOptions) => measured(speakVariant(binding, options));
  const common = english({});
  const byPitch = pitches.map((medianPitch) => [medianPitch, changes(english({ medianPitch }), common)] as const);
  const names = new Set([...Object.keys(writtenVariants), ...variants.masculine, ...variants.feminine, 'klatt4']);
  const byVariant = [...names].map((variant) => `  ${variant}: '${changes(english({ variant }), common)}',`);
  const number = seededRandom(9);
  const voices = Array.from({ length: fitVoices }, () => randomVoice(binding, number));
  const whole = voices.filter(({ plain: { formants }, shaped }) => formants.length + shaped.formants.length === 8);
  const fit = fitTo(whole, common, changesByPitch(Object.fromEntries(byPitch)));
  await writeFile(
    new URL('../src/engines/espeak/timbre-constants.ts', import.meta.url),
    `/** How eSpeak sounds by itself: made by \`node quality/clone-constants.ts\`. Spectra are those of \`bandEdges\`. */

/** Hz. */
export const commonPitch = ${commonPitch};

/**
 * The plain variant at the common pitch, by voice name: its median pitch as a share of the one that was asked for, syllables in a
 * second, LUFS, formants in Hz, spectrum in dB.
 */
export const plainRows: Readonly<Record<string, string>> = {
${languages.join('\n')}
};

/** What another median pitch changes, by Hz: LU, factors of the formants, differences of the spectrum in dB. */
export const pitchRows: Readonly<Record<number, string>> = {
${byPitch.map(([pitch, text]) => `  ${pitch}: '${text}',`).join('\n')}
};

/** What a variant changes whose formants lie where those of the plain one do, in the same way. */
export const variantRows: Readonly<Record<string, string>> = {
${byVariant.join('\n')}
};

/** Weights of \`formantFitTerms\` for the logarithms of F1–F4 of a variant file, in units of the plain one's. */
export const formantFitRows: Readonly<Record<string, string>> = {
${fit.formants.map((weights, index) => row(`f${index + 1}`, weights, [3, 3, 3, 3, 3, 3, 3, 4])).join('\n')}
};

/** Weights of \`levelFitTerms\` for how much louder it is, in LU. */
export const loudnessFitRow = '${textOf(fit.loudness, [1])}';

/** Weights of \`levelFitTerms\` for what each band has more than expected, in dB. */
export const spectrumFitRows: Readonly<Record<string, string>> = {
${fit.spectrum.map((weights, band) => row(`band${band}`, weights, [1])).join('\n')}
};
`,
  );
}

if (import.meta.main) await main();
