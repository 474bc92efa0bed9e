/** Documentation pages, made from the registered routes, the message schemas, the error registry, the settings and the guides. */
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { RecentlyUsed } from '../collections/recently-used.ts';
import { ServiceError } from '../errors/service-error.ts';
import { baseUrl, CompressedText, newestVersion } from '../http/index.ts';
import { asyncApiDocument, type ListedSocket, type SocketSchemas } from './asyncapi.ts';
import { script } from './assets/script.ts';
import { searchScript } from './assets/search-script.ts';
import { style } from './assets/style.ts';
import { icon, themeScript } from './assets/tokens.ts';
import { tryScript } from './assets/try-script.ts';
import { errorsPage } from './errors-page.ts';
import { familiesOf, type Family } from './families.ts';
import { familyPage } from './family-page.ts';
import { guidesPage } from './guides-page.ts';
import { guides, type Guide } from './guides.ts';
import { markdownPath, page, type Page, type Site } from './layout.ts';
import { allPages, llmsText, markdownPage } from './markdown/index.ts';
import { notYetPage } from './not-yet-page.ts';
import type { ApiDocument } from './openapi-document.ts';
import { overviewPage } from './overview-page.ts';
import { searchIndex, searchLibrary } from './search-index.ts';
import { settingsPage } from './settings-page.ts';
import { webSocketPage } from './websocket-page.ts';

export interface DocsRouteOptions {
  /** All settings as Markdown tables. */
  readonly settings: string;
  /** The messages of the WebSocket of speech. */
  readonly socket: SocketSchemas;
  /** The others. */
  readonly sockets: readonly ListedSocket[];
  /** The server's own version. */
  readonly version: string;
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

/** What stands under an address, made when it is asked for. */
type Contents = ReadonlyMap<string, () => CompressedText>;

/**
 * `/docs`, all pages below it and `/llms.txt`; none needs a credential. They are made at their first request, so the order of
 * registration does not matter. Needs the OpenAPI plugin.
 */
export function docsRoutes(options: DocsRouteOptions): FastifyPluginCallback {
  return (app, _options, done) => {
    const byBase = new RecentlyUsed<Contents>(maxBases);
    const contentsFor = (base: string): Contents =>
      byBase.getOrInsertComputed(base, () => contentsOf(app, options, base));
    for (const url of addresses) {
      app.get(url, { config: { public: true }, schema: { hide: true } }, (request, reply) => {
        const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '');
        const made = contentsFor(baseUrl(request, options.publicUrl)).get(path);
        if (made === undefined) {
          throw new ServiceError('not_found', `There is no page ${path}; /docs lists all of them.`);
        }
        return made().send(request, reply.headers(securityHeaders));
      });
    }
    done();
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function contentsOf(app: FastifyInstance, options: DocsRouteOptions, base: string): Contents {
  const { version, socket, sockets, settings } = options;
  const document = app.swagger() as unknown as ApiDocument;
  const families = familiesOf(document);
  const texts = guides(base);
  const site = siteOf(families, texts);
  const common = { document, baseUrl: base, version: newestVersion };
  const pages: readonly Page[] = [
    overviewPage({ ...common, families, guides: texts }),
    ...families.map((family) => familyPage({ ...common, family })),
    webSocketPage({ baseUrl: base, version: newestVersion, socket, sockets }),
    errorsPage(),
    settingsPage(settings),
    notYetPage(document),
    guidesPage(texts),
    ...texts.map(({ name, title, summary, navigation, content, markdown, folder }) => ({
      ...{ path: `/docs/guides/${name}`, title, description: summary, navigation, content },
      ...{ markdown: () => markdown, folder },
    })),
  ];
  return new Map<string, () => CompressedText>([
    ...pages.map((one) => [one.path, once(() => new CompressedText('text/html', page(site, one)))] as const),
    ...markdownOf(pages, site, document, base),
    ['/docs/style.css', once(() => new CompressedText('text/css', style))],
    ['/docs/icon.svg', once(() => new CompressedText('image/svg+xml', icon))],
    ['/docs/theme.js', once(() => new CompressedText('text/javascript', themeScript))],
    ['/docs/script.js', once(() => new CompressedText('text/javascript', script))],
    ['/docs/search.js', once(() => new CompressedText('text/javascript', searchScript))],
    ['/docs/try.js', once(() => new CompressedText('text/javascript', tryScript))],
    ['/docs/minisearch.js', once(() => new CompressedText('text/javascript', searchLibrary()))],
    ['/docs/search.json', once(() => new CompressedText('application/json', searchIndex(pages)))],
    [
      '/docs/asyncapi.json',
      once(() => {
        const described = asyncApiDocument({
          version,
          socket,
          sockets,
          document,
          baseUrl: base === '' ? 'http://localhost' : base,
        });
        return new CompressedText('application/json', JSON.stringify(described));
      }),
    ],
  ]);
}

/** Every page as Markdown, and the lists of them. */
function markdownOf(
  pages: readonly Page[],
  site: Site,
  document: ApiDocument,
  baseUrl: string,
): readonly (readonly [string, () => CompressedText])[] {
  const texts = pages.map(
    (one) =>
      [markdownPath(one.path), once(() => new CompressedText('text/markdown', markdownPage(one, baseUrl)))] as const,
  );
  const summary = document.info.description ?? '';
  const list = once(() => new CompressedText('text/plain', llmsText({ site, pages, baseUrl, summary })));
  return [
    ...texts,
    ['/llms.txt', list],
    ['/docs/llms.txt', list],
    [
      '/docs/llms-full.txt',
      once(() => new CompressedText('text/plain', allPages(texts.map(([, made]) => made().text)))),
    ],
  ];
}

function siteOf(families: readonly Family[], texts: readonly Guide[]): Site {
  const groups = [...new Set(texts.map(({ group }) => group))];
  return {
    groups: [
      {
        title: 'Start',
        pages: [
          { path: '/docs', label: 'Overview' },
          { path: '/docs/guides', label: 'All guides' },
        ],
      },
      { title: 'Routes', pages: families.map(({ path, title }) => ({ path, label: title })) },
      {
        title: 'Interface',
        pages: [
          { path: '/docs/websocket', label: 'WebSockets' },
          { path: '/docs/errors', label: 'Errors' },
          { path: '/docs/settings', label: 'Settings' },
          { path: '/docs/not-yet', label: 'Not there yet' },
        ],
      },
      ...groups.map((group) => ({
        title: group,
        pages: texts
          .filter((one) => one.group === group)
          .map(({ name, title }) => ({ path: `/docs/guides/${name}`, label: title })),
      })),
    ],
  };
}
