/** Every language speaks: how long, how loud, and whether words or letters have no sound. */
import { fixed, type Row } from '../../bench/report/table.ts';
import { loudnessOf } from '../../src/audio/loudness.ts';
import { defaultVoices as voiceFileOf } from '../../src/engines/espeak/language-files.ts';
import type { PhonemizedWord } from '../../src/engines/adapter.ts';
import { EspeakSynthesizer } from '../../src/engines/espeak/synthesizer.ts';
import { initialReaderState, readSegments } from '../../src/text/reader.ts';
import type { Segment } from '../../src/text/types.ts';
import { languageNames, languages as allLanguages, type Language } from '../../src/voices/languages.ts';
import { sampleText } from '../../src/voices/sample-text.ts';
import { sentences as corpus } from '../../src/voices/sentences.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { silencesOf } from '../measures/silence.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

export const languages: Part = {
  title: 'Languages',
  packages: [],
  isShort: false,
  async measure({ synthesizer, progress }: Quality) {
    progress(`Speech in ${allLanguages.length} languages`);
    const engine = await EspeakSynthesizer.load();
    return {
      method: `The greeting and the first digits of each language’s preview, then the first article of the Declaration of Human Rights, by the language’s first voice: seconds, loudness, share of silences of 50 ms and more. Every word of that text, and every letter of it alone between \`<spell>\` tags, has to have phonemes; those that have none are counted, and named.`,
      rows: await inParallel(allLanguages, (language) => rowOfLanguage(synthesizer, engine, language)),
    };
  },
};

async function rowOfLanguage(
  synthesizer: LocalSynthesizer,
  engine: EspeakSynthesizer,
  language: Language,
): Promise<Row> {
  const text = [sampleText(language), ...corpus[language]].join(' ');
  const voice = synthesizer.catalogue.voices.find((each) => each.language === language)!;
  const { samples, sampleRate } = await synthesizer.speak({ voice, text });
  const seconds = samples.length / sampleRate;
  const silent = silencesOf(samples, sampleRate).reduce((sum, { start, end }) => sum + end - start, 0);
  const words = silentWords(engine, language, text);
  const letters = [...new Set(text.toLowerCase().match(/\p{L}/gu) ?? [])];
  const mute = letters.filter((letter) => silentWords(engine, language, `<spell>${letter}</spell>`).length > 0);
  const measured = [
    `${fixed(seconds)} s`,
    `${fixed(loudnessOf(samples, sampleRate))} LUFS`,
    `${fixed((100 * silent) / seconds, 0)} % silence`,
    `${letters.length} letters`,
    `without a sound: ${describe(words, 'words')}, ${describe(mute, 'letters')}`,
  ];
  return rowOf(`languages.${language}`, `${languageNames[language]} (${voice.name})`, measured.join('; '), [
    { value: words.length + mute.length, target: targets.none },
  ]);
}

/**
 * Words of a text for which nothing is said, but for those that are punctuation alone: without them the rest sounds the same. (The
 * phonemes of a word that has none of its own may be those of its neighbour, into which a preposition melts.)
 */
function silentWords(engine: EspeakSynthesizer, language: Language, text: string): string[] {
  const { segments } = readSegments(text, initialReaderState, {
    language,
    normalization: 'auto',
    generationConfig: {},
  });
  const phonemize = (segment: Segment): readonly PhonemizedWord[] =>
    engine.phonemize(segment, { engine: 'espeak', name: voiceFileOf.get(language)! });
  return segments.flatMap((segment) => {
    const words = phonemize(segment);
    const own = new Set(words.filter(({ phonemes }) => phonemes !== '').map(({ token }) => token));
    const silent = segment.tokens.filter(({ text: word }, index) => {
      if (own.has(index) || !/[\p{L}\p{N}]/u.test(word)) return false;
      const tokens = segment.tokens.toSpliced(index, 1);
      return soundOf(words) === soundOf(tokens.length === 0 ? [] : phonemize({ ...segment, tokens }));
    });
    return silent.map((token) => token.text);
  });
}

/** Without stress, which changes with the neighbours. */
function soundOf(words: readonly PhonemizedWord[]): string {
  return words
    .map(({ phonemes }) => phonemes)
    .join('')
    .replace(/[ˈˌ\s]/gu, '');
}

function describe(found: readonly string[], what: string): string {
  return found.length === 0 ? `no ${what}` : `${found.length} ${what} (${found.slice(0, 8).join(' ')})`;
}
