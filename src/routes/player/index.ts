/** `GET /player.js`: the script of `<sonorant-player>`, which pages of other origins embed (docs/guides/embed.md). */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { CompressedText } from '../../http/index.ts';

/** Where `npm run build:console` writes it, beside the source as beside the build of the server. */
const defaultFile = fileURLToPath(new URL('../../../console/dist/player.js', import.meta.url));

const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** @param file the built script. Default: that of this package */
export function addPlayer(app: FastifyInstance, file = defaultFile): void {
  let known: CompressedText | undefined;
  app.get(
    '/player.js',
    { config: { public: true }, logLevel: 'warn', schema: { hide: true } },
    async (request, reply) => {
      void reply.headers(headers);
      known ??= await read(file);
      return known.send(request, reply);
    },
  );
}

/** @throws {ServiceError} `unavailable` where it has not been built yet */
async function read(file: string): Promise<CompressedText> {
  try {
    return new CompressedText('text/javascript', await readFile(file, 'utf8'));
  } catch (cause) {
    throw new ServiceError('unavailable', 'The player is not built: run "npm run build:console".', { cause });
  }
}
