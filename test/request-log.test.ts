/** The request log, as the owner of an organization sees it, on each database. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { StoreOptions } from '../src/store/index.ts';
import { databases, openTestStore } from '../src/store/testing.ts';
import { clientOf, expectJson, type Ask } from './support/resources.ts';
import { eventually } from './support/eventually.ts';
import {
  adminKey,
  apiKey,
  fliteVoice,
  metric,
  raw24,
  speech,
  start,
  toneEngines,
  type TestServer,
} from './support/server.ts';

interface Logged {
  readonly id: string;
  readonly created_at: string;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly transport: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly api_key_id: string;
  readonly api_key_description: string | null;
  readonly error_code: string | null;
  readonly context_id: string | null;
  readonly aborted: boolean;
}

interface List {
  readonly data: readonly Logged[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

const secretText = 'The word that no log may hold is xylophone.';

/** Begins to send a body and leaves when the server reads it. */
async function leave(hostname: string, port: number): Promise<void> {
  const client = connect(port, hostname);
  const headers = [
    'Host: x',
    `X-API-Key: ${apiKey}`,
    'Service-Version: 2026-08-14',
    'Content-Type: application/json',
    'Expect: 100-continue',
    'Content-Length: 99',
  ];
  client.write(`POST /datasets HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`);
  await once(client, 'data');
  client.destroy();
}

for (const [name, database] of Object.entries(databases)) {
  describe(`the request log of a server on ${name}`, () => {
    let options: StoreOptions;
    let remove: () => Promise<void>;
    let server: TestServer;
    let admin: Ask;
    let ask: Ask;
    before(async () => {
      ({ options, remove } = await database());
      const settings: Record<string, string> = {
        SONORANT_ENGINES: 'espeak',
        ...(options.databaseUrl !== undefined && { SONORANT_DATABASE_URL: options.databaseUrl }),
      };
      server = await start(settings, toneEngines, [], { requestLogFlushMs: 5 });
      admin = clientOf(server.url, adminKey);
      ask = clientOf(server.url, apiKey);
    });
    after(async () => {
      await server.close();
      await remove();
    });

    const store = () => openTestStore(options.databaseUrl === undefined ? { dataDir: server.dataDir } : options);
    const list = (query = ''): Promise<List> =>
      expectJson<List>(admin('GET', `/organizations/requests?limit=100${query}`), 200);
    /** The entries of a request or a socket, once there are so many. */
    const logged = async (requestId: string | null, count = 1): Promise<readonly Logged[]> => {
      let found: readonly Logged[] = [];
      await eventually(`${count} entries of ${requestId ?? ''}`, async () => {
        found = (await list()).data.filter((entry) => entry.request_id === requestId);
        return found.length >= count;
      });
      return found;
    };
    const idOf = (headers: Headers): string | null => headers.get('cartesia-request-id');

    it('has a request with its route, its outcome and its key, and nothing of what it said', async () => {
      const before = Date.now();
      const { headers } = await ask('GET', `/voices/${fliteVoice}?expand%5B%5D=preview_file_url`);
      const [entry] = await logged(idOf(headers));
      const { created_at, duration_ms, api_key_id, ...rest } = entry!;
      assert.deepEqual(rest, {
        id: idOf(headers),
        request_id: idOf(headers),
        method: 'GET',
        route: '/voices/{id}',
        transport: 'http',
        status: 200,
        api_key_description: 'Given by a setting',
        console: null,
        error_code: null,
        context_id: null,
        aborted: false,
      });
      assert.ok(Date.parse(created_at) >= before - 5 && Date.parse(created_at) <= Date.now());
      assert.ok(duration_ms > 0 && duration_ms < 60_000);
      const { data } = await expectJson<{ data: { id: string }[] }>(admin('GET', '/api-keys'), 200);
      assert.equal(api_key_id, data[0]!.id);
    });

    it('has what failed with the code of its error, also with a key of the wrong kind', async () => {
      const missing = await ask('GET', '/voices/nothing-has-this-id');
      assert.deepEqual(
        (await logged(idOf(missing.headers))).map(({ status, error_code }) => [status, error_code]),
        [[404, 'voice_not_found']],
      );
      const forbidden = await ask('GET', '/organizations/users');
      assert.deepEqual(
        (await logged(idOf(forbidden.headers))).map(({ status, error_code, route }) => [status, error_code, route]),
        [[403, 'forbidden', '/organizations/users']],
      );
    });

    it('has no request whose credential is nobody’s', async () => {
      const guess = await clientOf(server.url, 'sk_car_guess')('GET', '/voices');
      assert.equal(guess.status, 401);
      const later = await ask('GET', '/voices');
      await logged(idOf(later.headers));
      assert.ok(!(await list()).data.some(({ request_id }) => request_id === idOf(guess.headers)));
    });

    it('has speech by its transport and never its text', async () => {
      const body = { ...speech, transcript: secretText, output_format: raw24 };
      for (const [path, transport] of [
        ['/tts/bytes', 'http'],
        ['/tts/sse', 'sse'],
      ] as const) {
        const response = await server.post(path, body);
        await response.arrayBuffer();
        const [entry] = await logged(idOf(response.headers));
        assert.deepEqual([entry!.transport, entry!.status, entry!.aborted], [transport, 200, false]);
      }
      const leaving = new AbortController();
      const response = await fetch(`${server.url}/tts/bytes`, {
        method: 'POST',
        body: JSON.stringify({ ...body, transcript: secretText.repeat(2000) }),
        headers: { 'content-type': 'application/json', 'service-version': '2026-08-14', 'x-api-key': apiKey },
        signal: leaving.signal,
      });
      await response.body!.getReader().read();
      leaving.abort();
      const [entry] = await logged(idOf(response.headers));
      assert.deepEqual([entry!.status, entry!.aborted], [200, true]);
      assert.ok(!JSON.stringify(await list()).includes('xylophone'));
    });

    it('has a client that left in the middle of its body', async () => {
      const { hostname, port } = new URL(server.url);
      const entries = async () => (await list('&route=/datasets')).data;
      // One that leaves before its key is judged belongs to no organization, so several come until one has an entry.
      await eventually('an entry', async () => {
        await leave(hostname, Number(port));
        return (await entries()).length > 0;
      });
      for (const { status, aborted } of await entries()) assert.deepEqual([status, aborted], [499, true]);
    });

    it('has a socket when it has closed, and each of its contexts when that has ended', async () => {
      const socket = await server.open();
      socket.speak('spoken', secretText);
      await socket.ended('spoken');
      socket.speak('refused\0', secretText, { voice: 'nothing-has-this-id' });
      await socket.ended('refused\0');
      socket.speak('cancelled', secretText.repeat(500), { continue: true });
      await socket.until(({ type, context_id }) => type === 'chunk' && context_id === 'cancelled');
      socket.send({ context_id: 'cancelled', cancel: true });
      await socket.ended('cancelled');
      socket.send('no JSON');
      const { request_id: requestId } = await socket.until(({ error_code }) => error_code === 'invalid_json');
      socket.speak('left', secretText.repeat(500));
      await socket.until(({ type, context_id }) => type === 'chunk' && context_id === 'left');
      const ofContexts = await logged(requestId!, 4);
      assert.ok(!ofContexts.some(({ status }) => status === 101), 'the socket is open yet');
      socket.close();
      const entries = await logged(requestId!, 6);
      assert.deepEqual(
        Object.fromEntries(
          entries.map(({ context_id, status, error_code, aborted, transport, route, method }) => [
            context_id ?? status,
            [status, error_code, aborted, transport, `${method} ${route}`],
          ]),
        ),
        Object.fromEntries(
          (
            [
              ['spoken', 200, null, false],
              ['refused\uFFFD', 404, 'voice_not_found', false],
              ['cancelled', 200, null, true],
              [400, 400, 'invalid_json', false],
              ['left', 200, null, true],
              [101, 101, null, false],
            ] as const
          ).map(([context, ...end]) => [context, [...end, 'websocket', 'GET /tts/websocket']]),
        ),
      );
      assert.equal(new Set(entries.map(({ id }) => id)).size, 6);
    });

    it('has a socket that was refused, once', async () => {
      await assert.rejects(server.open('', { 'service-version': '2026-08-14', 'x-api-key': adminKey }), /403/);
      const later = await ask('GET', '/locales');
      await logged(idOf(later.headers));
      const query = '&route=/tts/websocket&status=403';
      await eventually('its entry', async () => (await list(query)).data.length > 0);
      assert.deepEqual(
        (await list(query)).data.map((entry) => [entry.transport, entry.error_code, entry.context_id]),
        [['websocket', 'forbidden', null]],
      );
    });

    it('comes in pages and by what is looked for', async () => {
      const { headers } = await ask('GET', '/voices/also-nothing-has-this-id');
      const [latest] = await logged(idOf(headers));
      const first = await expectJson<List>(admin('GET', '/organizations/requests?limit=2&status=4xx'), 200);
      assert.equal(first.data[0]!.id, latest!.id);
      assert.deepEqual([first.data.length, first.has_more, first.next_page], [2, true, first.data[1]!.id]);
      const second = await expectJson<List>(
        admin('GET', `/organizations/requests?limit=2&status=4xx&starting_after=${first.next_page!}`),
        200,
      );
      assert.ok(second.data.every(({ id, status }) => status >= 400 && !first.data.some((entry) => entry.id === id)));
      const routes = new Set((await list('&route=/voices/%7Bid%7D')).data.map(({ route }) => route));
      assert.deepEqual([...routes], ['/voices/{id}']);
      assert.deepEqual(
        (await list(`&since=${encodeURIComponent(latest!.created_at)}&status=404`)).data.map(({ id }) => id),
        [latest!.id],
      );
      const {
        data: [adminEntry],
      } = await list('&route=/api-keys');
      assert.ok(adminEntry!.api_key_id !== latest!.api_key_id);
      assert.ok(
        (await list(`&api_key_id=${adminEntry!.api_key_id}`)).data.every(
          (entry) => entry.api_key_id === adminEntry!.api_key_id,
        ),
      );
      for (const query of ['status=999', 'status=4x', 'since=yesterday', 'starting_after=nothing']) {
        assert.equal((await admin('GET', `/organizations/requests?${query}`)).status, 400, query);
      }
      assert.equal((await ask('GET', '/organizations/requests')).status, 403);
    });

    it('is another one for each organization', async () => {
      const other = await store();
      try {
        const { id } = await other.organizations.create('Theirs');
        const keyOf = async (kind: 'api' | 'admin'): Promise<Ask> =>
          clientOf(
            server.url,
            (await other.apiKeys.create({ organizationId: id, kind, description: 'theirs' })).secret,
          );
        const [theirAdmin, theirApi] = [await keyOf('admin'), await keyOf('api')];
        const ours = (await list()).data[0]!;
        const { headers } = await theirApi('GET', '/locales');
        let seen: List = { data: [], has_more: false, next_page: null };
        await eventually('their entry', async () => {
          seen = await expectJson<List>(theirAdmin('GET', '/organizations/requests?limit=100'), 200);
          return seen.data.some(({ id }) => id === idOf(headers));
        });
        assert.ok(seen.data.every(({ api_key_description }) => api_key_description === 'theirs'));
        assert.ok(!(await list()).data.some(({ id }) => id === idOf(headers)));
        const foreign = await theirAdmin('GET', `/organizations/requests?starting_after=${ours.id}`);
        assert.equal(foreign.status, 400);
        assert.deepEqual(
          (await expectJson<List>(theirAdmin('GET', `/organizations/requests?api_key_id=${ours.api_key_id}`), 200))
            .data,
          [],
        );
      } finally {
        await other.close();
      }
    });

    it('is whole after a stop', async () => {
      assert.equal(await metric(server.url, 'sonorant_request_log_lost_total'), 0);
      const settings: Record<string, string> = {
        SONORANT_ENGINES: 'espeak',
        SONORANT_DATA_DIR: server.dataDir,
        ...(options.databaseUrl !== undefined && { SONORANT_DATABASE_URL: options.databaseUrl }),
      };
      const second = await start(settings, toneEngines, [], { requestLogFlushMs: 3_600_000 });
      const client = clientOf(second.url, apiKey);
      const answers = await Promise.all(Array.from({ length: 300 }, () => client('GET', '/locales')));
      const socket = await second.open();
      socket.speak('at the end', 'Hello.');
      await socket.ended('at the end');
      await second.stop();
      const reader = await store();
      try {
        const organization = (await reader.organizations.first())!.id;
        const entries = [];
        for (let last: string | undefined, more = true; more; last = entries.at(-1)!.id) {
          const { rows, hasMore } = await reader.requestLog.page(organization, { limit: 1000, starting_after: last });
          entries.push(...rows);
          more = hasMore;
        }
        const ids = new Set(entries.map(({ id }) => id));
        assert.deepEqual(answers.filter(({ headers }) => !ids.has(idOf(headers)!)).length, 0);
        const [context] = entries.filter(({ context_id }) => context_id === 'at the end');
        assert.ok(entries.some((entry) => entry.status === 101 && entry.id === context!.request_id));
      } finally {
        await reader.close();
      }
    });
  });
}

describe('a server that keeps no requests', () => {
  it('has an empty request log', async () => {
    const server = await start({ SONORANT_ENGINES: 'espeak', SONORANT_KEEP_REQUESTS: '0' });
    try {
      await clientOf(server.url, apiKey)('GET', '/locales');
      const { data } = await expectJson<List>(clientOf(server.url, adminKey)('GET', '/organizations/requests'), 200);
      assert.deepEqual(data, []);
    } finally {
      await server.close();
    }
  });
});
