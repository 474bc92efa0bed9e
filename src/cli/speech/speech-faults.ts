/** What is wrong with speech that an engine gave, by what it claims of itself. */
import type { Capabilities } from '../../engines/adapter.ts';
import type { Sample, TimedText } from './sample-speech.ts';

/** Rounding of times on their way, in seconds. */
const tolerance = 0.002;
/** Of 32767: less is silence. */
const leastPeak = 100;
/** Of the audio that must lie within words, however the sentence is divided by pauses. */
const leastWordShare = 0.3;
/** A word is neither shorter on average, in seconds, nor longer. */
const meanWord = { least: 0.05, most: 5 };

/** @param again the same request spoken before, where it has to give the same bytes */
export function faultsOf(sample: Sample, capabilities: Capabilities, again?: Sample): readonly string[] {
  return [
    ...audioFaults(sample),
    ...(capabilities.marks === 'none' ? [] : wordFaults(sample)),
    ...(capabilities.phonemes ? timeFaults('phonemes', sample.phonemes, sample.seconds) : []),
    ...(again === undefined || isSame(again.pcm, sample.pcm) ? [] : ['the same text gave other audio the second time']),
  ];
}

function audioFaults({ pcm, sampleRate, seconds }: Sample): readonly string[] {
  const faults: string[] = [];
  const given = pcm.length / sampleRate;
  if (Math.abs(given - seconds) > tolerance) {
    faults.push(`the audio has ${given.toFixed(3)} s, and its events tell of ${seconds.toFixed(3)} s`);
  }
  const peak = pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (peak < leastPeak) faults.push('the audio is silent');
  return faults;
}

function wordFaults({ text, words, seconds }: Sample): readonly string[] {
  if (words.length === 0) return ['there are no times of words'];
  const faults = [...timeFaults('words', words, seconds)];
  const compact = (value: string): string => value.replaceAll(/\s+/g, '');
  if (compact(words.map((word) => word.text).join('')) !== compact(text)) {
    faults.push('the words are not those of the text');
  }
  const spoken = words.reduce((sum, { start, end }) => sum + end - start, 0);
  if (spoken < leastWordShare * seconds) {
    faults.push(`the words take ${spoken.toFixed(2)} s of ${seconds.toFixed(2)} s of audio`);
  }
  const mean = seconds / words.length;
  if (mean < meanWord.least || mean > meanWord.most) faults.push(`a word takes ${mean.toFixed(2)} s on average`);
  return faults;
}

/** Times that are in order, do not overlap and lie within the audio. */
function timeFaults(what: string, times: readonly TimedText[], seconds: number): readonly string[] {
  let before = 0;
  for (const { text, start, end } of times) {
    if (!(start >= before - tolerance && end >= start)) {
      return [`the times of the ${what} are not in order at '${text}'`];
    }
    before = end;
  }
  return before > seconds + tolerance
    ? [`the ${what} end at ${before.toFixed(3)} s, behind the audio's ${seconds.toFixed(3)} s`]
    : [];
}

function isSame(a: Int16Array, b: Int16Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
