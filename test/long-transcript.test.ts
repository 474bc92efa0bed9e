import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './support/eventually.ts';
import { apiKey, metric, speech, start, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

describe('a transcript of 100,000 characters', () => {
  let server: TestServer;
  before(async () => {
    server = await start({ SONORANT_ENGINES: 'espeak', SONORANT_MAX_CONTEXTS: '1' });
  });
  after(() => server.close());

  const shapes: Readonly<Record<string, string>> = {
    tags: '<speed ratio="1"/>',
    'tags that never close': '<speed ratio="',
    brackets: '<',
    'square brackets': '[',
    'open phones': '<<a|',
    'combining marks': '\u0301',
    digits: '7',
    'letters without a space': 'x',
    'family emoji': '👨‍👩‍👧‍👦',
    NUL: '\u0000',
    'lone surrogates': '\ud800',
    directions: '\u202e\u2067a',
    marks: '!?',
    'spaces in a word': 'a  ',
    'long pauses': 'a<break time="60s"/>',
  };
  const sample = ['tags', 'digits', 'lone surrogates', 'marks'];
  for (const [name, unit] of swept(Object.entries(shapes), ([each]) => sample.includes(each))) {
    it(`of ${name} is taken, and its work ends with its client`, async () => {
      const gone = new AbortController();
      const response = await fetch(`${server.url}/tts/bytes`, {
        method: 'POST',
        signal: gone.signal,
        body: JSON.stringify({
          ...speech,
          // Something to speak at the end: without it the answer would be an error.
          transcript: `${unit.repeat(Math.ceil(99_990 / unit.length)).slice(0, 99_990)}</p> Yes.`,
        }),
        headers: { 'content-type': 'application/json', 'service-version': version, 'x-api-key': apiKey },
      });
      assert.equal(response.status, 200);
      await response.body!.getReader().read();
      gone.abort();
      await eventually('the place is free', async () => (await metric(server.url, 'sonorant_contexts')) === 0);
      await eventually('no engine works', async () => (await metric(server.url, 'sonorant_engine_jobs')) === 0);
    });
  }
});
