/** What a running server publishes of itself. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../src/server/start.ts';

/** Starts a server on a free port, with a folder of its own, for as long as it is used. */
export async function withServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-docs-'));
  const server = await startServer({
    SONORANT_PORT: '0',
    SONORANT_DATA_DIR: folder,
    SONORANT_WORKERS: '1',
    SONORANT_LOG_LEVEL: 'fatal',
  });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Its OpenAPI and its AsyncAPI document. */
export async function documentsOf(url: string): Promise<readonly [openApi: unknown, asyncApi: unknown]> {
  return Promise.all([getJson(`${url}/docs/openapi.json`), getJson(`${url}/docs/asyncapi.json`)]);
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
