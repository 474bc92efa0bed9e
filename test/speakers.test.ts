import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Sonorant } from '#client';
import { command } from '../src/cli/testing.ts';
import { allEngines } from '../src/engines/registry.ts';
import { eventually } from './support/eventually.ts';
import { clientOf, expectJson } from './support/resources.ts';
import {
  adminKey,
  apiKey,
  audioOf,
  readSse,
  speech,
  start,
  toneEngines,
  typesOf,
  version,
  type TestServer,
  type WireEvent,
} from './support/server.ts';
import { swept } from './support/sweeps.ts';

const text = '[Anna] Hello there, Ben. [Ben] Good morning!\n\n[Anna] How are you?';
/** Of Flite and of eSpeak. */
const speakers = { Anna: 'Sadie', Ben: 'Henry' };

describe('several speakers in one text', () => {
  let server: TestServer;
  before(async () => {
    const engines = swept([toneEngines, allEngines], (each) => each === toneEngines).at(-1)!;
    server = await start({}, engines, [], { maxSpeakers: 3 });
  });
  after(() => server.close());

  const ask = (path: string, body: object): Promise<Response> =>
    server.post(path, { ...speech, model_id: 'sonorant-1', voice: undefined, transcript: text, ...body });
  const bytes = async (body: object): Promise<Buffer> => {
    const response = await ask('/tts/bytes', body);
    assert.equal(response.status, 200, await response.clone().text());
    return Buffer.from(await response.arrayBuffer());
  };
  const refused = async (body: object, path = '/tts/bytes'): Promise<string> => {
    const response = await ask(path, body);
    const answer = await response.text();
    assert.equal(response.status, 400, answer);
    return answer;
  };

  it('are one body: each part as its voice speaks it alone, the same bytes each time', async () => {
    const together = await bytes({ speakers });
    const alone = await Promise.all([
      bytes({ voice: speakers.Anna, transcript: 'Hello there, Ben.' }),
      bytes({ voice: speakers.Ben, transcript: 'Good morning!' }),
      bytes({ voice: speakers.Anna, transcript: 'How are you?' }),
    ]);
    assert.ok(together.equals(Buffer.concat(alone)));
    assert.ok(
      together.equals(
        await bytes({ speakers: { Ben: { id: speakers.Ben }, ' Anna ': { mode: 'id', id: speakers.Anna } } }),
      ),
    );
  });

  it('are named beside the words of server-sent events, at times that go on', async () => {
    const response = await ask('/tts/sse', {
      speakers,
      voice: speakers.Ben,
      transcript: `Once upon a time. ${text}`,
      add_timestamps: true,
    });
    const events = readSse(await response.text());
    assert.equal(typesOf(events).at(-1), 'done');
    const words = events.flatMap(wordsOf);
    assert.deepEqual(
      words.map(({ word, speaker }) => `${speaker} ${word}`),
      [
        'null Once',
        'null upon',
        'null a',
        'null time.',
        'Anna Hello',
        'Anna there,',
        'Anna Ben.',
        'Ben Good',
        'Ben morning!',
        'Anna How',
        'Anna are',
        'Anna you?',
      ],
    );
    for (const [index, { start: from, word }] of words.entries()) assert.ok(from >= (words[index - 1]?.end ?? 0), word);
    assert.ok(words.at(-1)!.end <= audioOf(events).length / 48_000);
  });

  it('have no place where the request has none: brackets are text, and words name nobody', async () => {
    const plain = { voice: speakers.Anna, transcript: 'See [Ben] there.', add_timestamps: true };
    const events = readSse(await (await ask('/tts/sse', plain)).text());
    const [timestamps] = events.flatMap((event) => event.word_timestamps ?? []);
    assert.deepEqual(Object.keys(timestamps!), ['words', 'start', 'end']);
    assert.deepEqual(timestamps!.words, ['See', '[Ben]', 'there.']);
    assert.match(await refused({ transcript: 'Hello.' }), /voice/u);
  });

  it('are spoken by the client, whose words name them, and by the command', async () => {
    const client = new Sonorant({ baseUrl: server.url, apiKey });
    const named: unknown[] = [];
    const pieces: Uint8Array[] = [];
    for await (const event of client.speak({ text, speakers, timestamps: true })) {
      if (event.type === 'words') named.push(...event.words.map(({ word, speaker }) => [speaker, word]));
      if (event.type === 'audio') pieces.push(event.bytes);
    }
    assert.deepEqual(named.slice(2, 4), [
      ['Anna', 'Ben.'],
      ['Ben', 'Good'],
    ]);
    const raw = await bytes({ speakers });
    assert.ok(Buffer.concat(pieces).equals(raw));
    assert.throws(() => client.speak({ text, speakers }, { transport: 'websocket' }), /one speaker/u);
    const cast = ['--speaker', 'Anna=Sadie', '--speaker', 'Ben=Henry'];
    const format = ['--format', 'raw', '--encoding', 'pcm_s16le', '--sample-rate', '24000'];
    const file = join(server.dataDir, 'said.raw');
    const said = await command(['say', text, ...cast, ...format, '--server', server.url, '-o', file], {
      env: { SONORANT_API_KEY: apiKey },
    });
    assert.equal(said.code, 0, said.stderr);
    assert.ok((await readFile(file)).equals(raw));
  });

  it('are refused with what is wrong in words', async () => {
    assert.match(await refused({ speakers, transcript: '[Anna] Hi. [Carl] Ho.' }), /\[Carl\].*no voice/u);
    assert.match(await refused({ speakers, transcript: 'Well. [Anna] Hi.' }, '/tts/sse'), /before the first \[name\]/u);
    assert.match(await refused({ speakers: { 'A<b>': speakers.Anna } }), /A<b>.*no brackets/u);
    assert.match(await refused({ speakers: { laughter: speakers.Anna } }), /the name of a tag/u);
    const many = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, speakers.Anna]));
    assert.match(await refused({ speakers: many }), /at most 3 speakers/u);
    assert.match(await refused({ speakers, transcript: '[Anna] [Ben]' }), /nothing but names/u);
    const unknown = await ask('/tts/bytes', { speakers: { ...speakers, Carl: 'none-of-this-name' } });
    assert.equal(unknown.status, 404);
    assert.match(await unknown.text(), /none-of-this-name/u);
  });

  it('are one file of each container, and one that is kept', async () => {
    for (const container of ['wav', 'mp3', 'flac', 'opus']) {
      const file = await bytes({ speakers, output_format: { container } });
      assert.ok(file.length > 2000, container);
      assert.ok(file.equals(await bytes({ speakers, output_format: { container } })), container);
    }
    const response = await ask('/tts/bytes', { speakers, save: true });
    const whole = Buffer.from(await response.arrayBuffer());
    const id = response.headers.get('cartesia-file-id');
    const kept = await fetch(`${server.url}/files/${id}/download`, {
      headers: { 'service-version': version, 'x-api-key': apiKey },
    });
    assert.ok(
      Buffer.from(await kept.arrayBuffer())
        .subarray(-whole.length)
        .equals(whole),
    );
  });

  it('count the characters that are spoken, each for the voice that speaks them', async () => {
    const used = async (): Promise<number> =>
      sumOf(
        await expectJson(clientOf(server.url, adminKey)('GET', '/usage/credits?group_by=capability&interval=day'), 200),
      );
    const before = await used();
    await bytes({ speakers });
    const said = 'Hello there, Ben.Good morning!How are you?'.length;
    await eventually('what was said is counted', async () => (await used()) - before === said);
  });
});

interface NamedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null | undefined;
}

function wordsOf({ word_timestamps: times }: WireEvent): NamedWord[] {
  if (times === undefined) return [];
  const { words, start: starts, end } = times;
  const { speakers: names } = times as { readonly speakers?: readonly (string | null)[] };
  return words.map((word, index) => ({ word, start: starts[index]!, end: end[index]!, speaker: names?.[index] }));
}
function sumOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + (name === 'credits' && typeof inner === 'number' ? inner : sumOf(inner)),
    0,
  );
}
