/** Documentation pages, made from the registered routes, the message schemas, the error registry, the settings and the guides. */
import type { FastifyPluginCallback } from 'fastify';
import { RecentlyUsed } from '../collections/recently-used.ts';
import { ServiceError } from '../errors/service-error.ts';
import { baseUrl } from '../http/index.ts';
import type { Contents, Documented } from './contents.ts';

export interface DocsRouteOptions extends Documented {
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** How many addresses the pages are kept for: they differ only in the address that their commands name. */
const maxBases = 4;

/** The pages and files; a page is Markdown with `.md` behind its address. */
const addresses = ['/docs', '/docs.md', '/llms.txt', '/docs/:name', '/docs/api/:name', '/docs/guides/:name'];

/**
 * `/docs`, all pages below it and `/llms.txt`; none needs a credential. They are made at their first request, so the order of
 * registration does not matter. Needs the OpenAPI plugin.
 */
export function docsRoutes(options: DocsRouteOptions): FastifyPluginCallback {
  return (app, _options, done) => {
    const byBase = new RecentlyUsed<Contents>(maxBases);
    const contentsFor = async (base: string): Promise<Contents> => {
      // Imported with the first request: the server starts sooner without what makes the pages.
      const { contentsOf } = await import('./contents.ts');
      return byBase.getOrInsertComputed(base, () => contentsOf(app, options, base));
    };
    for (const url of addresses) {
      app.get(url, { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
        const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '');
        const made = (await contentsFor(baseUrl(request, options.publicUrl))).get(path);
        if (made === undefined) {
          throw new ServiceError('not_found', `There is no page ${path}; /docs lists all of them.`);
        }
        return made().send(request, reply.headers(securityHeaders));
      });
    }
    done();
  };
}
