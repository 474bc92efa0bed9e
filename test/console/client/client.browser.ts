/** The client in a real browser: a page of another origin, its own policy, sound that is counted where it leaves the page. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { proxyTo } from '../../../client/test/support/cuttable.ts';
import type { TurnEvent } from '../../../client/src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { apiKey, metric, type TestServer } from '../../support/server.ts';
import {
  heard,
  remoteHost,
  said,
  startClientBrowser,
  type ClientBrowser,
  type ClientPageVisit,
} from '../support/client-browser.ts';

let client: ClientBrowser;
let server: TestServer;
before(async () => {
  client = await startClientBrowser();
  ({ server } = client);
});
after(() => client.close());
beforeEach(() => client.begin());

function open(options?: { readonly host?: string }): Promise<ClientPageVisit> {
  return client.open(options);
}

const text = 'One two three four, five six seven eight.';
const words = text.split(' ');

/** The body of an async function in the page, with a client and a player that notes what happens. */
function run<T>(page: Page, body: string, options = ''): Promise<T> {
  const request = `const request = ${JSON.stringify({ text, model: 'espeak', timestamps: true })};`;
  return client.run(page, request + body, options);
}

interface Played {
  readonly words: readonly string[];
  readonly times: readonly (readonly [number, number])[];
  readonly levels: readonly number[];
  readonly ends: readonly boolean[];
  readonly output: string;
  readonly seconds: number;
}

function checkPlayed(played: Played, heardSeconds: number, output: string): void {
  assert.deepEqual(played.words, words, 'each word once, in order');
  assert.deepEqual(played.ends, [true]);
  assert.equal(played.output, output);
  assert.ok(Math.max(...played.levels) > 0.01, `levels ${played.levels.join(' ')}`);
  assert.equal(played.levels.at(-1), 0, 'silent at the end');
  for (const [start, at] of played.times.slice(0, -1)) {
    assert.ok(at >= start - 0.001 && at - start < 0.5, `a word of ${start} s was told at ${at} s of what was heard`);
  }
  assert.ok(
    heardSeconds > played.seconds * 0.8 && heardSeconds < played.seconds + 0.5,
    `${heardSeconds} s came out of ${played.seconds} s`,
  );
}

function playAll(transport: string): string {
  return `
    let seconds = 0;
    const speech = sonorant.speak(request, { transport: '${transport}' });
    const counted = { sampleRate: speech.sampleRate, async *[Symbol.asyncIterator]() {
      for await (const event of speech) {
        if (event.type === 'audio') seconds += event.samples.length / 24000;
        yield event;
      }
    } };
    await player.play(counted);
    return { ...notes, output: player.output, seconds };`;
}

describe('the client in a browser', () => {
  for (const transport of ['sse', 'websocket']) {
    it(`plays through the audio thread, under a policy of its own files only: ${transport}`, async () => {
      const { page, problems } = await open();
      const played = await run<Played>(page, playAll(transport));
      checkPlayed(played, await heard(page), 'worklet');
      assert.deepEqual(problems, []);
    });
  }

  it('plays through buffers where the page has no secure context', async () => {
    const { page, problems } = await open({ host: remoteHost });
    assert.equal(await page.evaluate('isSecureContext'), false);
    checkPlayed(await run<Played>(page, playAll('websocket')), await heard(page), 'buffers');
    assert.deepEqual(problems, []);
  });

  it('speaks with an access token, over the WebSocket too', async () => {
    const { page } = await open();
    const words = await run<string[]>(
      page,
      `const { token } = await sonorant.post('/access-token', { body: { grants: { tts: true }, expires_in: 60 } });
       const guest = new Sonorant({ baseUrl: '${server.url}', accessToken: () => Promise.resolve(token) });
       const socket = await guest.connect();
       const context = socket.context({ model: 'espeak', timestamps: true });
       context.send('Typed in '); context.end('two pieces.');
       const words = [];
       for await (const event of context) if (event.type === 'words') words.push(...event.words.map(({ word }) => word));
       socket.close();
       return words;`,
    );
    assert.deepEqual(words, ['Typed', 'in', 'two', 'pieces.']);
  });

  it('says why a WebSocket was refused', async () => {
    const { page } = await open();
    const error = await run<{ name: string; code: string }>(
      page,
      `return failed(new Sonorant({ baseUrl: '${server.url}', apiKey: 'sk_wrong' }).connect())`,
    );
    assert.deepEqual([error.name, error.code], ['SonorantError', 'unauthorized']);
  });

  it('stops with the sound, and stops the server', async () => {
    const { page } = await open();
    const { ends, elapsed } = await run<{ ends: boolean[]; elapsed: number }>(
      page,
      `const playing = player.play(sonorant.speak({ ...request, text: request.text.repeat(20) }));
       while (notes.words.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
       const stoppedAt = performance.now();
       player.stop();
       await playing;
       return { ends: notes.ends, elapsed: performance.now() - stoppedAt };`,
    );
    assert.deepEqual(ends, [false]);
    assert.ok(elapsed < 1000, `it took ${elapsed} ms`);
    const before = await heard(page);
    await page.waitForTimeout(300);
    assert.ok((await heard(page)) - before < 0.15, 'sound goes on');
  });

  it('says nothing when it is stopped while the output opens', async () => {
    const { page } = await open();
    const { ends, words: spokenWords } = await run<{ ends: boolean[]; words: string[] }>(
      page,
      `const playing = player.play(sonorant.speak(request));
       player.stop();
       await playing;
       return notes;`,
    );
    assert.deepEqual([ends, spokenWords], [[false], []]);
    assert.ok((await heard(page)) < 0.05, 'sound comes out');
  });

  it('stands still while it is paused', async () => {
    const { page } = await open();
    const {
      atPause,
      later,
      words: spokenWords,
    } = await run<{ atPause: number; later: number; words: string[] }>(
      page,
      `const playing = player.play(sonorant.speak(request));
       while (notes.words.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
       await player.pause();
       const atPause = player.currentTime;
       await new Promise((resolve) => setTimeout(resolve, 600));
       const later = player.currentTime;
       await player.resume();
       await playing;
       return { atPause, later, words: notes.words };`,
    );
    assert.ok(Math.abs(later - atPause) < 0.05, `${atPause} s, then ${later} s`);
    assert.deepEqual(spokenWords, words);
  });

  it('plays what had come when the connection is cut, then says how much that was', async () => {
    const proxy = await proxyTo(server.url);
    const { page } = await open();
    const playing = run<{ words: string[]; ends: boolean[]; error: { name: string; heard: { seconds: number } } }>(
      page,
      `const far = new Sonorant({ baseUrl: '${proxy.url}', apiKey: '${apiKey}' });
       const socket = await far.connect();
       const context = socket.context({ model: 'espeak', timestamps: true });
       context.send('One two three. '); context.flush(); context.send('Four');
       globalThis.notes = notes;
       const error = await failed(player.play(context));
       return { words: notes.words, ends: notes.ends, error };`,
    );
    await eventually('a word', () => page.evaluate<boolean>('globalThis.notes?.words.length > 0'));
    await proxy.close();
    const { words: spokenWords, ends, error } = await playing;
    assert.deepEqual(spokenWords.slice(0, 3), ['One', 'two', 'three.']);
    assert.deepEqual(ends, [false]);
    assert.equal(error.name, 'ConnectionError');
    assert.ok(error.heard.seconds > 0.5, `${error.heard.seconds} s`);
  });

  it('says so when the page may not be heard yet, and asks the server for nothing', async () => {
    // The page does it by itself: what a test evaluates counts as a gesture of the user.
    await client.context.addInitScript(`globalThis.whenReady = () =>
      new AudioPlayer().play(new Sonorant({ baseUrl: '${server.url}' }).speak({ text: 'Hello' })).then(
        () => console.log('played'), ({ name, code }) => console.log(name, code))`);
    const page = await client.context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const said = page.waitForEvent('console', (message) => /^(played|\w+Error )/.test(message.text()));
    await page.goto(client.origin);
    assert.equal((await said).text(), 'PlaybackError not_allowed');
    assert.deepEqual(
      requests.filter((url) => url.startsWith(server.url)),
      [],
    );
  });

  it('says so when the chosen output device is not there', async () => {
    const { page } = await open();
    const error = await run<{ name: string; code: string }>(
      page,
      'return failed(player.play(sonorant.speak(request)))',
      "deviceId: 'no-such-device',",
    );
    assert.deepEqual([error.name, error.code], ['PlaybackError', 'device_not_found']);
  });

  it('says so when the module of the audio thread is not where it should be', async () => {
    const { page } = await open();
    const error = await run<{ name: string; code: string }>(
      page,
      'return failed(player.play(sonorant.speak(request)))',
      "workletUrl: '/nowhere.js',",
    );
    assert.deepEqual([error.name, error.code], ['PlaybackError', 'worklet_not_loaded']);
  });

  it('hears the microphone in turns, under a policy of its own files only, and gives it back', async () => {
    const { page, problems } = await open();
    const { events, peak, tracks } = await run<{ events: TurnEvent[]; peak: number; tracks: string[] }>(
      page,
      `const { mediaDevices } = navigator;
       const ask = mediaDevices.getUserMedia.bind(mediaDevices);
       let stream;
       mediaDevices.getUserMedia = async (wanted) => (stream = await ask(wanted));
       const events = [];
       const audio = microphone({ onLevel: (level) => notes.levels.push(level) });
       for await (const event of sonorant.listen({ audio })) {
         events.push(event);
         if (event.type === 'turn.end') audio.stop();
       }
       return { events, peak: Math.max(...notes.levels), tracks: stream.getTracks().map(({ readyState }) => readyState) };`,
    );
    assert.equal(events[0]?.type, 'connected');
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'turn.end' ? [event.transcript] : [])),
      [said],
    );
    assert.ok(peak > 0.1 && peak <= 1, `the loudest sample is ${peak}`);
    assert.deepEqual([tracks, problems], [['ended'], []]);
  });

  it('says why there is no microphone', async () => {
    const listen = `return failed((async () => { for await (const event of sonorant.listen({ audio: microphone(OPTIONS) })); })())`;
    const { page } = await open({ host: remoteHost });
    const insecure = await run<{ name: string; code: string }>(page, listen.replace('OPTIONS', ''));
    assert.deepEqual([insecure.name, insecure.code], ['MicrophoneError', 'insecure']);
    const { page: secure } = await open();
    for (const [options, code] of [
      ["{ workletUrl: '/nowhere.js' }", 'worklet_not_loaded'],
      ["{ deviceId: 'no-such-device' }", 'not_found'],
    ] as const) {
      const error = await run<{ name: string; code: string }>(secure, listen.replace('OPTIONS', options));
      assert.deepEqual([error.name, error.code], ['MicrophoneError', code]);
    }
  });

  it('leaves no work and no socket on the server behind', async () => {
    for (const name of ['sonorant_contexts', 'sonorant_sockets']) {
      await eventually(`${name} is 0`, async () => (await metric(server.url, name)) === 0);
    }
  });
});
