import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PitchTrack } from '../../audio/psola/pitch-track.ts';
import { initialReaderState, readSegments } from '../../text/reader.ts';
import { capabilities } from './capabilities.ts';
import { falls } from './questions.ts';
import { EspeakSynthesizer } from './synthesizer.ts';

describe('a question', () => {
  it('falls where a word asks or a choice is offered', () => {
    for (const [language, text] of [
      ['en', 'Where is it?'],
      ['en', 'And in which room?'],
      ['en', 'Tea or coffee?'],
      ['en', "What's your name?"],
      ['de', 'Um wie viel Uhr?'],
      ['fr', 'À quelle heure ?'],
      ['es', '¿Dónde está?'],
      ['ru', 'Где он?'],
    ] as const) {
      assert.equal(falls(text.split(' '), language), true, text);
    }
  });

  it('rises where yes or no answers it, and in languages without a list', () => {
    for (const [language, text] of [
      ['en', 'Is it here?'],
      ['en', 'Do you know where it is?'],
      ['de', 'Kommen Sie?'],
      ['fr', 'Est-ce ici ?'],
      ['ja', '何ですか？'],
    ] as const) {
      assert.equal(falls(text.split(' '), language), false, text);
    }
  });
});

describe('the end of a sentence through eSpeak', () => {
  let engine: EspeakSynthesizer;
  before(async () => {
    engine = await EspeakSynthesizer.load();
  });

  /** Semitones from the median of the pitch to its last 40 ms. */
  function riseOf(text: string, name: string, language: string, variant: string, median: number): number {
    const parts: number[] = [];
    const options = { language, normalization: 'auto', generationConfig: {} };
    for (const segment of readSegments(text, initialReaderState, options).segments) {
      const sink = { audio: (samples: Int16Array) => void parts.push(...samples), marks: () => undefined };
      engine.speak(segment, { engine: 'espeak', name, variant }, sink, new AbortController().signal);
    }
    const track = new PitchTrack(
      Float32Array.from(parts, (sample) => sample / 32768),
      capabilities.sampleRate,
      median,
    );
    const pitches: number[] = [];
    for (const { from, to } of track.runs()) for (let at = from; at < to; at += 0.01) pitches.push(track.pitchAt(at));
    const middle = pitches.toSorted((a, b) => a - b)[pitches.length >> 1]!;
    const end = pitches.slice(-4).reduce((sum, pitch) => sum + pitch, 0) / 4;
    return 12 * Math.log2(end / middle);
  }

  for (const [variant, median] of [
    ['f2', 190],
    ['masculine1', 95],
    ['masculine2', 95],
  ] as const) {
    it(`of ${variant} rises by two to nine semitones, and falls where a word asks and in statements`, () => {
      for (const text of ['You are coming?', 'Are you in Rome?', 'Do you know the lion?']) {
        const rise = riseOf(text, 'en-us', 'en', variant, median);
        assert.ok(rise >= 2 && rise <= 9, `${text} ${rise}`);
      }
      for (const text of ['Where are you now?', 'Are you in Rome or in Milan?', 'You are coming.']) {
        const rise = riseOf(text, 'en-us', 'en', variant, median);
        assert.ok(rise < 1, `${text} ${rise}`);
      }
      const french = riseOf('Est-ce votre ami ?', 'fr', 'fr', variant, median);
      assert.ok(french >= 2 && french <= 9, `${french}`);
    });
  }
});
