import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { voiceLike } from '../audio/decoding/testing.ts';
import { toInt16 } from '../audio/pcm.ts';
import { EchoDetector, type EchoVerdict } from './echo-detector.ts';

const sampleRate = 16_000;
const agent = voiceLike({ seconds: 4, sampleRate, pitch: 110 });
const other = voiceLike({ seconds: 4, sampleRate, pitch: 190 });

/** How often each was the verdict, asked every 100 ms of sound from the second second on. */
function verdicts(caller: (at: number) => number): Map<EchoVerdict, number> {
  const detector = new EchoDetector({ sampleRate });
  const found = new Map<EchoVerdict, number>();
  const brought = toInt16(Float32Array.from(agent, (_, at) => caller(at)));
  const played = toInt16(agent);
  for (let at = 0; at < played.length; at += 1600) {
    detector.heard(at, brought.slice(at, at + 1600));
    detector.played(at, played.slice(at, at + 1600));
    if (at < sampleRate) continue;
    const verdict = detector.judge();
    found.set(verdict, (found.get(verdict) ?? 0) + 1);
  }
  return found;
}

describe('the echo of an agent', () => {
  it('is known at every delay and level', () => {
    for (const delayMs of [0, 60, 300, 690]) {
      for (const factor of [0.1, 0.5]) {
        const found = verdicts((at) => factor * (agent[at - (delayMs * sampleRate) / 1000] ?? 0));
        assert.equal(found.get('caller') ?? 0, 0, `${delayMs} ms, ${factor}`);
        assert.ok((found.get('echo') ?? 0) >= 20, `${delayMs} ms, ${factor}`);
      }
    }
  });

  it('is no other voice, also not one that speaks into it', () => {
    for (const echo of [0, 0.1]) {
      const found = verdicts((at) => echo * (agent[at - 2400] ?? 0) + 0.5 * other[at]!);
      assert.ok((found.get('caller') ?? 0) >= 27, JSON.stringify([...found]));
    }
  });

  it('is nothing where it is quiet', () => assert.deepEqual([...verdicts(() => 0.001)], [['quiet', 30]]));
});
