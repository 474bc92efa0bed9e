import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PitchFinder } from '../../audio/clip/pitch.ts';
import type { Synthesizer } from '../adapter.ts';
import { loadSynthesizer, segmentOf, speakWith } from '../testing.ts';
import { flite } from './index.ts';
import { risesAtEnd } from './questions.ts';
import { fliteVoices, type FliteVoiceName } from './speakers.ts';
import { fliteTokens } from './words.ts';

const { sampleRate } = flite.capabilities;

describe('a question', () => {
  const rises = (text: string): boolean => risesAtEnd(fliteTokens(segmentOf(text).tokens));

  it('rises when yes or no answers it', () => {
    for (const text of [
      'You are coming?',
      'Is it far?',
      'When you arrive, will you call me?',
      'You like it, don’t you?',
      'Really?',
      'I asked what he wants. Can you help?',
    ]) {
      assert.equal(rises(text), true, text);
    }
  });

  it('falls when a word asks or a choice is given, and what is no question does', () => {
    for (const text of [
      'Where is it?',
      'And how much is it?',
      'In which room are we?',
      'What’s the time?',
      'What do you think, Bob?',
      'By the way, when is it?',
      'Tea or coffee?',
      'You are coming.',
      'You are coming!',
      'Are you there? Good.',
    ]) {
      assert.equal(rises(text), false, text);
    }
  });
});

describe('the pitch at the end of a question', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(flite);
  });
  after(() => engine.close());

  /** From 0.3 s before the end of the last sound to that end, in semitones. */
  async function riseOf(text: string, name: FliteVoiceName, prosody = {}): Promise<number> {
    const { samples, marks } = await speakWith(engine, segmentOf(text, { prosody }), { engine: 'flite', name });
    const end = Math.max(...marks.map((mark) => mark.end));
    const finder = new PitchFinder(sampleRate, { min: 60, max: 400 });
    const floats = Float32Array.from(samples, (sample) => sample / 32_768);
    const found: { readonly at: number; readonly pitch: number }[] = [];
    for (let at = 0; at + finder.frameLength <= end; at += 80) {
      const pitch = finder.pitchAt(floats, at);
      if (pitch !== undefined) found.push({ at, pitch });
    }
    const median = (part: typeof found): number =>
      part.map(({ pitch }) => pitch).sort((a, b) => a - b)[part.length >> 1]!;
    const earlier = found.filter(({ at }) => at + finder.frameLength / 2 < end - 0.28 * sampleRate);
    return 12 * Math.log2(median(found.slice(-5)) / median(earlier.slice(-5)));
  }

  for (const name of Object.keys(fliteVoices) as FliteVoiceName[]) {
    it(`of ${name} rises by four to seven semitones, and falls where a word asks`, async () => {
      for (const text of ['You are coming?', 'Is this the room we booked for Monday?']) {
        const rise = await riseOf(text, name);
        assert.ok(rise >= 3.5 && rise <= 7, `${text} ${rise}`);
      }
      for (const text of ['Where are you going now?', 'We booked the room for Monday.']) {
        const rise = await riseOf(text, name);
        assert.ok(rise < 1.5, `${text} ${rise}`);
      }
    });

    it(`of ${name} rises at other pitches and speeds too`, async () => {
      const rise = await riseOf('You are coming?', name, { pitch: 1.2, range: 0.8, rate: 0.8 });
      assert.ok(rise >= 3 && rise <= 7, `${rise}`);
    });
  }
});
