import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { Mark, Synthesizer } from '../adapter.ts';
import { createPauses } from './pauses.ts';
import { fliteVoices, type FliteVoiceName } from './speakers.ts';
import { load } from './synthesizer.ts';
import { sampleRate } from './instance.ts';

const frameSeconds = 0.005;
const frame = frameSeconds * sampleRate;

interface Spoken {
  readonly samples: Int16Array;
  readonly words: readonly Extract<Mark, { kind: 'word' }>[];
}

function segmentOf(text: string, rate = 1): Segment {
  const tokens = text.split(' ').map((word) => ({ text: word, spoken: [word], continues: false }));
  return { tokens, prosody: { ...neutralProsody, rate }, language: 'en', pauseSeconds: 0 };
}

async function say(engine: Synthesizer, name: FliteVoiceName, text: string, rate = 1): Promise<Spoken> {
  const parts: number[] = [];
  const words: Extract<Mark, { kind: 'word' }>[] = [];
  const sink = {
    audio: (samples: Int16Array) => void parts.push(...samples),
    marks: (marks: readonly Mark[]) => marks.forEach((mark) => mark.kind === 'word' && words.push(mark)),
  };
  await engine.speak(segmentOf(text, rate), { engine: 'flite', name }, sink, new AbortController().signal);
  return { samples: Int16Array.from(parts), words };
}

describe('pauses of flite', () => {
  let engine: Synthesizer;
  before(async () => {
    engine = await load();
  });

  for (const name of Object.keys(fliteVoices) as FliteVoiceName[]) {
    describe(name, () => {
      /** What is heard as silence at the end, and before the sound that would follow. */
      const after = ({ samples }: Spoken): number => {
        const frames = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) =>
          samples.subarray(index * frame, (index + 1) * frame).reduce((sum, value) => sum + value * value, 0),
        );
        const loudest = Math.max(...frames);
        return (frames.length - 1 - frames.findLastIndex((power) => power > loudest / 1000)) * frameSeconds + 0.01;
      };

      it('has 300–400 ms behind a sentence and 120–180 ms behind a clause that ends a segment', async () => {
        for (const text of ['We came in time.', 'Did you see a man?', 'Go away now!']) {
          const pause = after(await say(engine, name, text));
          assert.ok(pause >= 0.3 && pause <= 0.4, `${text} ${pause} s`);
        }
        const pause = after(await say(engine, name, 'Come in today,'));
        assert.ok(pause >= 0.12 && pause <= 0.18, `${pause} s`);
      });

      it('has none of note where a segment ends within a phrase', async () => {
        const pause = after(await say(engine, name, 'I saw a big dog in my'));
        assert.ok(pause <= 0.05, `${pause} s`);
      });

      it('has 120–180 ms at a comma, 300–400 ms at a full stop within a segment', async () => {
        const { words } = await say(engine, name, 'Come in today, maybe tomorrow. Never mind.');
        const gap = (word: number): number => (words[word + 1]!.start - words[word]!.end) / sampleRate;
        assert.ok(gap(2) >= 0.12 && gap(2) <= 0.18, `${gap(2)} s`);
        assert.ok(gap(4) >= 0.3 && gap(4) <= 0.4, `${gap(4)} s`);
      });

      it('follows the speed', async () => {
        const pause = after(await say(engine, name, 'We came in time.', 2));
        assert.ok(pause >= 0.15 && pause <= 0.2, `${pause} s`);
      });

      it('is quiet between the words and sounds within them: the words stay where they are heard', async () => {
        const { samples, words } = await say(engine, name, 'Come in today, maybe tomorrow. Never mind.');
        const energy = (from: number, to: number): number =>
          Math.sqrt(samples.subarray(from, to).reduce((sum, value) => sum + value * value, 0) / (to - from));
        const middle = (index: number): number => Math.round((words[index]!.end + words[index + 1]!.start) / 2);
        const [comma, stop] = [middle(2), middle(4)].map((at) => energy(at - 300, at + 300));
        for (const { start, end } of words) assert.ok(energy(start, end) > 4 * Math.max(comma!, stop!));
      });
    });
  }

  it('changes nothing but the pauses', () => {
    const phone = (
      word: number,
      start: number,
      end: number,
    ): { name: string; word: number; start: number; end: number } => ({
      name: 'x',
      word,
      start,
      end,
    });
    // Words at 1000–5000 and 12000–16000 with a comma between; a pause before and behind.
    const phones = [
      phone(-1, 0, 1000),
      phone(0, 1000, 5000),
      phone(-1, 5000, 12_000),
      phone(1, 12_000, 16_000),
      phone(-1, 16_000, 18_000),
    ];
    const marks = new Map([
      [0, ','],
      [1, '.'],
    ]);
    const source = Int16Array.from({ length: 18_000 }, (_, index) => index);
    for (const cut of [18_000, 777, 100]) {
      const pauses = createPauses(phones, marks, 1);
      const heard: number[] = [];
      for (let at = 0; at < source.length; at += cut) heard.push(...pauses.write(source.slice(at, at + cut)));
      heard.push(...pauses.rest());
      assert.deepEqual(heard.slice(0, 5000), [...source.slice(0, 5000)]);
      const second = pauses.place(12_000);
      assert.ok(second > 5000 && second < 5000 + 0.18 * sampleRate);
      assert.deepEqual(heard.slice(second, second + 4000), [...source.slice(12_000, 16_000)]);
      assert.equal(heard.length, second + 4000 + Math.round(0.31 * sampleRate));
    }
  });
});
