import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Recognizer, RecognizerDescriptor } from '../recognizers/adapter.ts';
import type { SpeechDetector } from '../recognizers/detector.ts';
import { fakeRecognizer } from '../recognizers/fake/index.ts';
import { RecognizerPool } from './recognizer-pool.ts';

/** A model that notes what becomes of it. */
function model(id: string, version: string, events: string[]): RecognizerDescriptor {
  const fake = fakeRecognizer({ id });
  return {
    ...fake,
    version,
    open: () => {
      const note = (what: string): void => void events.push(`${id} ${version} ${what}`);
      const opened = fake.open();
      const recognizer: Recognizer = {
        begin: (options) => opened.begin(options),
        retire: () => note('retired'),
        load() {
          note('loaded');
          return Promise.resolve();
        },
        close() {
          note('closed');
          return Promise.resolve();
        },
      };
      note('opened');
      return recognizer;
    },
  };
}

function detector(version: string, events: string[]): SpeechDetector {
  return {
    ...{ id: 'vad', version, stream: () => assert.fail('there is no stream') },
    retire: () => void events.push(`vad ${version} retired`),
    close: () => Promise.resolve(void events.push(`vad ${version} closed`)),
  };
}

describe('the recognizers of a server', () => {
  it('are told their own language where they have but one, are named and no language is', () => {
    const german = fakeRecognizer({ id: 'ear-de', capabilities: { languages: ['de'] } });
    const both = fakeRecognizer({ id: 'ear-two', capabilities: { languages: ['de', 'fr'] } });
    const pool = new RecognizerPool([fakeRecognizer({ id: 'ear-en' }), german, both]);
    const chosen = (model: string | undefined, language?: string) => {
      const { recognizers, language: given } = pool.choose({ model, language });
      return [recognizers[0]!.id, given];
    };
    assert.deepEqual(chosen('ear-de'), ['ear-de', 'de']);
    assert.deepEqual(chosen('ink-whisper'), ['ear-en', 'en']);
    assert.deepEqual(chosen(undefined), ['ear-en', 'en']);
    for (const [model, language] of [
      ['ear-de', 'en'],
      ['ear-two', undefined],
    ] as const) {
      assert.throws(() => chosen(model, language), /No recognizer here hears the "language" "en"/);
    }
  });

  it('come and go while it runs: what is as it was stays open, what is gone is retired', async () => {
    const events: string[] = [];
    const pool = new RecognizerPool([model('a', '1', events), model('b', '1', events), model('c', '1', events)]);
    const first = pool.choose({ model: 'a', language: 'en' }).recognizers[0]!;
    pool.choose({ model: 'b', language: 'en' });
    pool.update([model('d', '1', events), model('a', '1', events), model('b', '2', events)]);
    assert.equal(pool.choose({ model: 'a', language: 'en' }).recognizers[0]!.recognizer, first.recognizer);
    pool.choose({ model: 'b', language: 'en' });
    assert.throws(() => pool.choose({ model: 'c', language: 'en' }), /There is no recognizer of the name/);
    assert.deepEqual(events, ['a 1 opened', 'b 1 opened', 'b 1 retired', 'b 2 opened']);
    assert.deepEqual(
      pool.choose({ model: undefined, language: 'en' }).recognizers.map(({ id }) => id),
      ['d', 'a', 'b'],
    );
    events.length = 0;
    await pool.close();
    assert.deepEqual(events.sort(), ['a 1 closed', 'b 1 closed', 'b 2 closed', 'd 1 closed']);
  });

  it('are given the model that finds speech, which comes and goes as well', async () => {
    const events: string[] = [];
    const pool = new RecognizerPool([fakeRecognizer()], { detector: detector('1', events) });
    const given = () => pool.choose({ model: undefined, language: 'en' }).recognizers[0]!.detector?.version;
    assert.equal(given(), '1');
    pool.update([fakeRecognizer()], detector('1', events));
    assert.deepEqual([given(), events], ['1', []]);
    pool.update([fakeRecognizer()], detector('2', events));
    assert.deepEqual([given(), events], ['2', ['vad 1 retired']]);
    pool.update([fakeRecognizer()]);
    assert.equal(given(), undefined);
    await pool.close();
    assert.deepEqual(events.sort(), ['vad 1 closed', 'vad 1 retired', 'vad 2 closed', 'vad 2 retired']);
  });

  it('load the preferred model before they are needed, and nothing else', async () => {
    const events: string[] = [];
    await new RecognizerPool([fakeRecognizer(), model('a', '1', events), model('b', '1', events)]).warmUp();
    assert.deepEqual(events, ['a 1 opened', 'a 1 loaded']);
    await new RecognizerPool([fakeRecognizer()]).warmUp();
  });
});
