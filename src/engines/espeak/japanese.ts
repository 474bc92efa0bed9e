/**
 * Japanese in kana, which is all that eSpeak reads of it: words and kanji get their reading from a small table by the usual
 * rule of thumb (compounds by their Chinese readings, a kanji with kana after it by its Japanese stem). A kanji that is not in
 * the table is left out; eSpeak would say "Chinese letter" for it.
 */
import { kanjiReadings, wordReadings } from './japanese-readings.ts';

/** Particles are written by an old spelling. */
const particles: ReadonlyMap<string, string> = new Map([
  ['は', 'わ'],
  ['へ', 'え'],
  ['を', 'お'],
  ['には', 'にわ'],
  ['とは', 'とわ'],
  ['では', 'でわ'],
  ['こんにちは', 'こんにちわ'],
  ['こんばんは', 'こんばんわ'],
]);

export function respellJapanese(word: string): { readonly text: string } {
  const [, before = '', bare = '', after = ''] =
    /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su.exec(word.normalize('NFC')) ?? [];
  return { text: before + (particles.get(bare) ?? wordReadings.get(bare) ?? readKanji(bare)) + after };
}

function readKanji(word: string): string {
  return word.replace(/[\p{Script=Han}々]+/gu, (run: string, at: number) => {
    const kanaFollow = /\p{Script=Hiragana}/u.test(word[at + run.length] ?? '');
    return wordReadings.get(run) ?? readRun(run, kanaFollow);
  });
}

function readRun(run: string, kanaFollow: boolean): string {
  const kanji = Array.from(run.replace(/(.)々/gu, '$1$1'));
  const single = kanji.length === 1;
  return kanji.reduce((read, character, i) => {
    const reading = kanjiReadings.get(character);
    if (!reading) return read;
    const last = i === kanji.length - 1;
    return doubled(read, last && kanaFollow && single ? reading.stem : single ? reading.alone : reading.compound);
  }, '');
}

const kRow = /^[かきくけこ]/u;
const kstRow = /^[かきくけこさしすせそたちつてと]/u;
const hRow = 'はひふへほ';
const pRow = 'ぱぴぷぺぽ';

/** A closing く, つ or ち becomes a double consonant before the fitting rows: がく + こう = がっこう, にち + ほん = にっぽん. */
function doubled(before: string, after: string): string {
  const closing = before.at(-1) ?? '';
  const open = before.slice(0, -1);
  if (closing === 'く' && kRow.test(after)) return `${open}っ${after}`;
  if (!/[つち]/u.test(closing) || before.length < 2) return before + after;
  if (kstRow.test(after)) return `${open}っ${after}`;
  const h = hRow.indexOf(after[0] ?? '-');
  return h < 0 ? before + after : `${open}っ${pRow[h]!}${after.slice(1)}`;
}
