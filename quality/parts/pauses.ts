/** How long the voices are silent: between sentences, at commas, before the first sound, and where the text has no mark. */
import { median } from '../../bench/report/statistics.ts';
import { fixed, type Row } from '../../bench/report/table.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { sentences as corpus } from '../../src/voices/sentences.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { leadingSilence, silencesOf } from '../measures/silence.ts';
import type { Speech, LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

/** Sentences and clauses that end and begin with a vowel or a nasal, so that no closure of a plosive counts as a pause. */
const sentences =
  'I know Anna. Now we are all in Rome. Eva may own a mill. All of them knew. Nora saw a lion. Many are here now.';
const clauses = 'No, you may, Emma, and now, Nora, we all know, you see, all of it, now, and then.';
/** One sentence without a mark of punctuation, longer than any engine takes at once. */
const longSentence =
  'all of the men and women who were living near the river knew very well how many of the lambs were lying in the yellow meadow near the mill and how long the evening lay over the hills where nobody ever saw anyone walk alone before the morning came and all the lights were low along the line of the old railway';
/** Spoken with a tag at the bar, and without. */
const tagged = ['We all know how many lions are', 'living near the yellow river in the morning.'] as const;
const speeds = [0.6, 1.5];

export const pauses: Part = {
  title: 'Pauses',
  packages: [],
  isShort: true,
  async measure({ synthesizer, short, progress }: Quality) {
    const rows: Row[] = [];
    for (const voice of defaultVoices(synthesizer, short)) {
      progress(`Pauses of ${voice.name}`);
      rows.push(...(await rowsOf(synthesizer, voice, short)));
    }
    progress('Silence before the first sound');
    rows.push(await leading(synthesizer, short));
    return {
      method:
        'Each voice speaks six sentences, and one with ten commas, whose words end and begin with vowels and nasals. A pause is the longest stretch near the border of two words whose level, in windows of 5 ms, stays 25 dB below that of the speech: what is heard as silence, which is less than the time between two words, since a voice fades out. At other speeds a pause is as much longer or shorter as the words are. What a tag costs: with `<volume ratio="1"/>` or `<speed ratio="1"/>` between two words of a sentence the silence between them is longer by so much; how much longer the whole is, since the words before a tag may be drawn out as at the end of a phrase, stands behind. The long sentence has 316 characters and no mark of punctuation; its longest silence is given. The silence before the first sound is measured on the first sentence of the Declaration of Human Rights in the language of each voice; the longest is held against the target.',
      rows,
    };
  },
};

async function rowsOf(synthesizer: LocalSynthesizer, voice: Voice, short: boolean): Promise<Row[]> {
  const name = `${voice.name} (${voice.speaker.engine})`;
  const id = `pauses.${voice.name.toLowerCase()}`;
  const at = await gapsAt(synthesizer, voice, 1);
  const phrase = await synthesizer.speak({ voice, text: longSentence });
  const longest = Math.max(0, ...innerSilences(phrase));
  const [plain, volume, speed] = await Promise.all(
    ['', '<volume ratio="1"/>', '<speed ratio="1"/>'].map(async (tag) => {
      const speech = await synthesizer.speak({ voice, text: `${tagged[0]} ${tag}${tagged[1]}` });
      return { seconds: speech.samples.length / speech.sampleRate, pause: silenceBehind(speech, /^are$/u)[0]! };
    }),
  );
  const costs = [volume!, speed!].map((each) => each.pause - plain!.pause);
  const longer = [volume!, speed!].map((each) => each.seconds - plain!.seconds);
  const rows = [
    rowOf(`${id}.sentence`, `${name}: between two sentences`, describe(at.sentence), [
      { value: median(at.sentence), target: targets.sentenceGap },
    ]),
    rowOf(`${id}.comma`, `${name}: at a comma`, describe(at.comma), [
      { value: median(at.comma), target: targets.commaGap },
    ]),
    rowOf(`${id}.phrase`, `${name}: longest silence in a sentence of 316 characters`, `${fixed(longest, 3)} s`, [
      { value: longest, target: targets.phraseGap },
    ]),
    rowOf(
      `${id}.tags`,
      `${name}: pause at a volume tag, at a speed tag (the whole longer by)`,
      costs.map((cost, index) => `${fixed(cost, 3)} s (${fixed(longer[index]!, 3)} s)`).join(', '),
      [{ value: Math.max(...costs), target: targets.tagCost }],
    ),
  ];
  if (short) return rows;
  const others = await Promise.all(speeds.map((rate) => gapsAt(synthesizer, voice, rate)));
  const measured = others.map(
    ({ sentence, comma }, index) => `${speeds[index]!}: ${fixed(median(sentence), 3)} s, ${fixed(median(comma), 3)} s`,
  );
  return [...rows, rowOf(`${id}.speeds`, `${name}: sentence and comma at other speeds`, measured.join('; '))];
}

interface Gaps {
  readonly sentence: readonly number[];
  readonly comma: readonly number[];
}

async function gapsAt(synthesizer: LocalSynthesizer, voice: Voice, speed: number): Promise<Gaps> {
  const [sentence, comma] = await Promise.all(
    [sentences, clauses].map((text) => synthesizer.speak({ voice, text, config: { speed } })),
  );
  return { sentence: silenceBehind(sentence!, /\.$/u), comma: silenceBehind(comma!, /,$/u) };
}

/** The longest silence near the end of each word with such an ending, but for the last word; 0 where there is none. */
function silenceBehind({ samples, sampleRate, words }: Speech, ending: RegExp): number[] {
  const silences = silencesOf(samples, sampleRate, 0);
  return words.slice(0, -1).flatMap(({ text, start, end }, index) => {
    if (!ending.test(text)) return [];
    const next = words[index + 1]!;
    const [from, to] = [(start + end) / 2, (next.start + next.end) / 2];
    const near = silences.filter((silence) => silence.start >= from && silence.end <= to);
    return [Math.max(0, ...near.map((silence) => silence.end - silence.start))];
  });
}

function innerSilences({ samples, sampleRate }: Speech): number[] {
  const end = samples.length / sampleRate;
  return silencesOf(samples, sampleRate)
    .filter((silence) => silence.start > 0 && silence.end < end)
    .map((silence) => silence.end - silence.start);
}

function describe(gaps: readonly number[]): string {
  return `${fixed(median(gaps), 3)} s (${fixed(Math.min(...gaps), 3)}–${fixed(Math.max(...gaps), 3)})`;
}

async function leading(synthesizer: LocalSynthesizer, short: boolean): Promise<Row> {
  const voices = short ? defaultVoices(synthesizer, short) : synthesizer.catalogue.voices;
  const found = await inParallel(voices, async (voice) => {
    const { samples, sampleRate } = await synthesizer.speak({ voice, text: corpus[voice.language][0]! });
    return { name: voice.name, seconds: leadingSilence(samples, sampleRate) };
  });
  const sorted = found.toSorted((a, b) => b.seconds - a.seconds);
  const worst = sorted[0]!;
  const over = sorted.filter(({ seconds }) => !targets.leadingSilence.meets(seconds)).map(({ name }) => name);
  const named = over.length === 0 ? '' : `; over it: ${over.length} (${over.slice(0, 8).join(', ')})`;
  return rowOf(
    'pauses.leading',
    `Silence before the first sound, ${voices.length} voices: median, longest`,
    `${fixed(median(found.map(({ seconds }) => seconds)), 3)} s, ${fixed(worst.seconds, 3)} s (${worst.name})${named}`,
    [{ value: worst.seconds, target: targets.leadingSilence }],
  );
}
