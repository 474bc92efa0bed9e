import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { errorResponses, type App } from '../http/index.ts';
import { startTestServer, type TestServer } from '../http/testing.ts';
import { renderSettings } from '../server/config.ts';
import { conversationSockets } from '../routes/conversations/event-schemas.ts';
import { hearingSockets } from '../routes/stt/event-schemas.ts';
import { socketSchemas } from '../routes/tts/event-schemas.ts';
import { readGuides } from './guides.ts';
import { docsRoutes } from './index.ts';

const host = 'speech.example.org';
const base = `http://${host}`;
const body = z.object({
  name: z.string().min(1).max(20).describe('What it is called, with a | and\na second line.'),
  shape: z.object({ corners: z.int().default(3), colour: z.enum(['red', 'green']) }),
  code: z.enum(Array.from({ length: 300 }, (_, index) => `code-${index}`)).optional(),
});
let server: TestServer;
let paths: string[];

before(async () => {
  server = await startTestServer({
    routes: async (app) => {
      const sockets = [...hearingSockets, ...conversationSockets];
      await app.register(docsRoutes({ settings: renderSettings(), version: '1.2.3', socket: socketSchemas, sockets }));
      (app as unknown as App).post(
        '/things/:id',
        {
          schema: {
            tags: ['Things'],
            summary: 'Make a thing',
            description: 'It stays.',
            params: z.object({ id: z.string().describe('Of the thing.') }),
            body,
            response: { 201: z.object({ made: z.boolean() }), ...errorResponses(400, 404) },
          },
        },
        async (_request, reply) => reply.code(201).send({ made: true }),
      );
    },
  });
  const overview = (await get('/docs')).body;
  paths = [...new Set([...overview.matchAll(/<a href="(\/docs[\w/-]*)"/g)].map(([, path]) => path!))];
});
after(() => server.close());

function get(url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return server.app.inject({ method, url, headers: { host, ...headers } });
}

/** Links to this server, without what stands in code. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^(`{3,}).*?\n\1$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
}

describe('every page as Markdown', () => {
  it('stands at its address with .md behind it, and the page leads there', async () => {
    assert.ok(paths.length > 30, `${paths.length} pages`);
    for (const path of paths) {
      const page = (await get(path)).body;
      assert.ok(page.includes(`<a href="${path}.md">View as Markdown</a>`), path);
      assert.ok(page.includes(`<link rel="alternate" type="text/markdown" href="${path}.md" />`), path);
      const { statusCode, headers, body } = await get(`${path}.md`);
      assert.equal(statusCode, 200, path);
      assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
      assert.match(body, path.endsWith('/things') ? /^# Things\n\n## / : /^# \S.*\n\n> \S.*\n\n\S/, path);
      assert.doesNotMatch(body, /[(:] ?undefined\b|\[object |\n{4,}/, path);
    }
  });

  it('leads only to what is there, by whole addresses', async () => {
    for (const path of paths) {
      for (const link of linksOf((await get(`${path}.md`)).body)) {
        assert.match(link, /^(https?:|#)/, `${path}: ${link}`);
        // The console is served by another plugin.
        if (!link.startsWith(base) || link === `${base}/console`) continue;
        assert.equal((await get(link.slice(base.length))).statusCode, 200, `${path}: ${link}`);
      }
    }
  });

  it('has what the page of an operation has', async () => {
    const text = (await get('/docs/api/things.md')).body;
    assert.match(text, /^# Things\n/);
    assert.match(text, /\n## Make a thing\n\n`POST \/things\/\{id\}`\n\nCredential: API key\.\n\nIt stays\.\n/);
    assert.match(text, /\n### Path\n\n- `id` \(`string`, required\): Of the thing\.\n/);
    assert.match(
      text,
      /\n- `name` \(`string 1 to 20 characters`, required\): What it is called, with a \| and a second/,
    );
    assert.match(
      text,
      /\n- `shape` \(`object`, required\)\n {2}- `corners` \(`integer`, default `3`\)\n {2}- `colour` \(`"red"/,
    );
    assert.match(text, /\n- `code` \(`"code-0" \| .*` and 2\d\d more values\)\n/);
    assert.match(text, /\n\*\*201\*\* `application\/json`\n\n- `made` \(`boolean`\)\n/);
    assert.match(text, new RegExp(`\\[Errors\\]\\(${base}/docs/errors\\.md\\): 400 Bad Request, .*404 Not Found, `));
  });

  it('has every block of a guide whole, for the server that was asked', async () => {
    for (const { name, markdown } of readGuides()) {
      const text = (await get(`/docs/guides/${name}.md`)).body;
      const blocks = [...markdown.matchAll(/^```.*\n([^]*?)\n```$/gm)].map(([, code]) =>
        code!.replaceAll('http://127.0.0.1:8080', base).replaceAll('ws://127.0.0.1:8080', `ws://${host}`),
      );
      for (const block of blocks) assert.ok(text.includes(`\n${block}\n\`\`\``), `${name}: ${block.slice(0, 60)}`);
      assert.doesNotMatch(text, /^```\S+ /m, name);
    }
  });

  it('is kept by clients as pages are: by its tag, compressed, and asked for by HEAD', async () => {
    for (const url of ['/docs/errors.md', '/llms.txt']) {
      const { headers, body } = await get(url);
      const head = await get(url, {}, 'HEAD');
      assert.equal(head.statusCode, 200);
      assert.equal(head.body, '');
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(body)));
      assert.equal(head.headers.etag, headers.etag);
      assert.equal((await get(url, { 'if-none-match': String(headers.etag) })).statusCode, 304);
      assert.equal((await get(url, { 'accept-encoding': 'br' })).headers['content-encoding'], 'br');
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
  });

  it('is 404 in the one error body where there is no page', async () => {
    for (const url of ['/docs/nothing.md', '/docs/api/nothing.md', '/docs/guides/nothing.md', '/docs/style.css.md']) {
      const response = await get(url);
      assert.equal(response.statusCode, 404, url);
      assert.equal(response.json<{ error_code: string }>().error_code, 'not_found');
    }
  });
});

describe('GET /llms.txt', () => {
  it('has the shape of llmstxt.org: a title, a summary, sections of links with what they lead to', async () => {
    const { statusCode, headers, body } = await get('/llms.txt');
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const [title, summary, about, ...sections] = body.trim().split('\n\n');
    assert.equal(title, '# Sonorant');
    assert.match(summary!, /^> \S/);
    assert.doesNotMatch(about!, /^#/);
    for (const [at, part] of sections.entries()) {
      if (at % 2 === 0) assert.match(part, /^## \S[^\n]*$/);
      else for (const line of part.split('\n')) assert.match(line, /^- \[[^\]]+\]\(http\S+\)(: \S.*)?$/);
    }
    assert.equal((await get('/docs/llms.txt')).body, body);
  });

  it('lists every page, and nothing that is not there', async () => {
    const links = linksOf((await get('/llms.txt')).body);
    assert.deepEqual(
      paths.filter((path) => !links.includes(`${base}${path}.md`)),
      [],
    );
    for (const link of links) assert.equal((await get(link.slice(base.length))).statusCode, 200, link);
  });

  it('has every page in one text behind it, once each', async () => {
    const { body } = await get('/docs/llms-full.txt');
    for (const path of paths) assert.equal(body.split((await get(`${path}.md`)).body.trimEnd()).length, 2, path);
  });
});
