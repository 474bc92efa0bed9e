/** Documentation pages, made from the registered routes, the message schemas, the error registry and the settings. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { baseUrl, newestVersion } from '../../http/index.ts';
import { asyncApiDocument, type SocketSchemas } from './asyncapi.ts';
import { script, style } from './assets.ts';
import { errorsPage } from './errors-page.ts';
import type { ApiDocument } from './openapi-document.ts';
import { referencePage } from './reference.ts';
import { settingsPage } from './settings-page.ts';
import { webSocketPage } from './websocket-page.ts';

export interface DocsRouteOptions {
  /** All settings as Markdown tables. */
  readonly settings: string;
  /** The messages of the WebSocket. */
  readonly socket: SocketSchemas;
  /** The server's own version. */
  readonly version: string;
  /** The address clients reach the server at; without it the one each request was sent to. */
  readonly publicUrl?: string | undefined;
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A page's text differs only in the address it names: the last one is kept. */
function rememberLast(make: (base: string) => string): (base: string) => string {
  let last: { readonly base: string; readonly text: string } | undefined;
  return (base) => (last?.base === base ? last : (last = { base, text: make(base) })).text;
}

/**
 * `/docs`, `/docs/websocket`, `/docs/errors`, `/docs/settings` and `/docs/asyncapi.json`; none needs a credential. The
 * reference is made at its first request, so the order of registration does not matter. Needs the OpenAPI plugin.
 */
export function docsRoutes(options: DocsRouteOptions): FastifyPluginCallback {
  return (app, _options, done) => {
    const { version, publicUrl, socket } = options;
    const serve = (url: string, type: string, make: (base: string) => string): void => {
      const text = rememberLast(make);
      const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
        reply
          .headers(securityHeaders)
          .type(`${type}; charset=utf-8`)
          .send(text(baseUrl(request, publicUrl)));
      app.get(url, { config: { public: true }, schema: { hide: true } }, handler);
    };
    const document = (): ApiDocument => app.swagger() as unknown as ApiDocument;
    serve('/docs', 'text/html', (base) =>
      referencePage({ document: document(), baseUrl: base, version: newestVersion }),
    );
    serve('/docs/websocket', 'text/html', (base) => webSocketPage({ baseUrl: base, version: newestVersion, socket }));
    serve('/docs/errors', 'text/html', errorsPage);
    serve('/docs/settings', 'text/html', () => settingsPage(options.settings));
    serve('/docs/asyncapi.json', 'application/json', (base) =>
      JSON.stringify(asyncApiDocument({ version, socket, baseUrl: base === '' ? 'http://localhost' : base })),
    );
    serve('/docs/style.css', 'text/css', () => style);
    serve('/docs/script.js', 'text/javascript', () => script);
    done();
  };
}
