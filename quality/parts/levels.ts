/** Loudness and true peak of every voice, as an answer has them. */
import { fixed, type Row } from '../../bench/table.ts';
import { loudnessOf } from '../../src/audio/loudness.ts';
import { joinIntegers } from '../../src/audio/samples.ts';
import { truePeakOf } from '../../src/audio/true-peak.ts';
import type { Language } from '../../src/voices/languages.ts';
import { sampleText } from '../../src/voices/sample-text.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { sentences as corpus } from '../../src/voices/sentences.ts';
import { defaultVoices } from '../default-voices.ts';
import { ffmpegPackages, measureLoudness } from '../ffmpeg.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { defaultSampleRate, type Speech, type LocalSynthesizer } from '../local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

interface Level {
  readonly voice: Voice;
  /** LUFS. */
  readonly loudness: number;
  /** dBTP. */
  readonly peak: number;
}

const loudest = 2;

/** What an agent says most often; each is an answer of its own. */
const shortAnswers = ['Yes.', 'Okay.', 'No, thanks.'];

export const levels: Part = {
  title: 'Levels',
  packages: ffmpegPackages,
  isShort: true,
  async measure({ synthesizer, short, progress }: Quality) {
    const voices = short ? someVoices(synthesizer) : synthesizer.catalogue.voices;
    progress(`Levels of ${voices.length} voices`);
    const usual = await inParallel(voices, (voice) => levelOf(synthesizer, voice, 1));
    const loud = await inParallel(voices, (voice) => levelOf(synthesizer, voice, loudest));
    const answers = await inParallel(
      voices.filter(({ language }) => language === 'en'),
      (voice) => levelOfAnswers(synthesizer, voice),
    );
    const byEngine = Map.groupBy(usual, ({ voice }) => voice.speaker.engine);
    const rows = [
      ...[...byEngine].flatMap(([engine, all]) => rowsOfEngine(engine, all)),
      ...[...Map.groupBy(answers, ({ voice }) => voice.speaker.engine)].map(([engine, all]) => answersRow(engine, all)),
      peakRow(`Volume ${loudest}: highest true peak`, 'levels.peak.loud', loud),
      rowOf('levels.loud', `Volume ${loudest}: gain of loudness (asked 6.0 LU)`, gainOf(usual, loud)),
    ];
    if (!short) {
      progress('Levels by ffmpeg');
      rows.push(...(await crossChecks(synthesizer)));
    }
    return {
      method: `Integrated loudness by ITU-R BS.1770-4 and true peak by its annex 2, of the preview and the first article of the Declaration of Human Rights in the language of each voice, 16 bits at ${defaultSampleRate / 1000} kHz, by our own meter; ffmpeg’s filter \`ebur128\` measures some of them again. A mono signal counts as one channel. Short answers are ${shortAnswers.map((text) => `“${text}”`).join(', ')} in English, one after the other: blocks of 0.4 s hold silence beside a word that is shorter, so that they count as quieter than the same voice in a sentence.${short ? '' : ' Voices outside the target are named.'}`,
      rows,
    };
  },
};

/** Those of English that the other parts measure, and the first voices of a few languages. */
function someVoices(synthesizer: LocalSynthesizer): Voice[] {
  const others = ['zh', 'vi'].flatMap((language) => synthesizer.voicesOf('espeak', language).slice(0, 2));
  return [...defaultVoices(synthesizer, true), ...others];
}

async function levelOf(synthesizer: LocalSynthesizer, voice: Voice, volume: number): Promise<Level> {
  const speech = await speak(synthesizer, voice, volume);
  return { voice, loudness: loudnessOf(speech.samples, speech.sampleRate), peak: truePeakOf(speech.samples) };
}

/** Of the short answers together: each alone is shorter than what loudness is defined for. */
async function levelOfAnswers(synthesizer: LocalSynthesizer, voice: Voice): Promise<Level> {
  const spoken: Speech[] = [];
  for (const text of shortAnswers) spoken.push(await synthesizer.speak({ voice, text, config: { volume: 1 } }));
  const samples = joinIntegers(spoken.map((each) => each.samples));
  return { voice, loudness: loudnessOf(samples, spoken[0]!.sampleRate), peak: truePeakOf(samples) };
}

/** Without a target: what it would be is not decided. */
function answersRow(engine: string, all: readonly Level[]): Row {
  const sorted = all.toSorted((a, b) => a.loudness - b.loudness);
  return rowOf(
    `levels.answers.${engine}`,
    `${engine}, ${all.length} voices of English, short answers: quietest and loudest`,
    `${nameLevel(sorted[0]!)}, ${nameLevel(sorted.at(-1)!)}`,
  );
}

function textOf(language: Language): string {
  return [sampleText(language), ...corpus[language]].join(' ');
}

function speak(synthesizer: LocalSynthesizer, voice: Voice, volume: number): Promise<Speech> {
  return synthesizer.speak({ voice, text: textOf(voice.language), config: { volume } });
}

function rowsOfEngine(engine: string, all: readonly Level[]): Row[] {
  const sorted = all.toSorted((a, b) => a.loudness - b.loudness);
  const [quietest, strongest] = [sorted[0]!, sorted.at(-1)!];
  const outside = sorted.filter(({ loudness }) => !targets.loudness.meets(loudness));
  const named = outside.length === 0 ? '' : `; outside: ${outside.length} of ${all.length} (${namesOf(outside)})`;
  return [
    rowOf(
      `levels.loudness.${engine}`,
      `${engine}, ${all.length} voices: quietest and loudest`,
      `${nameLevel(quietest)}, ${nameLevel(strongest)}${named}`,
      [quietest, strongest].map(({ loudness }) => ({ value: loudness, target: targets.loudness })),
    ),
    peakRow(`${engine}, volume 1: highest true peak`, `levels.peak.${engine}`, all),
  ];
}

function peakRow(what: string, id: string, all: readonly Level[]): Row {
  const { voice, peak } = all.reduce((highest, each) => (each.peak > highest.peak ? each : highest));
  return rowOf(id, what, `${fixed(peak, 2)} dBTP (${voice.name})`, [{ value: peak, target: targets.truePeak }]);
}

function gainOf(usual: readonly Level[], loud: readonly Level[]): string {
  const gains = loud.map(({ loudness }, index) => loudness - usual[index]!.loudness);
  return `${fixed(Math.min(...gains))} to ${fixed(Math.max(...gains))} LU`;
}

function nameLevel({ voice, loudness }: Level): string {
  return `${fixed(loudness, 1)} LUFS (${voice.name})`;
}

/** The farthest from the target first. */
function namesOf(outside: readonly Level[]): string {
  const far = outside.toSorted((a, b) => Math.abs(b.loudness + 20) - Math.abs(a.loudness + 20));
  const names = far.slice(0, 12).map(({ voice, loudness }) => `${voice.name} ${fixed(loudness, 1)}`);
  return `${names.join(', ')}${far.length > names.length ? ' …' : ''}`;
}

async function crossChecks(synthesizer: LocalSynthesizer): Promise<Row[]> {
  const signals = someVoices(synthesizer).flatMap((voice) => [1, loudest].map((volume) => ({ voice, volume })));
  const found = await inParallel(signals, async ({ voice, volume }) => {
    const { samples, sampleRate } = await speak(synthesizer, voice, volume);
    const theirs = await measureLoudness(samples, sampleRate);
    return {
      loudness: Math.abs(theirs.integrated - loudnessOf(samples, sampleRate)),
      peak: Math.abs(theirs.truePeak - truePeakOf(samples)),
    };
  });
  const loudness = Math.max(...found.map((each) => each.loudness));
  const peak = Math.max(...found.map((each) => each.peak));
  return [
    rowOf(
      'levels.ffmpeg',
      `Our meter against ffmpeg’s, ${found.length} signals: greatest differences`,
      `${fixed(loudness, 2)} LU, true peak ${fixed(peak, 2)} dB`,
      [{ value: loudness, target: targets.meterDifference }],
    ),
  ];
}
