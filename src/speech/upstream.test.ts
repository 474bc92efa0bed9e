import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { readUpstreams, upstreamEngines } from '../engines/upstream/index.ts';
import { speakAsItComes, UpstreamServer, type Answering } from '../engines/upstream/testing.ts';
import { createCatalogue } from '../voices/catalogue.ts';
import type { SpeechEvent } from './events.ts';
import { speechSettings } from './request.ts';
import type { SpeechSettings } from './settings.ts';
import { kindsOf, pcmOf, piece, record, utter, wordsOf } from './testing.ts';

const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
/** A busy machine answers later than half a second. No upstream of a test is asked more often than it says itself. */
const limits = { firstByteMs: 4000, breakerFailures: 1000 };

describe('an upstream in front of the embedded engines', () => {
  let server: UpstreamServer;
  let scheduler: Scheduler;
  let engines: readonly EngineDescriptor[];

  before(async () => {
    server = await UpstreamServer.open();
    const settings = await readUpstreams(JSON.stringify([{ id: 'gpu', url: server.url, model: 'kokoro' }]));
    const upstreams = await upstreamEngines(settings, { limits });
    assert.deepEqual(upstreams.problems, []);
    engines = [...upstreams.engines, ...enginesById(['flite', 'espeak'])];
    scheduler = await Scheduler.start({ engines, threads: 1 });
    await scheduler.warmUp();
  });
  after(async () => {
    await scheduler.close();
    await server.close();
  });

  function settingsOf(modelId = 'sonorant-1'): SpeechSettings {
    const voice = createCatalogue(engines).voices.find(({ name }) => name === 'am_adam')!;
    return speechSettings({ modelId, voice, format, wordTimestamps: true }, engines);
  }

  function terminalCode(events: readonly SpeechEvent[]): string | undefined {
    const end = events.at(-1);
    return end?.type === 'error' && end.done ? end.error.code : undefined;
  }

  it('speaks its voices', async () => {
    server.answer = speakAsItComes;
    const settings = settingsOf();
    assert.deepEqual(settings.speaker, { engine: 'upstream:gpu', name: 'am_adam' });
    const events = await utter(scheduler, settings, ['One two three. ', 'And four more words.']);
    const pauses = 2 * 0.33 * 24_000;
    assert.equal(pcmOf(events).length / 2, 7 * 6000 + pauses);
    assert.equal(server.spoken.at(-1)?.body?.voice, 'am_adam');
  });

  const failures: Readonly<Record<string, (given: Answering) => void>> = {
    'answers 500': ({ answer }) => void answer.writeHead(500).end(),
    'closes its connections': ({ answer }) => void answer.destroy(),
    'answers nothing': () => undefined,
    redirects: ({ answer }) => void answer.writeHead(302, { location: '/' }).end(),
    'answers with a page': ({ answer }) => void answer.end('<html></html>'),
  };
  for (const [what, answer] of Object.entries(failures)) {
    it(`leaves all text to the next engine, with a voice of that gender, when it ${what}`, async () => {
      server.answer = answer;
      const fellBack: string[] = [];
      const observer = { fellBack: (from: string, to: string) => fellBack.push(`${from} ${to}`) };
      const text = 'One two three, four five six seven. And four more words.';
      const events = await utter(scheduler, settingsOf(), [text], { observer });
      const male = { ...settingsOf(), speaker: { engine: 'flite', name: 'rms' }, fallbacks: [] };
      const { capabilities } = engines.find(({ id }) => id === 'flite')!;
      const expected = await utter(scheduler, { ...male, capabilities }, [text]);
      assert.ok(pcmOf(events).equals(pcmOf(expected)));
      assert.equal(
        wordsOf(events)
          .map(({ word }) => word)
          .join(' '),
        text,
      );
      assert.deepEqual(fellBack, ['upstream:gpu flite']);
    });
  }

  it('ends the context when it was asked for as the model', async () => {
    server.answer = failures['answers 500']!;
    const events = await utter(scheduler, settingsOf('upstream:gpu'), ['Hello.']);
    assert.deepEqual([kindsOf(events), terminalCode(events)], [['failed'], 'unavailable']);
  });

  it('ends the context when it fails behind its first audio, and no other stream', async () => {
    server.answer = async (given) => {
      if (!given.request.body!.input.startsWith('Bad')) return speakAsItComes(given);
      await new Promise((resolve) => given.answer.write(given.pcm.subarray(0, 9600), resolve));
      given.answer.destroy();
    };
    const texts = ['One two three.', 'Bad words are these.', 'Four words are here.'];
    const all = await Promise.all(texts.map((text) => utter(scheduler, settingsOf(), [text])));
    assert.deepEqual(all.map(terminalCode), [undefined, 'engine_failed', undefined]);
    assert.ok(pcmOf(all[1]!).length <= 9600);
  });

  it('speaks 100,000 characters without a space, in requests of a bounded length', async () => {
    server.answer = speakAsItComes;
    const before = server.spoken.length;
    const events = await utter(scheduler, settingsOf(), ['x'.repeat(100_000)]);
    assert.equal(terminalCode(events), undefined);
    const inputs = server.spoken.slice(before).map(({ body }) => body!.input);
    assert.equal(inputs.join(''), 'x'.repeat(100_000));
    assert.ok(inputs.every(({ length }) => length <= 400));
  });

  it('is told at once of a cancel', async () => {
    const { cut } = server;
    server.answer = ({ answer, pcm }) => void answer.write(pcm.subarray(0, 9600));
    const { context, heard, ended } = record(scheduler, settingsOf());
    context.push(piece('One two three four five.', { continue: false }));
    await heard(({ type }) => type === 'chunk');
    context.cancel();
    await ended;
    await server.until(() => server.cut > cut);
  });
});
