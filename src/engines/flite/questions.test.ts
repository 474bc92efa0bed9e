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

/** By the sounds at their end. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'a vowel': ['Is it blue?', 'Is this the room we booked for Monday?', 'Are you sure?'],
  'a nasal or a liquid': ['You are coming?', 'Can I help him?', 'Was it all?'],
  'a voiceless stop': ['Is that correct?', 'Did it stop?', 'Are you sick?', 'Shall we eat?'],
  'a voiceless fricative': ['Can you hear us?', 'Anything else?', 'Is it safe?', 'Is this the path?', 'Is it enough?'],
  'an affricate': ['Do you have lunch?', 'Do they match?'],
  'several voiceless sounds': ['Are these the facts?', 'Is this your desk?', 'Will it last?', 'Did you find the maps?'],
  'a sound that loses its voice': ['Is it five?', 'Is it yours?', 'Was it cold?', 'Is it a big house?'],
  'its one word': ['Okay?', 'Ready?', 'Really?', 'Yes?', 'Coffee?', 'Correct?', 'Six?'],
};

describe('the pitch at the end of a question', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await loadSynthesizer(flite);
  });
  after(() => engine.close());

  /**
   * Over the last 0.3 s of the voice, in semitones: what is heard there, whatever sounds follow.
   */
  async function riseOf(text: string, name: FliteVoiceName, prosody = {}): Promise<number> {
    const { samples } = await speakWith(engine, segmentOf(text, { prosody }), { engine: 'flite', name });
    const { meanHz } = fliteVoices[name];
    const finder = new PitchFinder(sampleRate, { min: 0.65 * meanHz, max: 2.2 * meanHz });
    const floats = Float32Array.from(samples, (sample) => sample / 32_768);
    const frames: { readonly at: number; readonly power: number }[] = [];
    for (let at = 0; at + finder.frameLength <= floats.length; at += 80) {
      const power = floats.subarray(at, at + finder.frameLength).reduce((sum, value) => sum + value * value, 0);
      frames.push({ at, power });
    }
    const loudest = Math.max(...frames.map(({ power }) => power));
    const voiced = frames.flatMap(({ at, power }) => {
      const pitch = power > loudest / 100 ? finder.pitchAt(floats, at) : undefined;
      return pitch === undefined ? [] : [{ at, pitch }];
    });
    // What has no neighbour of about its pitch is an error of the finder.
    const found = voiced.filter(({ at, pitch }, index) =>
      [voiced[index - 1], voiced[index + 1]].some(
        (beside) => beside && Math.abs(beside.at - at) === 80 && Math.abs(beside.pitch / pitch - 1) < 0.07,
      ),
    );
    const median = (part: typeof found): number =>
      part.map(({ pitch }) => pitch).sort((a, b) => a - b)[part.length >> 1]!;
    const last = found.filter(({ at }) => at > found.at(-1)!.at - 0.3 * sampleRate);
    return 12 * Math.log2(median(last.slice(-4)) / median(last.slice(0, 4)));
  }

  for (const name of Object.keys(fliteVoices) as FliteVoiceName[]) {
    for (const [ending, texts] of Object.entries(endings)) {
      it(`of ${name} rises by four to six semitones at ${ending}`, async () => {
        for (const text of texts) {
          const rise = await riseOf(text, name);
          // The finder's frames take a semitone of it.
          assert.ok(rise >= 2.8 && rise <= 7, `${text} ${rise}`);
        }
      });
    }

    it(`of ${name} falls where a word asks, and in statements`, async () => {
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
