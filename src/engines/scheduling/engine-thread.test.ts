import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../timing/testing.ts';
import type { EngineDescriptor, EngineVoice } from '../adapter.ts';
import { fakeEngine } from '../fake/index.ts';
import type { ThreadSettings } from '../thread/protocol.ts';
import { EngineThread, type ChannelListener } from './engine-thread.ts';

/** What a thread of these engines is given. */
function settingsOf(engines: readonly EngineDescriptor[], reference?: EngineDescriptor): ThreadSettings {
  const given: ThreadSettings[] = [];
  const limits = { concurrency: 1, hangMs: 1000, loadMs: 1000, clock: new TestClock() };
  const listeners = { accepts: () => true, onFree: () => undefined, onDeath: () => undefined };
  new EngineThread({ engines, reference, ...limits, ...listeners }, (settings) => {
    given.push(settings);
    return { post: () => undefined, terminate: () => Promise.resolve() };
  });
  return given[0]!;
}

describe('a thread that did not load in time', () => {
  it('is ended once, and nothing that it says later is heard', async () => {
    const clock = new TestClock();
    let hear: ChannelListener | undefined;
    const events: string[] = [];
    const thread = new EngineThread(
      {
        ...{ engines: [fakeEngine()], reference: undefined, concurrency: 1, hangMs: 1000, loadMs: 1000, clock },
        accepts: () => true,
        onFree: () => events.push('free'),
        onDeath: (_thread, reason) => events.push(reason),
      },
      (_settings, listener) => {
        hear = listener;
        return { post: () => undefined, terminate: () => Promise.resolve(void events.push('terminated')) };
      },
    );
    clock.advance(1000);
    await assert.rejects(thread.ready, /did not load in 1000 ms/u);
    hear!.message({ kind: 'ready', failures: {} });
    hear!.ended('it has ended');
    await thread.terminate('again');
    assert.deepEqual(events, ['the engines did not load in 1000 ms', 'terminated']);
    assert.equal(thread.isReady, false);
  });
});

describe('a thread is given', () => {
  const [voice] = fakeEngine().voices();
  const speakers: readonly EngineVoice[] = ['first', 'second', 'third'].map((name) => ({ engine: 'reference', name }));
  const reference: EngineDescriptor = {
    ...fakeEngine({ id: 'reference' }),
    voices: () => [
      { ...voice!, language: 'en', speaker: speakers[0]! },
      { ...voice!, language: 'en', speaker: speakers[1]! },
      { ...voice!, language: 'de', speaker: speakers[2]! },
    ],
  };
  const plain = fakeEngine();
  const needing: EngineDescriptor = { ...plain, id: 'needing', needsReference: true };
  const aligned: EngineDescriptor = {
    ...plain,
    id: 'aligned',
    capabilities: { ...plain.capabilities, marks: 'aligned' },
  };

  it('the reference, with its first voice of each language, where an engine needs it or its words are aligned', () => {
    for (const engine of [needing, aligned]) {
      const { reference: given } = settingsOf([plain, engine], reference);
      assert.equal(given?.engine.id, 'reference');
      assert.deepEqual(given.voices, { en: speakers[0], de: speakers[2] });
    }
  });

  it('none where nothing uses it, or there is none', () => {
    assert.equal(settingsOf([plain], reference).reference, undefined);
    assert.equal(settingsOf([needing, aligned]).reference, undefined);
  });

  it('which of its engines need it', () => {
    const { engines } = settingsOf([plain, needing], reference);
    assert.deepEqual(
      engines.map(({ id, needsReference }) => [id, needsReference]),
      [
        [plain.id, undefined],
        ['needing', true],
      ],
    );
  });
});
