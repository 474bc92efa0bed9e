/** What becomes of numbers, signs and abbreviations: the scores of the tables of cases, and what reading them costs. */
import { fixed, type Row } from '../../bench/report/table.ts';
import { misreadingOf, sentenceTables } from '../../src/engines/espeak/normalisation-testing.ts';
import { defaultVoices as voiceFileOf } from '../../src/engines/espeak/language-files.ts';
import { EspeakPhonemes } from '../../src/engines/espeak/phonemes-testing.ts';
import { EspeakSynthesizer } from '../../src/engines/espeak/synthesizer.ts';
import { englishCases } from '../../src/text/normalise/english-cases/index.ts';
import { initialReaderState, readSegments } from '../../src/text/reader.ts';
import type { Segment } from '../../src/text/types.ts';
import { languageNames, languages, type Language } from '../../src/voices/languages.ts';
import { patternsOf } from '../../test/normalisation-patterns.ts';
import { SignReader } from '../../test/support/reading/sign-reading.ts';
import { sentences as corpus } from '../../src/voices/sentences.ts';
import type { Part, Quality } from '../quality.ts';
import { rowOf, targets } from '../targets.ts';

/** Languages whose reading is timed: one for each kind of rules. */
const timed: readonly Language[] = ['en', 'de', 'ru', 'zh', 'ja', 'hi', 'ar'];
const rounds = 3;
/** Of a measure of time. */
const leastMicroseconds = 100_000;
/** Cases of a language that are timed. */
const timedCases = 30;
const { signal } = new AbortController();

export const normalisation: Part = {
  title: 'Normalisation',
  packages: [],
  isShort: false,
  async measure({ progress }: Quality) {
    const engine = await EspeakSynthesizer.load();
    progress('English cases');
    const espeak = new EspeakPhonemes(engine);
    const rows = [...englishRows()];
    for (const locale of sentenceTables.locales) {
      progress(`Cases of ${locale}`);
      rows.push(await rowOfLocale(espeak, locale));
    }
    progress('Signs in all languages');
    rows.push(...signRows(new SignReader(espeak)));
    for (const language of timed) {
      progress(`Time of normalisation, ${languageNames[language]}`);
      rows.push(await rowOfTime(engine, language));
    }
    return {
      method:
        'Tables of written texts and how they are read aloud, from style guides and CLDR, which stand beside the tests. English is compared word by word, without case and punctuation. The other languages are compared by phonemes: those that eSpeak gives for the text against those of the same sentence written out, without stress. Cases that were held out while the rules were written are scored alone as well. A sign is lost when the phonemes of the text are those of the text without it, and misread when they are not those of the text with the sign written out. Time: the reader with normalisation less the reader without, by the time eSpeak takes for the same segments, as processor time, the best of three rounds; the texts are two sentences of prose, and cases of the language’s table, where every sentence has a number or a sign.',
      rows,
    };
  },
};

function* englishRows(): Generator<Row> {
  const score = (cases: typeof englishCases): number =>
    cases.filter(({ text, spoken }) => spoken.includes(wordsHeard(text))).length;
  const right = score(englishCases);
  yield rowOf('normalisation.en', 'English', share(right, englishCases.length), [
    { value: right / englishCases.length, target: targets.englishCases },
  ]);
  const classes = [...Map.groupBy(englishCases, (entry) => entry.class)];
  const measured = classes.map(([name, cases]) => `${name} ${score(cases)}/${cases.length}`);
  yield rowOf('normalisation.en.classes', 'English by class', measured.join(', '));
}

function wordsHeard(text: string): string {
  return segmentsOf(text, 'en', 'auto')
    .flatMap(({ tokens }) => tokens.flatMap(({ spoken }) => spoken))
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}']+/gu, ' ')
    .trim();
}

async function rowOfLocale(espeak: EspeakPhonemes, locale: string): Promise<Row> {
  const cases = await sentenceTables.of(locale);
  const right = cases.filter((row) => misreadingOf(espeak, row, locale) === undefined);
  const heldOut = cases.filter((row) => row.heldOut === true).length;
  const rightHeldOut = right.filter((row) => row.heldOut === true).length;
  const [language] = locale.split('-') as [Language];
  return rowOf(
    `normalisation.${locale}`,
    locale === language ? languageNames[language] : `${languageNames[language]} (${locale})`,
    `${share(right.length, cases.length)}; held out ${share(rightHeldOut, heldOut)}`,
    [{ value: right.length / cases.length, target: targets.otherCases }],
  );
}

function signRows(reader: SignReader): Row[] {
  const faults = languages.map((language) => {
    const patterns = patternsOf(language);
    return {
      language,
      count: patterns.length,
      faults: patterns.flatMap((pattern) => reader.faultsOf(pattern, language)),
    };
  });
  const count = faults.reduce((sum, each) => sum + each.count, 0);
  return (['lost', 'misread'] as const).map((kind) => {
    const texts = faults.flatMap(({ language, faults: all }) =>
      all.filter((fault) => fault.kind === kind).map((fault) => `${language} ${fault.text}`),
    );
    const named = texts.length === 0 ? '' : ` (${texts.slice(0, 5).join('; ')})`;
    return rowOf(
      `normalisation.signs.${kind}`,
      `Signs ${kind}, of ${count} patterns in ${languages.length} languages`,
      `${texts.length}${named}`,
      [{ value: texts.length, target: targets.none }],
    );
  });
}

async function rowOfTime(engine: EspeakSynthesizer, language: Language): Promise<Row> {
  const shares = [];
  for (const texts of [corpus[language], await caseTexts(language)]) {
    shares.push(timeShare(engine, language, texts));
  }
  const [prose, dense] = shares as [number, number];
  return rowOf(
    `normalisation.time.${language}`,
    `${languageNames[language]}: time by that of eSpeak`,
    `prose ${fixed(100 * prose, 2)} %, cases ${fixed(100 * dense, 2)} %`,
    [{ value: Math.max(prose, dense), target: targets.normalisationTime }],
  );
}

async function caseTexts(language: Language): Promise<string[]> {
  const cases = language === 'en' ? englishCases : await sentenceTables.of(language);
  const step = Math.ceil(cases.length / timedCases);
  return cases.filter((_, index) => index % step === 0).map(({ text }) => text);
}

function timeShare(engine: EspeakSynthesizer, language: Language, texts: readonly string[]): number {
  const voice = { engine: 'espeak', name: voiceFileOf.get(language)!, variant: 'f2' };
  const sink = { audio: () => undefined, marks: () => undefined };
  const read = (normalization: string): Segment[] => texts.flatMap((text) => segmentsOf(text, language, normalization));
  const segments = read('auto');
  const best = { normalised: Infinity, plain: Infinity, spoken: Infinity };
  for (let round = 0; round < rounds; round++) {
    best.normalised = Math.min(
      best.normalised,
      timeOf(() => void read('auto')),
    );
    best.plain = Math.min(
      best.plain,
      timeOf(() => void read('off')),
    );
    best.spoken = Math.min(
      best.spoken,
      timeOf(() => {
        for (const segment of segments) engine.speak(segment, voice, sink, signal);
      }),
    );
  }
  return (best.normalised - best.plain) / best.spoken;
}

/**
 * Microseconds of processor time of this thread, which other programs do not lengthen as they do the time of the clock. The task is
 * run until it has taken long enough for that measure, which some systems keep in steps of milliseconds.
 */
function timeOf(task: () => void): number {
  const before = process.threadCpuUsage();
  for (let count = 1; ; count++) {
    task();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= leastMicroseconds) return (user + system) / count;
  }
}

function segmentsOf(text: string, language: string, normalization: string): Segment[] {
  return readSegments(text, initialReaderState, { language, normalization, generationConfig: {} }).segments;
}

function share(right: number, all: number): string {
  return `${fixed((100 * right) / all)} % (${right} of ${all})`;
}
