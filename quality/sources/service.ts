/** A server of our own with all its routes, for what is measured through them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestVersion } from '../../src/http/requests/versions.ts';
import { startServer } from '../../src/server/start.ts';

const key = 'quality';

export interface Service {
  /** The body of an answer. @throws {Error} what was answered, where that is not 200 */
  readonly form: (path: string, fields: Readonly<Record<string, string | Blob>>) => Promise<Uint8Array<ArrayBuffer>>;
  readonly json: (path: string, body: object) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Starts it on a free port with a new data folder, and ends it after `run`. */
export async function withService<T>(run: (service: Service) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-quality-'));
  const server = await startServer({
    SONORANT_PORT: '0',
    SONORANT_WORKERS: '1',
    SONORANT_DATA_DIR: dataDir,
    SONORANT_API_KEY: key,
    SONORANT_ADMIN_KEY: `${key}-admin`,
    SONORANT_LOG_LEVEL: 'error',
  });
  const post = async (path: string, body: FormData | string): Promise<Uint8Array<ArrayBuffer>> => {
    const headers = new Headers({ authorization: `Bearer ${key}`, 'service-version': newestVersion });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const response = await fetch(server.url + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`POST ${path} answers ${response.status}: ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  try {
    return await run({
      form: (path, fields) => {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.append(name, value);
        return post(path, body);
      },
      json: (path, body) => post(path, JSON.stringify(body)),
    });
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Makes a voice of a recording.
 * @param base id of the voice that it is made on; the server's choice when absent
 * @returns its id
 */
export async function cloneOf(
  service: Service,
  { bytes }: { readonly bytes: Uint8Array },
  base?: string,
  language = 'en',
): Promise<string> {
  const clip = new File([Uint8Array.from(bytes)], 'clip');
  const fields = { name: 'Clone', language, clip, ...(base !== undefined && { base_voice_id: base }) };
  const answer = await service.form('/voices/clone', fields);
  return (JSON.parse(Buffer.from(answer).toString()) as { readonly id: string }).id;
}
