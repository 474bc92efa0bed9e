/**
 * The tunes of sentences, eSpeak's file `intonations`: records of 68 bytes, each a name of 12 bytes and pitches from 0 to 254 by place
 * (`TUNE` in `voice.h` of eSpeak NG).
 */
const recordBytes = 68;
const nameBytes = 12;
/** Of the last stressed syllable where it ends the sentence, and where others follow: envelope, highest and lowest pitch. */
const nucleusAtEnd = 42;
const nucleusBeforeTail = 45;
/** Of the syllables behind it: pitch of the first and of the last. */
const tail = 48;
const rise = 2;

const decoder = new TextDecoder();

/** @returns the file with questions that rise further, and to their end; eSpeak's own fall on the last stress first */
export function withSteepQuestions(file: Uint8Array): Uint8Array {
  const tunes = Uint8Array.from(file);
  for (let at = 0; at + recordBytes <= tunes.length; at += recordBytes) {
    if (!/^q\d/u.test(decoder.decode(tunes.subarray(at, at + nameBytes)))) continue;
    tunes.set([rise, 145, 40], at + nucleusAtEnd);
    tunes.set([rise, 80, 40], at + nucleusBeforeTail);
    tunes.set([80, 145], at + tail);
  }
  return tunes;
}
