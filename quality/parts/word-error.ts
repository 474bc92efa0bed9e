/** How many words a recogniser mistakes of each voice, beside the bare engine. */
import { fixed, type Row } from '../../bench/report/table.ts';
import type { Voice } from '../../src/voices/voice.ts';
import { speakBare } from '../sources/bare.ts';
import { defaultVoices } from '../sources/default-voices.ts';
import { harvardLists } from '../../bench/speech/harvard.ts';
import { inParallel } from '../parallel.ts';
import type { Part, Quality } from '../quality.ts';
import { recognizerPackages, wordError, type Utterance } from '../../bench/pocketsphinx.ts';
import type { LocalSynthesizer } from '../sources/local-synthesizer.ts';
import { rowOf, targets } from '../targets.ts';

/** Sentences of a voice, and of a voice that is also heard with the open vocabulary, which takes five times as long. */
const closedSentences = harvardLists.flat().slice(0, 30);
const openSentences = closedSentences.slice(0, 20);
const sampleRate = 24_000;

export const wordErrors: Part = {
  title: 'Word error',
  packages: recognizerPackages,
  isShort: false,
  async measure({ synthesizer, progress }: Quality) {
    const listed = defaultVoices(synthesizer, false);
    const others = [...synthesizer.voicesOf('espeak', 'en')].filter((voice) => !listed.includes(voice));
    const rows: Row[] = [];
    for (const voice of listed) {
      progress(`Word error of ${voice.name}`);
      rows.push(await rowOfVoice(synthesizer, voice, ['closed', 'open']));
    }
    for (const voice of others) {
      progress(`Word error of ${voice.name}`);
      rows.push(await rowOfVoice(synthesizer, voice, ['closed']));
    }
    return {
      method: `Substitutions, insertions and deletions for a word that was said, by PocketSphinx with its model of American English: ${closedSentences.length} Harvard sentences (IEEE, 1969), each word of which may follow each other (closed), and ${openSentences.length} of them with the recogniser’s own language model (open). Behind each figure stands that of the bare engine: the samples that the engine’s package gives for the sentence, which go to the recogniser as ours do. The recogniser was trained on people and treats formant synthesis badly, and other accents than American: it ranks, and does not judge. What is held against the target is what our part adds. A variant that is not the package’s own has the language’s plain voice beside it. With ${closedSentences.length} sentences, 0.03 is chance.`,
      rows,
    };
  },
};

type Vocabulary = Parameters<typeof wordError>[1];

function sentencesFor(vocabulary: Vocabulary): readonly string[] {
  return vocabulary === 'open' ? openSentences : closedSentences;
}

async function rowOfVoice(
  synthesizer: LocalSynthesizer,
  voice: Voice,
  vocabularies: readonly Vocabulary[],
): Promise<Row> {
  const bare = await speakBare(voice.speaker, voice.language, closedSentences);
  const ours = await Promise.all(
    closedSentences.map(async (text): Promise<Utterance> => ({
      text,
      ...(await synthesizer.speak({ voice, text }, sampleRate)),
    })),
  );
  const tasks = vocabularies.flatMap((vocabulary) => [ours, bare].map((all) => ({ vocabulary, all })));
  const errors = await inParallel(tasks, ({ vocabulary, all }) =>
    wordError(all.slice(0, sentencesFor(vocabulary).length), vocabulary),
  );
  const pairs = vocabularies.map((name, index) => ({ name, ours: errors[2 * index]!, bare: errors[2 * index + 1]! }));
  const measured = pairs.map(
    (pair) =>
      `${pair.name} ${fixed(pair.ours, 3)}, bare ${fixed(pair.bare, 3)} (ratio ${fixed(pair.ours / pair.bare, 2)})`,
  );
  return rowOf(
    `word-error.${voice.name.toLowerCase()}`,
    `${voice.name} (${[voice.speaker.engine, voice.speaker.name, voice.speaker.variant].filter(Boolean).join(' ')})`,
    measured.join('; '),
    pairs.slice(0, 1).map((pair) => ({ value: pair.ours - pair.bare, target: targets.wordErrorCost })),
  );
}
