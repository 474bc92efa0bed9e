/** What stays of a recording in another voice, and how near to that voice it comes, by the service's own route. */
import { median, quantile } from '../../bench/report/statistics.ts';
import { fixed, milliseconds, type Row } from '../../bench/report/table.ts';
import { decodeClip } from '../../src/audio/clip/index.ts';
import { measureSpeech, type SpeechMeasures } from '../../src/audio/clip/measures.ts';
import { loudnessOf } from '../../src/audio/loudness.ts';
import { createResampler, toFloats } from '../../src/audio/resampler.ts';
import { joinFloats } from '../../src/audio/samples.ts';
import type { SpeakerProfile } from '../../src/engines/adapter.ts';
import { profileOf } from '../../src/voices/cloning.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { measuredText } from '../../src/speech/recordings/target-voices.ts';
import { clipsOf, describeClips, type Clip } from '../sources/clips.ts';
import { normalText } from '../clones/texts.ts';
import { nearest } from '../clones.ts';
import { alignWords } from '../measures/forced-alignment.ts';
import type { TimeSpan } from '../measures/silence.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { longTermSpectrum, spectralDistance } from '../measures/long-term-spectrum.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { recognizerPackages, wordError, type Utterance } from '../../bench/pocketsphinx.ts';
import { withService, type Service } from '../sources/service.ts';
import { clicksMade, envelopeLags, largestStep, melodyCorrelation, pitchesOf } from '../measures/speech-figures.ts';
import { rowOf, targets, type Figure } from '../targets.ts';
import type { Language } from '../../src/voices/languages.ts';

const sampleRate = 24_000;
/** Voices that a recording becomes; a speaker's own is left out. */
const targetCount = 8;
/** In the short form one of each gender and engine. */
const shortTargets: readonly string[] = ['Russell', 'Nora'];
/** Of other languages, so that the voices differ by more than a speaker of English. */
const languages: readonly Language[] = ['en', 'de', 'es', 'fr', 'it'];

/** A voice, and how it sounds when it says something else than what the changer has measured. */
interface TargetVoice {
  readonly voice: Voice;
  /** Hz, of what the changer has measured: a voice's median is another one in each text. */
  readonly pitch: number;
  readonly profile: SpeakerProfile;
  readonly spectrum: readonly number[];
}

interface Changed {
  readonly clip: Clip;
  readonly target: TargetVoice;
  readonly samples: Float32Array;
  readonly identified: TargetVoice;
}

export const voiceChanger: Part = {
  title: 'The voice changer',
  packages: recognizerPackages,
  isShort: true,
  async measure(quality: Quality) {
    const { synthesizer, short, progress } = quality;
    const clips = await clipsOf(quality);
    const voices = await targetVoices(synthesizer, short);
    const rows: Row[] = [];
    await withService(async (service) => {
      for (const clip of clips) {
        const others = voices.filter(({ voice }) => voice.name !== clip.name);
        const chosen = others.slice(0, targetCount);
        const all: Changed[] = [];
        for (const target of chosen) {
          progress(`${clip.name} as ${target.voice.name}`);
          all.push(await change(service, clip, target, chosen));
        }
        rows.push(...all.map(soundRow));
        if (!short) rows.push(identification(clip, all));
        if (!short && clip.text !== undefined) {
          progress(`The words of ${clip.name}`);
          rows.push(...(await wordRows(clip, clip.text, all)));
        }
      }
    });
    return { method: `${describeClips(quality)} ${method}`, rows };
  },
};

const method = `Each is sent to \`POST /voice-changer/bytes\` for ${targetCount} voices: flite's and feminine and masculine ones of eSpeak in several languages; a speaker's own is left out. The voices are measured by sentences that the changer does not know, but for their pitch, which differs by text: by what it has measured. Length against the clip's; rise and fall of the loudness moved in time, 95th percentile of windows of a second; correlation of the melodies in octaves, each 10 ms by YIN, where both have one; median fundamental frequency against the voice's; distance of the long-term spectrum from the voice's by that of the clip before; loudness; clicks where the clip has none, and the largest step from one sample to the next of the clip at the same loudness and of what it became. A result is identified when pitch, formants and spectrum together are nearest to the voice that was asked for, of all ${targetCount}. Words by PocketSphinx, against the clip's own: their starts and ends by forced alignment, their errors with the words of the clip alone allowed.`;

async function targetVoices(synthesizer: LocalSynthesizer, short: boolean): Promise<TargetVoice[]> {
  const ofEspeak = languages.map((language, index) => {
    const voices = synthesizer.voicesOf('espeak', language);
    const gender = index % 2 === 0 ? 'feminine' : 'masculine';
    return voices.find((voice) => voice.gender === gender) ?? voices[0]!;
  });
  const all = [...synthesizer.voicesOf('flite', 'en'), ...ofEspeak];
  const chosen = short ? all.filter(({ name }) => shortTargets.includes(name)) : all;
  return inParallel(chosen, async (voice) => {
    const language = voice.language;
    const text = (language === 'en' ? harvardLists[3]!.slice(0, 4) : normalText(language)).join(' ');
    const { samples: known } = await synthesizer.speak({ voice, text: measuredText(language) }, sampleRate);
    const { samples } = await synthesizer.speak({ voice, text }, sampleRate);
    const pitch = measureSpeech(toFloats(known), sampleRate).pitch!.median;
    const profile = profileOfSpeech(measureSpeech(toFloats(samples), sampleRate));
    return { voice, pitch, profile, spectrum: longTermSpectrum(samples, sampleRate) };
  });
}

function profileOfSpeech(measures: SpeechMeasures): SpeakerProfile {
  const { seconds, activeSeconds: speechSeconds, voicedSeconds, pitch, timbre } = measures;
  const found = { medianPitch: pitch!.median, lowPitch: pitch!.low, highPitch: pitch!.high, timbre };
  return profileOf({ format: 'wav', seconds, speechSeconds, voicedSeconds, ...found });
}

function spectrumOf(samples: Float32Array, rate: number): number[] {
  return longTermSpectrum(integersOf(samples), rate);
}

function integersOf(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))));
}

async function change(
  service: Service,
  clip: Clip,
  target: TargetVoice,
  all: readonly TargetVoice[],
): Promise<Changed> {
  const bytes = await service.form('/voice-changer/bytes', {
    clip: new File([clip.bytes], 'clip'),
    'voice[id]': target.voice.id,
    'output_format[container]': 'wav',
    'output_format[sample_rate]': String(sampleRate),
  });
  const { samples, measures } = await decodeClip(bytes);
  return { clip, target, samples, identified: nearest(measures, all as [TargetVoice, ...TargetVoice[]]) };
}

function soundRow({ clip, target, samples, identified }: Changed): Row {
  const { voice, spectrum } = target;
  const duration = Math.abs(samples.length / sampleRate / (clip.samples.length / clip.sampleRate) - 1);
  const lag = quantile(envelopeLags(clip, { samples, sampleRate }), 0.95);
  const [before, after] = [pitchesOf(clip.samples, clip.sampleRate), pitchesOf(samples, sampleRate)];
  const melody = melodyCorrelation(before, after);
  const pitch = median(after.filter((hertz) => hertz !== undefined)) / target.pitch - 1;
  const far = spectralDistance(spectrumOf(clip.samples, clip.sampleRate), spectrum);
  const near = spectralDistance(spectrumOf(samples, sampleRate), spectrum);
  const loudness = loudnessOf(samples, sampleRate);
  const clicks = clicksMade(atRate(clip), samples, sampleRate).length;
  const gain = 10 ** ((loudness - loudnessOf(clip.samples, clip.sampleRate)) / 20);
  const figures: readonly (Figure & { readonly name: string; readonly shown: string })[] = [
    {
      value: duration,
      target: targets.changedDuration,
      name: 'length',
      shown: `length ±${fixed(100 * duration, 2)} %`,
    },
    { value: lag, target: targets.changedTime95, name: 'time', shown: `time ${milliseconds(1000 * lag)}` },
    { value: melody, target: targets.changedMelody, name: 'melody', shown: `melody ${fixed(melody, 2)}` },
    { value: Math.abs(pitch), target: targets.changedPitch, name: 'pitch', shown: `pitch ${signed(100 * pitch)} %` },
    {
      value: near / far,
      target: targets.changedDistance,
      name: 'spectrum',
      shown: `spectrum ${fixed(near)} of ${fixed(far)} dB (${fixed(near / far, 2)})`,
    },
    { value: loudness, target: targets.changedLoudness, name: 'loudness', shown: `${fixed(loudness)} LUFS` },
    { value: clicks, target: targets.none, name: 'clicks', shown: `${clicks} clicks` },
  ];
  const missed = figures.filter((figure) => !figure.target.meets(figure.value)).map(({ name }) => name);
  const measured = [
    ...figures.map(({ shown }) => shown),
    `steps ${fixed(gain * largestStep(clip.samples), 2)} → ${fixed(largestStep(samples), 2)}`,
    identified === target ? 'identified' : `taken for ${identified.voice.name}`,
    ...(missed.length === 0 ? [] : [`misses: ${missed.join(', ')}`]),
  ].join('; ');
  const id = `voice-changer.${clip.name}.${voice.name}`.toLowerCase();
  return rowOf(
    id,
    `${clip.name} as ${voice.name} (${voice.language}, ${fixed(target.pitch, 0)} Hz)`,
    measured,
    figures,
  );
}

/** The clip at the rate of what it becomes. */
function atRate({ samples, sampleRate: inputRate }: Clip): Float32Array {
  const resampler = createResampler({ inputRate, outputRate: sampleRate });
  return joinFloats([resampler.write(samples), resampler.end()]);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${fixed(Math.abs(value))}`;
}

function identification({ name }: Clip, all: readonly Changed[]): Row {
  const right = all.filter(({ identified, target }) => identified === target).length;
  const measured = `${right} of ${all.length}`;
  return rowOf(`voice-changer.${name}.identified`.toLowerCase(), `${name}: voices identified`, measured, [
    { value: right / all.length, target: targets.cloneIdentified },
  ]);
}

/** The words of the clip in each voice against those of the clip itself. */
async function wordRows(clip: Clip, text: string, all: readonly Changed[]): Promise<Row[]> {
  const own: Utterance = { text, samples: integersOf(clip.samples), sampleRate: clip.sampleRate };
  const utterances = all.map(({ samples }): Utterance => ({ text, samples: integersOf(samples), sampleRate }));
  const [expected, ...found] = await inParallel([own, ...utterances], alignWords);
  const [errorBefore, ...errors] = await inParallel([own, ...utterances], (one) => wordError([one], 'closed'));
  const id = `voice-changer.${clip.name}`.toLowerCase();
  return [errorRow(id, clip.name, errorBefore!, all, errors), timesRow(id, clip.name, expected, found)];
}

/** @param expected of the clip itself; in both undefined where the aligner does not follow */
export function timesRow(
  id: string,
  name: string,
  expected: readonly TimeSpan[] | undefined,
  found: readonly (readonly TimeSpan[] | undefined)[],
): Row {
  if (expected === undefined) {
    return rowOf(`${id}.words`, `${name}: times of the words`, 'the aligner does not follow the clip itself');
  }
  const moved = found.flatMap((times) =>
    (times ?? []).flatMap(({ start, end }, index) => [
      Math.abs(start - expected[index]!.start),
      Math.abs(end - expected[index]!.end),
    ]),
  );
  const lost = found.filter((times) => times === undefined).length;
  const share = moved.filter((seconds) => seconds <= 0.0201).length / moved.length;
  const measured = `${milliseconds(1000 * median(moved))}, ${milliseconds(1000 * quantile(moved, 0.95))}; ${fixed(100 * share, 0)} % within 20 ms; ${lost} of ${found.length} not aligned`;
  return rowOf(`${id}.words`, `${name}: times of the words, median, 95th percentile`, measured, [
    { value: median(moved), target: targets.changedTime95 },
    { value: lost / found.length, target: targets.notAligned },
  ]);
}

function errorRow(id: string, name: string, before: number, all: readonly Changed[], errors: readonly number[]): Row {
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const each = all.map(({ target }, index) => `${target.voice.name} ${fixed(errors[index]!, 2)}`).join(', ');
  const measured = `clip ${fixed(before, 2)}, changed ${fixed(mean, 2)} (${each})`;
  return rowOf(`${id}.errors`, `${name}: word error more than the clip's`, measured, [
    { value: mean - before, target: targets.wordErrorCost },
  ]);
}
