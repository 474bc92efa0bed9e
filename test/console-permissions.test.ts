/** Every public route below `/console/api`: a session opens what the key that began it opens, and a role what it says. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope, Store } from '../src/store/index.ts';
import { openTestStore } from '../src/store/testing.ts';
import { Browser } from './support/clients/console.ts';
import { swept } from './support/sweeps.ts';
import { adminKey, apiKey, start, toneEngines, version, type TestServer } from './support/server.ts';

let server: TestServer;
let store: Store;
let operations: (readonly [method: string, path: string])[];
before(async () => {
  server = await start({}, toneEngines);
  store = await openTestStore({ dataDir: server.dataDir });
  const { paths } = (await (await fetch(`${server.url}/docs/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: unknown[]; responses: object }>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [], responses }]) => security.length > 0 && !('101' in responses))
      .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/gu, 'missing')] as const),
  );
});
after(async () => {
  await store.close();
  await server.close();
});

/** Nothing that a route could be carried out with: who may call it gets another refusal. */
function bodyOf(method: string): string | undefined {
  return method === 'GET' || method === 'DELETE' || method === 'HEAD' ? undefined : '[]';
}

async function publicStatus(key: string, method: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'service-version': version, 'content-type': 'application/json' };
  const body = bodyOf(method);
  const response = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) });
  await response.body?.cancel();
  return response.status;
}

async function sessionStatus(browser: Browser, method: string, path: string): Promise<number> {
  const body = bodyOf(method);
  const response = await browser.send(path, { method, ...(body !== undefined && { body: [] }) });
  await response.body?.cancel();
  return response.status;
}

async function signedIn(credential: object): Promise<Browser> {
  const browser = new Browser(server.url);
  await browser.signIn(credential);
  return browser;
}

function isClosed([, path]: readonly [string, string]): boolean {
  return path === '/access-token';
}

function isOfWebhooks([, path]: readonly [string, string]): boolean {
  return path.startsWith('/agents/webhooks');
}

function isOfOrganization([, path]: readonly [string, string]): boolean {
  return /^\/(organizations|api-keys|usage|models)(\/|$)/.test(path);
}

describe('a route below /console/api', () => {
  it('is open to the session of a key where the public one is open to the key, for each of its scopes', async () => {
    assert.ok(operations.length > 60);
    const { id: organizationId } = (await store.organizations.first())!;
    const all: (readonly Scope[])[] = [['tts'], ['voices'], ['agents'], ['files'], ['tts', 'files']];
    const scopes = swept(all, (given) => given.length === 2);
    const limited = await Promise.all(
      scopes.map(async (given) => {
        const key = { organizationId, kind: 'api', description: '', scopes: given } as const;
        return (await store.apiKeys.create(key)).secret;
      }),
    );
    for (const key of [apiKey, adminKey, ...limited]) {
      const browser = await signedIn({ key });
      for (const operation of operations) {
        const [method, path] = operation;
        const isOpen = (await publicStatus(key, method, path)) !== 403;
        const status = await sessionStatus(browser, method, path);
        const name = `${method} ${path} with ${scopes[limited.indexOf(key)]?.join() ?? key}: ${status}`;
        assert.ok(status !== 401 && status !== 500, name);
        // A member sees what an organization has used; webhooks are for administrators.
        if (isClosed(operation) || isOfWebhooks(operation)) assert.equal(status, 403, name);
        else if (path.startsWith('/usage') && key === apiKey) assert.notEqual(status, 403, name);
        else assert.equal(status !== 403, isOpen, name);
      }
    }
  });

  it('is open to an administrator, and to a member but for the administration', async () => {
    const { id: organizationId } = (await store.organizations.first())!;
    for (const role of ['admin', 'member'] as const) {
      const email = `${role}@example.org`;
      const { id } = await store.users.create({ organizationId, role, email });
      await store.accounts.setPassword(id, 'correct horse battery');
      const browser = await signedIn({ email, password: 'correct horse battery' });
      for (const operation of operations) {
        const [method, path] = operation;
        const isAdministration = isOfWebhooks(operation) || (isOfOrganization(operation) && !path.startsWith('/usage'));
        const isOpen = !isClosed(operation) && (role === 'admin' || !isAdministration);
        const status = await sessionStatus(browser, method, path);
        assert.equal(status !== 403, isOpen, `${method} ${path} as ${role}: ${status}`);
      }
    }
  });
});
