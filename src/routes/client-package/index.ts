/** `GET /client.tgz`: the package of the client, as `npm install <address of the server>/client.tgz` takes it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pack } from 'tar-stream';
import { ServiceError } from '../../errors/service-error.ts';

/** Beside the source as beside the build of the server. */
const defaultFolder = fileURLToPath(new URL('../../../client', import.meta.url));

interface ClientPackage {
  readonly archive: Buffer;
  readonly etag: string;
}

/** @param folder the client with its manifest and its build. Default: that of this package */
export function addClientPackage(app: FastifyInstance, folder = defaultFolder): void {
  let known: Promise<ClientPackage> | undefined;
  app.get(
    '/client.tgz',
    { config: { public: true }, logLevel: 'warn', schema: { hide: true } },
    async (request, reply) => {
      known ??= archived(folder);
      const { archive, etag } = await known.catch((cause: unknown) => {
        known = undefined;
        throw new ServiceError('unavailable', 'The client is not built: run "npm run client:build".', { cause });
      });
      void reply.headers({ etag, 'cache-control': 'no-cache' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .type('application/gzip')
        .header('content-disposition', 'attachment; filename="sonorant-client.tgz"')
        .send(archive);
    },
  );
}

/** The archive that `npm pack` makes, without times and owners: the same build gives the same bytes. */
async function archived(folder: string): Promise<ClientPackage> {
  const built = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true });
  const paths = built.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const names = paths.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/')).sort();
  if (!names.includes('dist/index.js')) throw new Error(`${folder} has no dist/index.js`);
  const tar = pack();
  const packed = buffer(tar);
  for (const name of ['package.json', 'README.md', ...names]) add(tar, name, await readFile(join(folder, name)));
  tar.finalize();
  const archive = await promisify(gzip)(await packed, { level: 9 });
  return { archive, etag: `"${createHash('sha256').update(archive).digest('base64url')}"` };
}

function add(tar: ReturnType<typeof pack>, name: string, content: string | Buffer): void {
  // npm expects all files in one folder of this name.
  tar.entry({ name: `package/${name}`, mtime: new Date(0), mode: 0o644 }, content);
}
