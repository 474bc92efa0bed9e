/** The page of a link: how often, with which headers, what the log has of it, and where the words stand in its text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger } from '../../http/index.ts';
import { startTestServer } from '../../http/testing.ts';
import type { Blobs } from '../../store/blobs/index.ts';
import { ShareService } from '../../history/shares.ts';
import { shareRoutes, type ShareRouteOptions } from './index.ts';
import { partsOf } from './words.ts';

const token = 'a1B2'.repeat(11).slice(0, 43);

async function withRoutes(options: Partial<ShareRouteOptions> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => lines.push(line) } });
  const server = await startTestServer({
    server: { logger },
    async routes(app, store) {
      const shares = new ShareService({ store, maxDays: 30 });
      await app.register(shareRoutes({ shares, blobs: {} as Blobs, ...options }));
    },
  });
  return { server, log: () => lines.join('') };
}

describe('the page of a link', () => {
  it('keeps its token out of the log, also where the store fails', async () => {
    const broken = { follow: () => Promise.reject(new Error(`could not read /s/${token}/audio`)) };
    const { server, log } = await withRoutes({ shares: broken });
    for (const path of [`/s/${token}`, `/s/${token}/audio`, `/s/${token}/other`, `/s/${token}?x=1`]) {
      const { statusCode } = await server.inject({ url: path, headers: { authorization: undefined } });
      assert.ok(statusCode >= 400, `${path}: ${statusCode}`);
    }
    assert.match(log(), /could not read \/s\/\[redacted\]\/audio/);
    assert.ok(!log().includes(token), log());
    await server.close();
  });

  it('says nothing of itself to search engines, caches and other sites, and refuses who asks too often', async () => {
    const { server } = await withRoutes({ requestsPerMinute: 3 });
    const answers = [];
    for (const path of [`/s/${token}`, '/s/x', `/s/${token}/audio`, '/s/player.js']) {
      answers.push(await server.inject({ url: path, headers: { authorization: undefined } }));
    }
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404, 404, 429],
    );
    assert.ok(Number(answers[3]!.headers['retry-after']) > 0);
    assert.equal(new Set(answers.slice(0, 3).map(({ body }) => body)).size, 1);
    for (const { headers } of answers) {
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['cache-control'], 'no-store');
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self';/);
    }
    await server.close();
  });
});

describe('the words in a text', () => {
  it('are found in order, with what stands between them and without marks', () => {
    const text = 'Well, <break time="1s"/>well. A <b';
    const words = [
      ['Well', 0, 0.4],
      ['well', 1.4, 1.8],
      ['A', 2, 2.1],
    ] as const;
    assert.deepEqual(partsOf(text, words), [
      { text: 'Well', start: 0, end: 0.4 },
      ', ',
      { text: 'well', start: 1.4, end: 1.8 },
      '. ',
      { text: 'A', start: 2, end: 2.1 },
      ' <b',
    ]);
  });

  it('stand in its place where it was read in other words, and leave out what is not found', () => {
    assert.deepEqual(
      partsOf('42', [
        ['forty', 0, 1],
        ['two', 1, 2],
      ]),
      [{ text: 'forty', start: 0, end: 1 }, ' ', { text: 'two', start: 1, end: 2 }, ' '],
    );
    assert.deepEqual(
      partsOf('One 2 three', [
        ['One', 0, 1],
        ['two', 1, 2],
        ['three', 2, 3],
      ]),
      [{ text: 'One', start: 0, end: 1 }, ' 2 ', { text: 'three', start: 2, end: 3 }],
    );
    assert.deepEqual(partsOf('Hello', []), ['Hello']);
  });
});
