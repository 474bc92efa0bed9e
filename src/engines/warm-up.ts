import { neutralProsody, type Segment } from '../text/types.ts';
import type { EngineId, EngineVoice } from './adapter.ts';
import type { EnginePool } from './pool.ts';

const voices: Readonly<Record<EngineId, EngineVoice>> = {
  espeak: { engine: 'espeak', name: 'en-us' },
  flite: { engine: 'flite', name: 'rms' },
};

const segment: Segment = {
  tokens: [{ text: 'Ready.', spoken: ['Ready.'], continues: false }],
  prosody: neutralProsody,
  language: 'en',
  pauseSeconds: 0,
};

/**
 * Lets every engine speak once in about every worker, so that no caller pays for first-time work.
 * @throws {Error} when an engine fails to speak
 */
export async function warmUp(pool: EnginePool): Promise<void> {
  for (const engine of pool.engines) {
    await Promise.all(Array.from({ length: pool.workers }, () => speakOnce(pool, voices[engine]!)));
  }
}

function speakOnce(pool: EnginePool, voice: EngineVoice): Promise<void> {
  return new Promise((resolve, reject) => {
    // Behind everything that callers wait for.
    pool.speak({ segment, voice, format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } }, Infinity, {
      audio: () => undefined,
      end: () => resolve(),
      failed: reject,
    });
  });
}
