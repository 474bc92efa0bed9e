/** The built console at `/console`: its files, and for every other address below the one page whose script knows the addresses. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';

/** Where `npm run build:console` writes it, beside the source as beside the build of the server. */
const defaultFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/**
 * Scripts and styles come from this server alone; what draws sounds compiles WebAssembly, and no text becomes a script. Audio that is played, recorded or shown is made in the page, which is what
 * `blob:` is for; React Aria sets its inline styles through the CSSOM, which a policy without `unsafe-inline` permits
 * (https://www.w3.org/TR/CSP3/#style-src).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  // With "no-referrer" some requests of the page would come without their origin, which the session asks for.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
};

/** The names of these files change with their content. */
const immutable = 'public, max-age=31536000, immutable';
/** The browser asks each time whether it has changed. */
const revalidated = 'no-cache';

/** Served before the console has been built. */
const missingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The console is not built</title></head>
<body>
<h1>The console is not built</h1>
<p>Build it in the folder of the server, and load this page again; the server need not be started anew:</p>
<pre>npm run build:console</pre>
<p>Everything else works without it: <a href="/docs">the reference</a>.</p>
</body>
</html>
`;

/** @param folder of the built console. Default: that of this package */
export async function addPages(app: FastifyInstance, folder = defaultFolder): Promise<void> {
  await app.register(compress, { encodings: ['gzip'], threshold: 1024, zlibOptions: { level: 9 } });
  await app.register(serveStatic, { root: folder, serve: false, suppressWarning: true, cacheControl: false });
  const options = { config: { public: true }, logLevel: 'warn', schema: { hide: true } } as const;
  app.get('/console', options, (_request, reply) => sendPage(reply, folder));
  app.get<{ Params: { '*': string } }>('/console/*', options, (request, reply) => {
    const { '*': path } = request.params;
    if (path === 'api' || path.startsWith('api/') || isNoAsset(path)) {
      throw new ServiceError('not_found', 'There is nothing at this address.');
    }
    return isFile(path) ? sendFile(reply, path) : sendPage(reply, folder);
  });
}

/** Assets have plain names and no folders. Others may lead out of the folder, which the plugin that reads files calls an error. */
function isNoAsset(path: string): boolean {
  return path.startsWith('assets/') && path !== 'assets/' && !/^assets\/[\w-][\w.-]*$/.test(path);
}

/** Ids that stand in the addresses of pages have no dot. */
function isFile(path: string): boolean {
  return path.startsWith('assets/') || /^[^/]+\.[a-z0-9]+$/.test(path);
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  const isHashed = /^assets\/[^/]+-[\w-]{8}\.\w+$/.test(path);
  return reply
    .headers(securityHeaders)
    .header('cache-control', isHashed ? immutable : revalidated)
    .sendFile(path);
}

async function sendPage(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  void reply.headers(securityHeaders).header('cache-control', revalidated);
  const isBuilt = await stat(join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) return reply.sendFile('index.html');
  return reply.code(503).type('text/html; charset=utf-8').send(missingPage);
}
