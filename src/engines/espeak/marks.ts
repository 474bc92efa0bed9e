import type { Mark } from '../adapter.ts';
import { alignWords, wordMarks, type WordReport } from '../alignment/words.ts';
import type { SpeechEvent } from './binding.ts';
import { ipaName } from './ipa.ts';
import type { Utterance } from './utterance.ts';

/**
 * Word and phoneme marks from eSpeak's events. A word event tells where in the text a word begins; it ends where its last
 * phoneme does. eSpeak reports "from the" as one word and "12.50" as several with positions inside the number.
 * @param total samples of speech
 */
export function toMarks(utterance: Utterance, events: readonly SpeechEvent[], total: number): Mark[] {
  const phonemes = phonemeMarks(events, total);
  const words = utterance.words.map(({ text }) => text);
  const spans = alignWords(
    words,
    wordReports(utterance.starts, events, total),
    total,
    phonemes.map(({ start }) => start),
  );
  return [...wordMarks(utterance.words, spans), ...phonemes];
}

function wordReports(starts: readonly number[], events: readonly SpeechEvent[], total: number): WordReport[] {
  const reports: WordReport[] = [];
  let word = 0;
  events.forEach((event, i) => {
    if (event.kind !== 'word') return;
    // Positions inside an utterance never go back; where eSpeak says so (a moved "$"), the word is still the same one.
    while (word + 1 < starts.length && starts[word + 1]! <= event.position) word++;
    reports.push({ word, start: Math.min(event.sample, total), end: endOfWord(events, i, total) });
  });
  return reports;
}

/** Where the phonemes after a word event end: at the pause before the next word, or at the next word. */
function endOfWord(events: readonly SpeechEvent[], from: number, total: number): number {
  let pause: number | undefined;
  for (let i = from + 1; i < events.length; i++) {
    const event = events[i]!;
    if (event.kind === 'word') return pause ?? event.sample;
    if (event.phoneme !== '') pause = undefined;
    else pause ??= event.sample;
  }
  return Math.min(pause ?? total, total);
}

function phonemeMarks(events: readonly SpeechEvent[], total: number): Extract<Mark, { kind: 'phoneme' }>[] {
  const spoken = events.filter(({ kind }) => kind === 'phoneme');
  return spoken.flatMap(({ phoneme, sample }, i) => {
    const name = ipaName(phoneme);
    const start = Math.min(sample, total);
    return name === ''
      ? []
      : [{ kind: 'phoneme' as const, phoneme: name, start, end: Math.min(spoken[i + 1]?.sample ?? total, total) }];
  });
}
