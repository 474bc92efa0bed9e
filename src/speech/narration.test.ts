import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { fakeEngine } from '../engines/fake/index.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { spawnLocalThread } from '../engines/testing.ts';
import { pcmOf, testSettings, testVoices, utter } from './testing.ts';
import { TestClock } from '../timing/testing.ts';
import { narrate, type SpokenAudio, type SpokenWords, type TextPiece } from './narration.ts';

const engine = fakeEngine({ synthesizer: { wordSeconds: 0.01, waits: true } });
const settings = testSettings(testVoices.fake, { wordTimestamps: false }, engine);

const transcript = [
  'Dr. Smith paid $12.50 at 10:45 p.m. on the 3rd.',
  '<speed ratio="1.4"/>Now it goes faster, much faster!',
  'What? <break time="200ms"/> Nothing.',
  '\n\nA new paragraph 😀 begins here.',
  `A sentence without an end ${'and on '.repeat(80)}`,
].join(' ');

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

async function collect(spoken: AsyncIterable<SpokenAudio | SpokenWords>): Promise<SpokenAudio[]> {
  const all: SpokenAudio[] = [];
  for await (const part of spoken) if (part.type === 'audio') all.push(part);
  return all;
}

function payloadOf(parts: readonly SpokenAudio[]): Buffer {
  return Buffer.concat(parts.map(({ payload }) => payload));
}

describe('a narration', () => {
  let scheduler: Scheduler;
  const never = new AbortController().signal;
  before(async () => {
    scheduler = await Scheduler.start({ engines: [engine], threads: 2, spawn: spawnLocalThread });
  });
  after(() => scheduler.close());

  const speak = (
    text: AsyncIterable<TextPiece>,
    signal = never,
    given = settings,
  ): AsyncGenerator<SpokenAudio | SpokenWords> =>
    narrate(text, { scheduler, settings: given, generationConfig: {}, signal });

  /** All work that was begun has come to its end. */
  const isQuiet = async (): Promise<void> => {
    do await new Promise(setImmediate);
    while (scheduler.running + scheduler.queued > 0);
  };

  it('is, however the text comes in, byte for byte what a context speaks', async () => {
    const expected = pcmOf(await utter(scheduler, settings, [transcript]));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: transcript.length }), async (length) => {
        const spoken = await collect(speak(piecesOf(transcript, length)));
        assert.ok(spoken.length > 3);
        assert.ok(payloadOf(spoken).equals(expected), `pieces of ${length}`);
        const seconds = spoken.reduce((sum, part) => sum + part.seconds, 0);
        assert.ok(Math.abs(seconds - expected.length / 48_000) < 1e-6);
      }),
      { numRuns: 25 },
    );
  });

  it('gives samples without a container, whatever that is to be', async () => {
    const expected = pcmOf(await utter(scheduler, settings, ['Hello there.']));
    for (const format of [
      { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 },
      { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 },
    ] as const) {
      const spoken = await collect(speak(piecesOf('Hello there.', 5), never, { ...settings, format }));
      assert.equal(
        payloadOf(spoken).byteLength,
        format.container === 'wav' ? expected.byteLength : 2 * expected.byteLength,
      );
    }
  });

  it('says how far it has come in the text, at last to its end', async () => {
    const spoken = await collect(speak(piecesOf(transcript, 50)));
    const bytes = spoken.map(({ textBytes }) => textBytes);
    assert.deepEqual(
      bytes,
      bytes.toSorted((a, b) => a - b),
    );
    assert.ok(bytes[0]! < transcript.length && bytes.at(-1)! > transcript.length - 10);
  });

  it('comes to its end also where nothing, or for long nothing, is spoken or decided', async () => {
    for (const text of [
      '',
      ' \n '.repeat(2000),
      `😀😀 ${' '.repeat(3000)}Hello. 😀`,
      'a'.repeat(250),
      // Undecided for longer than a piece, behind what is decided.
      `One. ${'two, three and '.repeat(18)}`,
      '—'.repeat(700) + ' Yes.',
    ]) {
      for (const length of [1, 260, 100_000]) {
        const spoken = await collect(speak(piecesOf(text, length)));
        const expected = pcmOf(await utter(scheduler, settings, [text]));
        assert.ok(payloadOf(spoken).equals(expected), `${text.slice(0, 20)} in pieces of ${length}`);
      }
    }
  });

  it('fails where there is text and none of it can be spoken', async () => {
    for (const text of ['😀 '.repeat(1000), '<speed ratio="1.2"/>'.repeat(300), '—'.repeat(700)]) {
      for (const length of [260, 100_000]) {
        await assert.rejects(collect(speak(piecesOf(text, length))), /nothing in this text can be spoken/u);
      }
    }
  });

  it('reads no further than it has to while what is spoken is not taken', async () => {
    const text = 'Another sentence that is spoken. '.repeat(2000);
    let taken = 0;
    const narration = speak(piecesOf(text, 33, (end) => (taken = end)));
    for (let index = 1; index <= 3; index++) {
      await narration.next();
      await isQuiet();
      assert.ok(taken < 33 * (index + 20), `${taken} characters after ${index} parts`);
    }
    await narration.return(undefined);
    await isQuiet();
    assert.ok(taken < 33 * 24);
  });

  it('lets all threads speak', async () => {
    let most = 0;
    const narration = speak(piecesOf('Another sentence that is spoken. '.repeat(50), 33));
    for await (const part of narration) {
      most = Math.max(most, scheduler.running);
      assert.ok(part.type === 'audio' && part.payload.byteLength > 0);
    }
    assert.equal(most, 2);
  });

  it('waits for a text that comes slowly, as long as it takes', async () => {
    const clock = new TestClock();
    async function* text(): AsyncGenerator<TextPiece> {
      yield* piecesOf('Hello there.\n\n', 16);
      await isQuiet();
      clock.advance(1e8);
      yield* piecesOf('How are', 7);
      clock.advance(1e8);
      yield* piecesOf(' you?', 9);
    }
    const spoken = await collect(narrate(text(), { scheduler, settings, generationConfig: {}, signal: never, clock }));
    const expected = pcmOf(await utter(scheduler, settings, ['Hello there.\n\nHow are you?']));
    assert.ok(payloadOf(spoken).equals(expected));
  });

  it('throws the reason when it is stopped, and leaves no work behind', async () => {
    for (const when of ['before', 'later'] as const) {
      const controller = new AbortController();
      const narration = speak(piecesOf('One more sentence. '.repeat(500), 100), controller.signal);
      if (when === 'later') await narration.next();
      controller.abort(new Error('stopped'));
      await assert.rejects(collect(narration), /stopped/u);
      await isQuiet();
      assert.equal(scheduler.admittedTo('fake'), 0);
    }
  });

  it('throws what the text throws, and what the engine throws', async () => {
    async function* broken(): AsyncGenerator<TextPiece> {
      yield* piecesOf('Hello there. How', 16);
      throw new Error('not UTF-8');
    }
    await assert.rejects(collect(speak(broken())), /not UTF-8/u);
    await assert.rejects(collect(speak(piecesOf('Hello there. Now FAIL here. And on.', 100))), /told to fail/u);
    await isQuiet();
    assert.equal(scheduler.admittedTo('fake'), 0);
  });

  it('closes the text when its listener leaves', async () => {
    for (const length of [33, 3300]) {
      let isClosed = false;
      async function* text(): AsyncGenerator<TextPiece> {
        try {
          for (;;) yield* piecesOf('Another sentence that is spoken. '.repeat(100), length);
        } finally {
          isClosed = true;
        }
      }
      for await (const part of speak(text())) {
        assert.ok(part.type === 'audio' && part.seconds > 0);
        break;
      }
      await isQuiet();
      assert.ok(isClosed, `pieces of ${length}`);
    }
  });
});
