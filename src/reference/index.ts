/** Documentation pages, made from the registered routes, the message schemas, the error registry, the settings and the guides. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';
import { baseUrl, CompressedText } from '../http/index.ts';
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

/**
 * What stands in the pages for the host of a request: they are made once, not for each host that a client may name. One with a name
 * and one with a number, which commands quote.
 */
const standIns = { named: 'host-of-this-server', numbered: '[2001:db8::5e:1]' } as const;

interface Address {
  /** What pages are made with; one of few, whatever is asked. */
  readonly base: string;
  /** What of it is replaced by the host; absent where nothing is. */
  readonly standIn?: string;
  readonly host: string;
}

function addressOf(request: FastifyRequest, publicUrl: string | undefined): Address {
  const base = baseUrl(request, publicUrl);
  if (publicUrl !== undefined) return { base, host: '' };
  const [, protocol, host] = /^(https?):\/\/(.+)$/.exec(base) ?? [];
  if (host === undefined) return { base: '', host: '' };
  const standIn = host.includes('[') ? standIns.numbered : standIns.named;
  return { base: `${protocol}://${standIn}`, standIn, host };
}

/** The pages and files; a page is Markdown with `.md` behind its address. */
const addresses = ['/docs', '/docs.md', '/llms.txt', '/docs/:name', '/docs/api/:name', '/docs/guides/:name'];

/**
 * `/docs`, all pages below it and `/llms.txt`; none needs a credential. They are made at their first request, so the order of
 * registration does not matter. Needs the OpenAPI plugin.
 */
export function docsRoutes(options: DocsRouteOptions): FastifyPluginCallback {
  return (app, _options, done) => {
    const byBase = new Map<string, Contents>();
    // By path, for the host that asked last: a client can name any number of hosts, and some texts have a megabyte.
    const texts = new Map<string, { readonly address: string; readonly text: CompressedText }>();
    const textOf = async (path: string, { base, standIn, host }: Address): Promise<CompressedText | undefined> => {
      // Imported with the first request: the server starts sooner without what makes the pages.
      const { contentsOf } = await import('./contents.ts');
      const contents = byBase.get(base) ?? contentsOf(app, options, base);
      byBase.set(base, contents);
      const made = contents.get(path)?.();
      if (made === undefined || standIn === undefined || !made.text.includes(standIn)) return made;
      const address = `${base} ${host}`;
      const kept = texts.get(path);
      if (kept?.address === address) return kept.text;
      const text = new CompressedText(made.type, made.text.replaceAll(standIn, host));
      texts.set(path, { address, text });
      return text;
    };
    for (const url of addresses) {
      app.get(url, { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
        const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '');
        const text = await textOf(path, addressOf(request, options.publicUrl));
        if (text === undefined) {
          throw new ServiceError('not_found', `There is no page ${path}; /docs lists all of them.`);
        }
        return text.send(request, reply.headers(securityHeaders));
      });
    }
    done();
  };
}
