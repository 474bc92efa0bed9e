/**
 * Measures how flite's voices sound at several pitches, which the fitting of clones starts from, and writes it to
 * `src/engines/flite/timbre-constants.ts`: `node quality/clone-constants-flite.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { measureSpeech } from '../src/audio/clip/measures.ts';
import { loudnessOf } from '../src/audio/loudness.ts';
import { capabilities } from '../src/engines/flite/capabilities.ts';
import { fliteVoices } from '../src/engines/flite/speakers.ts';
import { load } from '../src/engines/flite/synthesizer.ts';
import { normalText } from './clones/texts.ts';
import { samplesOf } from './clones/speech.ts';

const multipliers = [0.7, 0.85, 1, 1.2, 1.45, 1.75, 2.1];
const { sampleRate } = capabilities;

async function main(): Promise<void> {
  const engine = await load();
  const rows = Object.keys(fliteVoices).map((name) => {
    const steps = multipliers.map((pitch) => {
      const samples = samplesOf(engine, normalText('en'), 'en', { engine: 'flite', name, pitch });
      const { pitch: heard, timbre } = measureSpeech(samples, sampleRate);
      // The highest band, which the sample rate does not hold, has what the one below it has.
      const spectrum = timbre!.spectrum.map((level, band, all) => (level ?? all[band - 1]!).toFixed(1));
      const spread = (heard!.high - heard!.low) / heard!.median;
      console.log(name, pitch, heard!.median.toFixed(0), spread.toFixed(2), timbre!.formants.map(Math.round).join(' '));
      const numbers = [heard!.median.toFixed(1), spread.toFixed(3), timbre!.syllableRate.toFixed(2)];
      const level = loudnessOf(samples, sampleRate).toFixed(1);
      return `    '${[pitch, ...numbers, level, ...timbre!.formants.map(Math.round), ...spectrum].join(' ')}',`;
    });
    return `  ${name}: [\n${steps.join('\n')}\n  ],`;
  });
  await writeFile(
    new URL('../src/engines/flite/timbre-constants.ts', import.meta.url),
    `/** How flite's voices sound: made by \`node quality/clone-constants-flite.ts\`. Spectra are those of \`bandEdges\`. */

/**
 * By voice, for several pitches in rising order: the multiplier, median pitch in Hz, its spread as in a profile, syllables in a
 * second, LUFS, F1–F4 in Hz, spectrum in dB.
 */
export const fliteTimbreRows: Readonly<Record<string, readonly string[]>> = {
${rows.join('\n')}
};
`,
  );
}

await main();
