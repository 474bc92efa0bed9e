/** Words of an engine that tells no times: a server of OpenAI's shape that speaks with flite, and what a client hears of it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createEdges } from '../src/audio/edges.ts';
import { joinIntegers } from '../src/audio/samples.ts';
import type { Synthesizer } from '../src/engines/adapter.ts';
import { absoluteErrors, assertErrors, readSegment, wordTimes } from '../src/engines/alignment/testing.ts';
import type { Span } from '../src/engines/alignment/words.ts';
import { flite } from '../src/engines/flite/index.ts';
import { loadSynthesizer, speakWith } from '../src/engines/testing.ts';
import { upstreamEngine } from '../src/engines/upstream/index.ts';
import { drip, UpstreamServer } from '../src/engines/upstream/testing.ts';
import { raw24, readSse, start, typesOf, type TestServer, type WireEvent } from './support/server.ts';

const { sampleRate } = flite.capabilities;
const transcript =
  'When the wind turned, the small boats came in one after the other. Nobody had told the new driver. Is there anything else?';

describe('the words of an upstream', () => {
  let synthesizer: Synthesizer;
  let upstream: UpstreamServer;
  let server: TestServer;
  /** What flite says of its words, over all that it has spoken since it was emptied. */
  const known: Span[] = [];
  let seconds = 0;
  before(async () => {
    synthesizer = await loadSynthesizer(flite);
    upstream = await UpstreamServer.open({
      answer: async ({ request, answer }) => {
        const { input, voice } = request.body!;
        const { samples, marks } = await speakWith(synthesizer, readSegment(input), { engine: 'flite', name: voice });
        for (const { start: from, end } of wordTimes(marks, sampleRate)) {
          known.push({ start: seconds + from, end: seconds + end });
        }
        // It pauses as every engine does, so that nothing of its silence is changed and its times stay.
        const edges = createEdges(sampleRate, -30);
        const heard = joinIntegers([edges.write(samples), edges.end(0.33)]);
        seconds += heard.length / sampleRate;
        answer.writeHead(200, { 'content-type': 'audio/pcm' });
        await drip(answer, Buffer.from(heard.buffer), 4001);
        answer.end();
      },
    });
    const voices = [{ name: 'slt', gender: null, language: 'en' }] as const;
    const setting = { id: 'studio', url: upstream.url, model: 'flite', key: undefined, languages: ['en'], voices };
    // It speaks in this thread: a busy machine may keep it from answering for as long as a server is waited for.
    const limits = { connectMs: 60_000, firstByteMs: 60_000, silenceMs: 60_000 };
    server = await start({ SONORANT_WORKERS: '1' }, [
      upstreamEngine({ ...setting, sampleRate, concurrency: 4 }, voices, { limits }),
    ]);
  });
  after(async () => {
    await server.close();
    await upstream.close();
    await synthesizer.close();
  });

  async function speak(more: object): Promise<WireEvent[]> {
    known.splice(0);
    seconds = 0;
    const answer = await server.post('/tts/sse', {
      model_id: 'upstream:studio',
      voice: 'slt',
      language: 'en',
      transcript,
      output_format: raw24,
      ...more,
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return readSse(await answer.text());
  }

  async function countOf(wordTimesFrom: string): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const line = `sonorant_spoken_segments_total{engine="upstream:studio",word_times="${wordTimesFrom}"} `;
    return Number(
      text
        .split('\n')
        .find((each) => each.startsWith(line))
        ?.slice(line.length) ?? 0,
    );
  }

  it('have times near those that the server does not tell, in the order of the transcript', async () => {
    const events = await speak({ add_timestamps: true });
    const timestamps = events.flatMap((event) => event.word_timestamps ?? []);
    assert.equal(timestamps.flatMap(({ words }) => words).join(' '), transcript);
    const starts = timestamps.flatMap((each) => each.start);
    const ends = timestamps.flatMap((each) => each.end);
    const given = starts.map((from, index) => ({ start: from, end: ends[index]! }));
    assertErrors(absoluteErrors(given, known), { median: 0.04, percentile95: 0.12 });
  });

  it('are counted as aligned, and where they are not requested they are not sought', async () => {
    const [aligned, none] = [await countOf('aligned'), await countOf('none')];
    const short = { transcript: 'Nobody had told the new driver.' };
    const events = await speak(short);
    assert.deepEqual(typesOf(events), ['chunk', 'done']);
    assert.equal(await countOf('aligned'), aligned);
    assert.ok((await countOf('none')) > none);
    await speak({ ...short, add_timestamps: true });
    assert.ok((await countOf('aligned')) > aligned);
  });
});
