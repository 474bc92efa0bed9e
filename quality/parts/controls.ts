/** How exactly speed, volume, emotion and breaks are followed, and whether the same request gives the same bytes. */
import { median } from '../../bench/report/statistics.ts';
import { fixed, type Row } from '../../bench/report/table.ts';
import type { OutputFormat } from '../../src/audio/formats.ts';
import { medianPitch } from '../../src/engines/testing.ts';
import { prosody } from '../../src/text/emotion.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import type { Part, Quality } from '../quality.ts';
import { levelOf } from '../measures/silence.ts';
import { LocalSynthesizer, type Speech } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

/** Voiced nearly throughout, without a pause. */
const sentence =
  'We were away all morning along the yellow river and nobody ever knew where the long line of lions was lying.';
const speedSentences = [...harvardLists[0]!, sentence];
const speeds = [0.6, 0.8, 1.25, 1.5];
/** Louder ones meet the limiter. */
const volumes = [0.5, 0.7, 0.9];
const emotions = ['excited', 'surprised', 'sad', 'tired', 'calm'];
/** Seconds. */
const breaks = [0.25, 1, 2.5];
const formats: readonly OutputFormat[] = [
  { container: 'raw', encoding: 'pcm_f32le', sampleRate: 44_100 },
  { container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 },
  { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 },
  { container: 'opus', sampleRate: 48_000, bitRate: 32_000 },
];

export const controls: Part = {
  title: 'Controls',
  packages: [],
  isShort: true,
  async measure({ synthesizer, short, progress }: Quality) {
    const rows: Row[] = [];
    for (const voice of defaultVoices(synthesizer, short)) {
      progress(`Controls of ${voice.name}`);
      rows.push(
        await speed(synthesizer, voice),
        await volume(synthesizer, voice),
        await emotion(synthesizer, voice),
        await pause(synthesizer, voice),
      );
    }
    for (const voice of defaultVoices(synthesizer, true).filter((_, index) => !short || index % 2 === 0)) {
      progress(`Determinism of ${voice.name}`);
      rows.push(await determinism(synthesizer, voice));
    }
    return {
      method: `The factor that is measured by the factor that was asked. Speed ${speeds.join(', ')}: time from the first word to the end of the last one, summed over ${speedSentences.length} sentences. Volume ${volumes.join(', ')}: level of the same sentence; louder ones meet the limiter (see Levels). Emotions ${emotions.join(', ')}: median fundamental frequency by autocorrelation, against the multiplier of the emotion. Breaks of ${breaks.join(', ')} s: differences of the lengths of the same text. Determinism: the same request again while other voices speak, by another set of engines with one thread, cut into ten messages, and in four formats; the number of answers with other bytes is given.`,
      rows,
    };
  },
};

function idOf(voice: Voice, what: string): string {
  return `controls.${voice.name.toLowerCase()}.${what}`;
}

function nameOf(voice: Voice): string {
  return `${voice.name} (${voice.speaker.engine})`;
}

/** Sentences differ, since an engine does not stretch all sounds alike: what counts is the time of them all. */
async function speed(synthesizer: LocalSynthesizer, voice: Voice): Promise<Row> {
  const [own, ...others] = await Promise.all(
    [1, ...speeds].map(async (rate) => {
      const config = { speed: rate };
      const all = await Promise.all(speedSentences.map((text) => synthesizer.speak({ voice, text, config })));
      return all.reduce((sum, speech) => sum + spanOf(speech), 0);
    }),
  );
  const errors = others.map((span, index) => own! / span / speeds[index]! - 1);
  return rowOf(idOf(voice, 'speed'), `${nameOf(voice)}: speed`, percentages(speeds, errors), [
    { value: greatest(errors), target: targets.speedError },
  ]);
}

function spanOf({ words }: Speech): number {
  return words.at(-1)!.end - words[0]!.start;
}

async function volume(synthesizer: LocalSynthesizer, voice: Voice): Promise<Row> {
  const [own, ...others] = await Promise.all(
    [1, ...volumes].map(async (gain) => {
      const { samples } = await synthesizer.speak({ voice, text: sentence, config: { volume: gain } });
      return levelOf(samples);
    }),
  );
  const errors = others.map((level, index) => level - own! - 20 * Math.log10(volumes[index]!));
  const measured = errors.map((error, index) => `${volumes[index]!}: ${signed(error, 2)} dB`).join(', ');
  return rowOf(idOf(voice, 'volume'), `${nameOf(voice)}: volume`, measured, [
    { value: greatest(errors), target: targets.volumeError },
  ]);
}

async function emotion(synthesizer: LocalSynthesizer, voice: Voice): Promise<Row> {
  const [own, ...others] = await Promise.all(
    ['neutral', ...emotions].map(async (name) => {
      const { samples, sampleRate } = await synthesizer.speak({ voice, text: sentence, config: { emotion: name } });
      return medianPitch(samples, sampleRate);
    }),
  );
  const errors = others.map((pitch, index) => {
    const asked = prosody({ emotion: emotions[index]! }, { speed: 1, volume: 1 }).pitch;
    return pitch / own! / asked - 1;
  });
  return rowOf(idOf(voice, 'emotion'), `${nameOf(voice)}: pitch of emotions`, percentages(emotions, errors), [
    { value: greatest(errors), target: targets.pitchError },
  ]);
}

async function pause(synthesizer: LocalSynthesizer, voice: Voice): Promise<Row> {
  const [shortest, ...others] = await Promise.all(
    breaks.map(async (seconds) => {
      const text = `We are here. <break time="${seconds}s"/> Now we go.`;
      const { samples, sampleRate } = await synthesizer.speak({ voice, text });
      return samples.length / sampleRate;
    }),
  );
  const errors = others.map((length, index) => length - shortest! - (breaks[index + 1]! - breaks[0]!));
  return rowOf(
    idOf(voice, 'break'),
    `${nameOf(voice)}: break`,
    `${errors.map((error) => signed(1000 * error, 2)).join(', ')} ms`,
    [{ value: greatest(errors), target: targets.breakError }],
  );
}

async function determinism(synthesizer: LocalSynthesizer, voice: Voice): Promise<Row> {
  const text = `${sentence} It costs $5.20, or 3 % more, on May 5th. <speed ratio="1.2"/>Is that all? <break time="200ms"/>Yes.`;
  const raw: OutputFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 };
  const expected = await synthesizer.bytes({ voice, text }, raw);
  const noise = synthesizer.catalogue.voices.filter((other) => other.language === 'en' && other.id !== voice.id);
  const beside = noise.map((other) => synthesizer.bytes({ voice: other, text }, raw));
  const again = await Promise.all(Array.from({ length: 4 }, () => synthesizer.bytes({ voice, text }, raw)));
  const cut = await synthesizer.bytes({ voice, text: piecesOf(text, 10) }, raw);
  await Promise.all(beside);
  const elsewhere = await LocalSynthesizer.open(1);
  const pairs = [...again, cut].map((bytes) => [bytes, expected] as const);
  try {
    pairs.push([await elsewhere.bytes({ voice, text }, raw), expected]);
    for (const format of formats) {
      pairs.push([await elsewhere.bytes({ voice, text }, format), await synthesizer.bytes({ voice, text }, format)]);
    }
  } finally {
    await elsewhere.close();
  }
  const different = pairs.filter(([a, b]) => Buffer.compare(a, b) !== 0).length;
  return rowOf(
    idOf(voice, 'determinism'),
    `${nameOf(voice)}: answers with other bytes, of ${pairs.length}`,
    String(different),
    [{ value: different, target: targets.none }],
  );
}

function piecesOf(text: string, count: number): string[] {
  const length = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length));
}

function percentages(asked: readonly (number | string)[], errors: readonly number[]): string {
  const each = errors.map((error, index) => `${asked[index]!}: ${signed(100 * error, 1)} %`);
  return `${each.join(', ')} (median ${fixed(100 * median(errors.map(Math.abs)), 1)} %)`;
}

function greatest(errors: readonly number[]): number {
  return Math.max(...errors.map(Math.abs));
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '−' : '+'}${fixed(Math.abs(value), digits)}`;
}
