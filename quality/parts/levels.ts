/** Loudness and true peak of every voice, as an answer has them. */
import { fixed, type Row } from '../../bench/report/table.ts';
import { loudnessOf } from '../../src/audio/loudness.ts';
import { joinIntegers } from '../../src/audio/samples.ts';
import { truePeakOf } from '../../src/audio/true-peak.ts';
import type { Language } from '../../src/voices/languages.ts';
import { sampleText } from '../../src/voices/sample-text.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { sentences as corpus } from '../../src/voices/sentences.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { ffmpegPackages, measureLoudness } from '../measures/ffmpeg.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { defaultSampleRate, type Speech, type LocalSynthesizer } from '../sources/local-synthesizer.ts';
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
const shortAnswers: Readonly<Partial<Record<Language, readonly string[]>>> = {
  en: ['Yes.', 'Okay.', 'No, thanks.', 'Sure.', 'Not today.', 'Good morning.', 'Thank you.'],
  de: ['Ja.', 'Gerne.', 'Nein, danke.', 'Heute nicht.', 'Guten Morgen.'],
  fr: ['Oui.', 'D’accord.', 'Non, merci.', 'Pas encore.', 'Bonjour.'],
  es: ['Sí.', 'Claro.', 'No, gracias.', 'Hoy no.', 'Buenos días.'],
  it: ['Sì.', 'Va bene.', 'No, grazie.', 'Non oggi.', 'Buongiorno.'],
};
/** Silence on either side of an answer that is heard in a conversation, in seconds. */
const silenceAround = 0.5;

export const levels: Part = {
  title: 'Levels',
  packages: ffmpegPackages,
  isShort: true,
  async measure({ synthesizer, short, progress }: Quality) {
    const voices = short ? someVoices(synthesizer) : synthesizer.catalogue.voices;
    progress(`Levels of ${voices.length} voices`);
    const usual = await inParallel(voices, (voice) => levelOf(synthesizer, voice, 1));
    const loud = await inParallel(voices, (voice) => levelOf(synthesizer, voice, loudest));
    const answers = (await inParallel(voices, (voice) => answersOf(synthesizer, voice))).flat();
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
      method: `Integrated loudness by ITU-R BS.1770-4 and true peak by its annex 2, of the preview and the first article of the Declaration of Human Rights in the language of each voice, 16 bits at ${defaultSampleRate / 1000} kHz, by our own meter; ffmpeg’s filter \`ebur128\` measures some of them again. A mono signal counts as one channel. Short answers, such as ${shortAnswers.en!.map((text) => `“${text}”`).join(', ')}, are answers of their own, by the voices of ${Object.keys(shortAnswers).length} languages. Each is measured twice: as the file that it is, with the pause of a sentence behind it, and with ${silenceAround} s of silence on either side. Blocks of 0.4 s hold silence beside a word that is shorter, more of them in the second case; how many answers lie within 1 LU of −20 is held against the target in both.${short ? '' : ' Voices outside the target are named.'}`,
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

interface AnswerLevel {
  readonly voice: Voice;
  /** LUFS of the answer as a file. */
  readonly alone: number;
  /** LUFS of the answer with silence around it. */
  readonly amid: number;
}

/** None where the voice speaks another language. */
async function answersOf(synthesizer: LocalSynthesizer, voice: Voice): Promise<AnswerLevel[]> {
  const levels: AnswerLevel[] = [];
  for (const text of shortAnswers[voice.language] ?? []) {
    const { samples, sampleRate } = await synthesizer.speak({ voice, text, config: { volume: 1 } });
    const silence = new Int16Array(silenceAround * sampleRate);
    const amid = loudnessOf(joinIntegers([silence, samples, silence]), sampleRate);
    levels.push({ voice, alone: loudnessOf(samples, sampleRate), amid });
  }
  return levels;
}

function answersRow(engine: string, all: readonly AnswerLevel[]): Row {
  const measures = [all.map(({ alone }) => alone), all.map(({ amid }) => amid)];
  const shares = measures.map(
    (each) => each.filter((level) => targets.answerLoudness.meets(level)).length / all.length,
  );
  const texts = measures.map(
    (each, index) =>
      `${fixed(100 * shares[index]!, 1)} % (${fixed(Math.min(...each), 1)} to ${fixed(Math.max(...each), 1)} LUFS)`,
  );
  return rowOf(
    `levels.answers.${engine}`,
    `${engine}, ${all.length} short answers within ${targets.answerLoudness.text}: as files, amid silence`,
    texts.join(', '),
    shares.map((value) => ({ value, target: targets.answerShare })),
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
