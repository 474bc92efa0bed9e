/** A page of another origin with the built client, under a policy that takes scripts from its own files only. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiler } from '../../support/compiler.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const page = `<!doctype html><html lang="en"><title>Client</title><script type="module" src="/page.js"></script>
<button>Ready</button></html>`;

/** The client under names that a test's expressions use. */
const script = `
import * as client from '/client/index.js';
import * as browser from '/client/browser/index.js';

Object.assign(globalThis, client, browser, { isReady: true });
globalThis.whenReady?.();`;

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Nothing inline, no blob, no evaluation. */
const policy = "default-src 'none'; script-src 'self'; connect-src *";

export interface ClientPage {
  /** Of the page, with `127.0.0.1` as its host. */
  readonly origin: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Builds the client and serves it. */
export async function serveClientPage(): Promise<ClientPage> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-client-'));
  const build = spawn(process.execPath, [compiler, '-p', 'client', '--outDir', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  assert.equal(code, 0, 'the client was not built');
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
    const body =
      path === '/' ? page : path === '/page.js' ? script : readFile(join(folder, path.replace(/^\/client\//, '/')));
    const type = types[extname(path)] ?? 'text/html';
    Promise.resolve(body).then(
      (content) => response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
