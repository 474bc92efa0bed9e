import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EnginePool } from '../engines/pool.ts';
import { capabilitiesOf } from '../engines/registry.ts';
import { SpeechContext } from '../speech/context.ts';
import type { SpeechSettings } from '../speech/settings.ts';
import { narrate, type SpokenSegment } from './narration.ts';
import type { TextPiece } from './source.ts';

const settings: SpeechSettings = {
  modelId: 'espeak',
  voiceId: 'v',
  language: 'en',
  normalization: 'auto',
  limits: capabilitiesOf('espeak').segmentation,
  speaker: { engine: 'espeak', name: 'en-us', variant: 'f2' },
  format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 },
  wordTimestamps: false,
  phonemeTimestamps: false,
  normalizedTimestamps: false,
};

const sentences = [
  'Dr. Smith paid $12.50 at 10:45 p.m. on the 3rd.',
  '<speed ratio="1.4"/>Now it goes faster, much faster!',
  'What? <break time="200ms"/> Nothing.',
  '\n\nA new paragraph 😀 begins here.',
];
const transcript = sentences.join(' ');

async function* piecesOf(
  text: string,
  length: number,
  onTaken: (end: number) => void = () => undefined,
): AsyncGenerator<TextPiece> {
  for (let at = 0; at < text.length; at += length) {
    await Promise.resolve();
    onTaken(at + length);
    yield { text: text.slice(at, at + length), bytes: at + length };
  }
}

async function collect(spoken: AsyncIterable<SpokenSegment>): Promise<SpokenSegment[]> {
  const all: SpokenSegment[] = [];
  for await (const segment of spoken) all.push(segment);
  return all;
}

describe('a narration', () => {
  let pool: EnginePool;
  const never = new AbortController().signal;
  before(async () => void (pool = await EnginePool.start({ workers: 2, engines: ['espeak'] })));
  after(() => pool.close());

  const contextAudio = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      const context = new SpeechContext({
        pool,
        settings,
        generationConfig: {},
        listener: (event) => {
          if (event.type === 'chunk') chunks.push(event.data);
          else if (event.type === 'done') resolve(Buffer.concat(chunks));
          else if (event.type === 'error') reject(event.error);
        },
      });
      context.push({ transcript, continue: false, flush: false, maxBufferDelayMs: 0 });
    });

  it('is, however the text comes in, byte for byte what a context speaks', async () => {
    const expected = await contextAudio();
    for (const length of [1, 7, transcript.length]) {
      const spoken = await collect(
        narrate(piecesOf(transcript, length), { pool, settings, generationConfig: {}, signal: never }),
      );
      assert.ok(spoken.length > 3);
      assert.ok(Buffer.concat(spoken.map((segment) => segment.payload)).equals(expected), `pieces of ${length}`);
      assert.equal(
        spoken.reduce((sum, segment) => sum + segment.samples, 0),
        expected.length / 2,
      );
    }
  });

  it('reads no further than it has to while what is spoken is not taken', async () => {
    const text = 'Another sentence that is spoken. '.repeat(2000);
    let taken = 0;
    const narration = narrate(
      piecesOf(text, 33, (end) => (taken = end)),
      { pool, settings, generationConfig: {}, signal: never },
    );
    for (let index = 1; index <= 3; index++) {
      await narration.next();
      while (pool.running + pool.queued > 0) await new Promise(setImmediate);
      assert.ok(taken < 33 * (index + 20), `${taken} characters after ${index} segments`);
    }
    await narration.return(undefined);
  });

  it('throws when it is stopped, and leaves no work behind', async () => {
    const controller = new AbortController();
    const narration = narrate(piecesOf('One more sentence. '.repeat(500), 100), {
      pool,
      settings,
      generationConfig: {},
      signal: controller.signal,
    });
    await narration.next();
    controller.abort();
    await assert.rejects(collect(narration));
    while (pool.running > 0) await new Promise(setImmediate);
    assert.equal(pool.queued, 0);
  });
});
