import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { errorRegistry } from '../errors/registry.ts';
import { ServiceError } from '../errors/service-error.ts';
import { errorResponses, type App } from '../http/index.ts';
import { startTestServer, type TestServer } from '../http/testing.ts';
import { localeRoutes } from '../routes/locales/index.ts';
import { conversationSockets } from '../routes/conversations/event-schemas.ts';
import { hearingSockets } from '../routes/stt/event-schemas.ts';
import { socketSchemas } from '../routes/tts/event-schemas.ts';
import { docsRoutes } from './index.ts';

const settings =
  '## First group\n\n| Setting | Default |\n|---|---|\n| `SONORANT_PORT` | 8080 \\| any |\n\n## Second group\n\n| Setting | Default |\n|---|---|\n| `SONORANT_HOST` | <b> |\n| `SONORANT_CONTEXT_EXPIRY_MS` | 1000 |\n| `SONORANT_API_KEY` | none |\n| `SONORANT_ADMIN_KEY` | none |\n';

const body = z.object({
  name: z.string().min(1).max(20).describe('What it is called, <b>plainly</b>.'),
  count: z.int().min(2).max(9).default(4),
  shape: z.object({ corners: z.int().optional(), colour: z.enum(['red', 'green']) }),
  old: z.string().nullish().meta({ deprecated: true }),
});

const pages = [
  '/docs',
  '/docs/api/things',
  '/docs/api/voices',
  '/docs/websocket',
  '/docs/errors',
  '/docs/settings',
  '/docs/not-yet',
  '/docs/guides',
];
const text = new Map<string, string>();
let server: TestServer;

before(async () => {
  server = await startTestServer({
    routes: async (app) => {
      const sockets = [...hearingSockets, ...conversationSockets];
      await app.register(docsRoutes({ settings, version: '1.2.3', socket: socketSchemas, sockets }));
      await app.register(localeRoutes());
      (app as unknown as App).post(
        '/things/:id',
        {
          schema: {
            tags: ['Things'],
            summary: 'Make a thing',
            params: z.object({ id: z.string() }),
            body,
            response: { 201: z.object({ made: z.boolean() }), ...errorResponses(400, 404) },
          },
        },
        async (_request, reply) => reply.code(201).send({ made: true }),
      );
      app.get('/later', { schema: { tags: ['Things'], response: errorResponses(501) } }, () => {
        throw new ServiceError('not_implemented', 'Later.');
      });
    },
  });
  for (const url of pages) {
    text.set(url, (await server.app.inject({ url, headers: { host: 'speech.example.org' } })).body);
  }
});
after(() => server.close());

function idsOf(page: string): string[] {
  return [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
}

function linksOf(page: string): string[] {
  return [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]!);
}

describe('every documentation page', () => {
  for (const url of [...pages, '/docs/style.css', '/docs/script.js', '/docs/asyncapi.json']) {
    it(`needs no credential and no version: ${url}`, async () => {
      const response = await server.app.inject({ url });
      assert.equal(response.statusCode, 200);
      assert.match(String(response.headers['content-type']), /charset=utf-8$/);
    });
  }

  it('allows the browser nothing but this server', async () => {
    for (const url of pages) {
      const policy = String((await server.app.inject({ url })).headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'/);
      for (const part of policy.split('; ')) assert.match(part, /^[a-z-]+( ('none'|'self'|data:|blob:))+$/);
    }
  });

  it('loads nothing from elsewhere and has no script or style inside', () => {
    for (const page of text.values()) {
      assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
      assert.doesNotMatch(page, /<style|<script(?! src)| style="| on[a-z]+="/);
    }
  });

  it('has each id once, and every link leads to something that exists', async () => {
    for (const [url, page] of text) {
      assert.deepEqual(
        idsOf(page).filter((id, index, all) => all.indexOf(id) !== index),
        [],
        url,
      );
      for (const link of linksOf(page)) {
        // The console is served by another plugin.
        if (link === 'data:,' || link === '/console') continue;
        const [path = '', anchor] = link.split('#');
        if (anchor !== undefined && (path === '' || text.has(path))) {
          assert.ok(idsOf(text.get(path === '' ? url : path)!).includes(anchor), `${url} → ${link}`);
        }
        if (path !== '') assert.equal((await server.app.inject({ url: path })).statusCode, 200, `${url} → ${link}`);
      }
    }
  });

  it('escapes what it shows', () => {
    for (const page of text.values()) assert.doesNotMatch(page, /<b>/);
    assert.match(text.get('/docs/api/things')!, /&lt;b&gt;plainly/);
  });
});

describe('GET /docs', () => {
  it('leads to every family and every route, also those registered after it', () => {
    assert.match(text.get('/docs')!, /href="\/docs\/api\/voices#get-locales"/);
    assert.match(text.get('/docs')!, /href="\/docs\/api\/things#post-things-id"[^]*Make a thing/);
  });

  it('knows no route that is not there yet', () => {
    assert.doesNotMatch(text.get('/docs')!, /\/later/);
    assert.match(text.get('/docs/not-yet')!, /id="get-later"/);
  });
});

describe('a page of a family', () => {
  it('stands under the name of the family only', async () => {
    assert.equal((await server.app.inject('/docs/api/nothing')).statusCode, 404);
    assert.equal((await server.app.inject('/docs/nothing')).statusCode, 404);
  });

  it('shows a route with method, path and summary', () =>
    assert.match(text.get('/docs/api/things')!, /id="post-things-id"[^]*Make a thing/));

  it('shows each field with its type, range, default and whether it is required or deprecated', () => {
    const page = text.get('/docs/api/things')!;
    const field = (name: string): string => page.slice(page.indexOf(`id="post-things-id.${name}"`)).split('</div>')[0]!;
    assert.match(field('name'), /string 1 to 20 characters.*required/);
    assert.match(field('count'), /integer 2 to 9.*default <code>4<\/code>/);
    assert.match(field('shape.colour'), /&quot;red&quot; \| &quot;green&quot;.*required/);
    assert.match(field('old'), /string \| null.*deprecated/);
  });

  it('leads from the statuses of a route to their errors', () =>
    assert.match(text.get('/docs/api/things')!, /href="\/docs\/errors#status-404"/));
});

describe('GET /docs/errors', () => {
  it('has every code of the registry at the anchor that doc_url names', () => {
    const ids = idsOf(text.get('/docs/errors')!);
    for (const code of Object.keys(errorRegistry)) assert.ok(ids.includes(code), code);
  });
});

describe('GET /docs/settings', () => {
  it('has each setting of each group', () => {
    const page = text.get('/docs/settings')!;
    assert.match(page, /First group[^]*id="SONORANT_PORT"[^]*8080 \| any[^]*Second group[^]*id="SONORANT_HOST"/);
  });
});

interface AsyncApi {
  readonly asyncapi: string;
  readonly info: { readonly version: string };
  readonly servers: { readonly own: object };
  readonly operations: Readonly<Record<string, { readonly action: string; readonly messages: readonly object[] }>>;
}

function resolvePointer(document: unknown, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], document);
}

describe('pages for the address that they were asked at', () => {
  it('name it everywhere, however many there are, and are not made anew for each', async (t) => {
    const made = t.mock.method(server.app, 'swagger');
    const hosts = [
      '[::1]:8080',
      ...Array.from({ length: 40 }, (_, index) => `host-${index}.example.org:${8000 + index}`),
    ];
    for (const host of hosts) {
      for (const url of ['/docs', '/docs/guides/openai-clients.md', '/llms.txt', '/docs/asyncapi.json']) {
        const { statusCode, body } = await server.app.inject({ url, headers: { host } });
        assert.equal(statusCode, 200);
        const others = [...body.matchAll(/https?:\/\/([\w.[\]:-]*)/g)].map((match) => match[1]!);
        assert.ok(body.includes(host), `${url} at ${host}`);
        assert.deepEqual(
          others.filter((other) => /^(host|\[)/.test(other) && other !== host),
          [],
          `${url} at ${host}`,
        );
      }
      assert.equal((await server.app.inject({ url: '/docs/none', headers: { host } })).statusCode, 404);
    }
    assert.ok(made.mock.callCount() <= 2, `made ${made.mock.callCount()} times`);
  });

  it('are the same text for all where they name none', async () => {
    const tags = await Promise.all(
      ['/docs/style.css', '/docs/search.json'].map((url) =>
        Promise.all(
          ['a.example', '[::1]:8080'].map(async (host) => {
            const { headers } = await server.app.inject({ url, headers: { host } });
            return headers.etag;
          }),
        ),
      ),
    );
    for (const [named, numbered] of tags) assert.equal(named, numbered);
  });

  it('take no memory for each host that a client names', { timeout: 60_000 }, async () => {
    const ask = async (hosts: number): Promise<void> => {
      for (let index = 0; index < hosts; index++) {
        const headers = { host: `h${index}.example` };
        await server.app.inject({ url: '/docs/llms-full.txt', headers });
      }
    };
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const held = async (): Promise<number> => {
      // What the last requests held is free two turns after them.
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    await ask(2);
    const before = await held();
    await ask(50);
    const bytes = (await held()) - before;
    assert.ok(bytes < 5 << 20, `${bytes} bytes more`);
  });
});

describe('GET /docs/asyncapi.json', () => {
  const get = async (headers: Readonly<Record<string, string>>): Promise<AsyncApi> =>
    (await server.app.inject({ url: '/docs/asyncapi.json', headers })).json();

  it('is AsyncAPI 3.0 of this server at the address it was asked at', async () => {
    const document = await get({ host: 'speech.example.org:8080' });
    assert.equal(document.asyncapi, '3.0.0');
    assert.equal(document.info.version, '1.2.3');
    assert.deepEqual(
      { ...document.servers.own, security: [] },
      { host: 'speech.example.org:8080', protocol: 'ws', security: [] },
    );
  });

  it('describes what clients send and what the server sends', async () => {
    const { operations } = await get({});
    assert.deepEqual(
      Object.values(operations).map(({ action, messages }) => [action, messages.length]),
      [
        ['receive', 2],
        ['send', 6],
        ['receive', 3],
        ['send', 4],
        ['receive', 3],
        ['send', 7],
        ['receive', 5],
        ['send', 10],
        ['receive', 4],
        ['send', 7],
      ],
    );
  });

  it('has no reference that leads nowhere', async () => {
    const document = await get({});
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
    assert.ok(refs.length > 20);
    for (const ref of refs) assert.notEqual(resolvePointer(document, ref), undefined, ref);
  });
});
