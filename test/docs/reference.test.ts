import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import MiniSearch from 'minisearch';
import { z } from 'zod';
import { allEngines } from '../../src/engines/registry.ts';
import { clipRecognizer } from './clip-recognizer.ts';
import { findScript } from '../../src/reference/assets/search-script.ts';
import { statusOf } from '../../src/reference/examples/call.ts';
import { eventExample } from '../../src/reference/examples/events.ts';
import { examples } from '../../src/reference/examples/index.ts';
import { recordedAnswer, recordedJson } from '../../src/reference/examples/recorded.ts';
import { isLater } from '../../src/reference/families.ts';
import { slug } from '../../src/reference/html.ts';
import {
  operationsOf,
  type ApiContent,
  type ApiDocument,
  type ListedOperation,
} from '../../src/reference/openapi-document.ts';
import { allEventTypes, bodySchema } from '../../src/webhooks/events.ts';
import { adminKey, apiKey, start, type TestServer } from '../support/server.ts';
import { swept } from '../support/sweeps.ts';
import { ExampleCalls } from './example-calls.ts';
import { examplesOf, familyPages } from './pages.ts';
import { Contract } from './schemas.ts';
import { runShell, type CurlRequest } from './shell.ts';

let server: TestServer;
let contract: Contract;
let operations: ListedOperation[];
/** Names of those that are held against their schemas and called: to compile all schemas takes seconds. */
let sample: ReadonlySet<string>;
const commands = new Map<string, string>();

before(async () => {
  server = await start({ SONORANT_ENGINES: 'espeak' }, allEngines, [clipRecognizer], { invitesPerHour: 1000 });
  const document = (await (await fetch(`${server.url}/docs/openapi.json`)).json()) as ApiDocument;
  contract = new Contract(document);
  operations = operationsOf(document).filter((listed) => !isLater(listed));
  sample = new Set(
    swept(operations.map(nameOf), (name) => operations.findIndex((each) => nameOf(each) === name) % 5 === 0),
  );
  for (const { html } of await familyPages(server.url)) {
    for (const { anchor, language, code } of examplesOf(html)) if (language === 'curl') commands.set(anchor, code);
  }
});
after(() => server.close());

function nameOf({ method, path }: ListedOperation): string {
  return `${method} ${path}`;
}

describe('every operation that works', () => {
  it('has an example and a recorded answer, and there are none of others', () => {
    const names = operations.map(nameOf).sort();
    assert.deepEqual(Object.keys(examples).sort(), names);
    assert.deepEqual(
      names.filter((name) => recordedAnswer(name) === undefined),
      [],
    );
  });

  it('shows an answer that it can give', () => {
    for (const { operation, ...listed } of operations) {
      const name = nameOf({ operation, ...listed });
      const { status, type = '' } = recordedAnswer(name)!;
      assert.equal(status, statusOf(examples[name]!, operation), name);
      if (type === 'application/json' && sample.has(name)) {
        assert.deepEqual(contract.answerProblems(name, status, recordedJson(name)), [], name);
      }
    }
  });

  it('stands in the Markdown of its family with its command and its answer', async () => {
    const pages = await Promise.all(
      (await familyPages(server.url)).map(async ({ path }) => (await fetch(`${server.url}${path}.md`)).text()),
    );
    const all = pages.join('\n');
    for (const { operation, ...listed } of operations) {
      const name = nameOf({ operation, ...listed });
      const [, section = ''] = all.split(`\n\n\`${name}\`\n\n`);
      const own = section.split(/\n## /)[0]!;
      assert.ok(own.includes(commands.get(slug(name))!), `no command for ${name}`);
      assert.match(own, new RegExp(`^Answers ${statusOf(examples[name]!, operation)}, `, 'm'), name);
      for (const { name: parameter, in: place } of operation.parameters ?? []) {
        if (place !== 'header') assert.ok(own.includes(`- \`${parameter}\` (`), `${name} lacks ${parameter}`);
      }
    }
  });

  it('has a form wherever a session of the console or nobody at all may send it, and else none', async () => {
    const withForm: string[] = [];
    for (const { html } of await familyPages(server.url)) {
      for (const [, method, path] of html.matchAll(/data-method="(\w+)"\s+data-path="([^"]+)"/g)) {
        withForm.push(`${method} ${path}`);
      }
    }
    const sent = operations.filter(({ operation }) => !('101' in operation.responses)).map(nameOf);
    assert.deepEqual(
      sent.filter((name) => !withForm.includes(name)),
      ['POST /access-token'],
    );
  });

  it('has an example of each JSON body in the OpenAPI document, and of each answer that is text', () => {
    const withoutOne = (content: ApiContent = {}): string[] => {
      const types = Object.keys(content);
      const isAudio = types.some((type) => /^(audio\/|application\/octet-stream)/.test(type));
      return isAudio ? [] : types.filter((type) => content[type]!.example === undefined);
    };
    for (const { operation, ...listed } of operations) {
      const name = nameOf({ operation, ...listed });
      const answer = operation.responses[String(statusOf(examples[name]!, operation))]?.content;
      assert.deepEqual([...withoutOne(operation.requestBody?.content), ...withoutOne(answer)], [], name);
      const body = operation.requestBody?.content['application/json']?.example;
      if (body !== undefined && sample.has(name)) assert.deepEqual(contract.requestProblems(name, body), [], name);
    }
  });
});

describe('the search over all pages', () => {
  interface Found {
    readonly title: string;
    readonly where: string;
    readonly href: string;
  }
  let search: (text: string) => readonly Found[];
  before(async () => {
    // What the browser runs, without its page.
    const { find, fields } = (await import(`data:text/javascript,${encodeURIComponent(findScript)}`)) as {
      readonly find: (index: MiniSearch, text: string) => readonly Found[];
      readonly fields: string[];
    };
    const index = MiniSearch.loadJSON(await (await fetch(`${server.url}/docs/search.json`)).text(), { fields });
    search = (text) => find(index, text);
  });

  it('leads with the page and the guide of the WebSocket', () =>
    assert.deepEqual(
      search('websocket')
        .slice(0, 2)
        .map(({ href }) => href),
      ['/docs/websocket', '/docs/guides/continuations'],
    ));

  for (const [words, href] of [
    ['quotas', '/docs/guides/limits#quotas'],
    ['quota_exceeded', '/docs/errors#quota_exceeded'],
    ['limit', '/docs/guides/limits'],
    ['rate limit', '/docs/guides/limits'],
    ['m4a', '/docs/guides/cloning#make-it'],
    ['clone a voice', '/docs/guides/cloning'],
    ['voice_not_found', '/docs/errors#voice_not_found'],
  ] as const) {
    it(`answers "${words}" with ${href}`, () => assert.equal(search(words)[0]?.href, href));
  }

  it('puts what the server lacks behind everything that it has', () => {
    for (const words of ['calls', 'phone', 'numbers', 'batches', 'agents']) {
      const places = search(words).map(({ href }) => href.startsWith('/docs/not-yet'));
      const first = places.indexOf(true);
      assert.ok(first === -1 || places.slice(first).every(Boolean), words);
    }
  });

  it('never names a page below its own title', () => {
    for (const words of ['voice', 'clone a voice', 'errors', 'settings', 'speech', 'webhooks', 'limits']) {
      for (const { title, where, href } of search(words)) assert.notEqual(where, title, href);
    }
  });
});

describe('every event', () => {
  for (const [type, description] of Object.entries(allEventTypes)) {
    it(`has an example that its receivers could get: ${type}`, () => {
      const { success, error } = bodySchema(type, description).safeParse(eventExample(type));
      assert.ok(success, error && z.prettifyError(error));
    });
  }

  it('shows what it has beside the envelope, in the page and in Markdown', async () => {
    const [page, markdown] = await Promise.all(
      ['/docs/api/webhooks', '/docs/api/webhooks.md'].map(async (path) => (await fetch(server.url + path)).text()),
    );
    for (const [type, description] of Object.entries(allEventTypes)) {
      const shown = new RegExp(`<section id="${slug(`event ${type}`)}"[^]*?</section>`).exec(page!)![0];
      const written = markdown!.split('\n## ').find((part) => part.startsWith(`\`${type}\``))!;
      for (const member of 'data' in description ? ['data'] : Object.keys(description.members)) {
        assert.match(shown, new RegExp(`Fields of <code>${member}</code></h3>\\s*<dl class="fields"><div`), type);
        assert.match(written, new RegExp(`Fields of \`${member}\`:\n\n- `), type);
      }
    }
    for (const text of [page!, markdown!]) assert.match(text, /attached to an\s+agent/);
  });
});

describe('the commands of the reference', () => {
  const exchange = async (request: CurlRequest, seen: string[]): Promise<Buffer> => {
    const { method, url, headers, body } = request;
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const content = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    const sent = typeof body === 'string' ? Buffer.from(body) : Buffer.alloc(0);
    const path = url.slice(server.url.length);
    const requestType = typeof body === 'string' ? (headers['Content-Type'] ?? '') : '';
    const judged = { method, url: path, status: response.status, type, requestType, requestBody: sent, body: content };
    assert.deepEqual(contract.problems(judged), []);
    seen.push(`${contract.operationOf(judged)!} ${response.status}`);
    return content;
  };

  it(
    'do what they say when they are pasted, with keys in the environment and nothing else',
    { timeout: 120_000 },
    async () => {
      const calls = await ExampleCalls.open(server);
      for (const { operation, ...listed } of operations) {
        const name = nameOf({ operation, ...listed });
        if (!sample.has(name)) continue;
        // curl ends the handshake by its time limit; test/websocket.test.ts and test/stt-socket.test.ts speak over sockets.
        if (/\/(?:websocket|stream)(?:\/\{\w+\})?$/u.test(name)) continue;
        const seen: string[] = [];
        const command = commands.get(slug(name));
        assert.ok(command !== undefined, `no command for ${name}`);
        const keys = { SONORANT_API_KEY: apiKey, SONORANT_ADMIN_KEY: adminKey };
        await calls.around(name, () => runShell(command, keys, (request) => exchange(request, seen)));
        assert.equal(seen.at(-1), `${name} ${statusOf(examples[name]!, operation)}`);
        for (const before of seen.slice(0, -1)) assert.match(before, / 20\d$/, name);
      }
    },
  );
});
