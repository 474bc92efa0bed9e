/** What stands under the addresses of the documentation. */
import type { FastifyInstance } from 'fastify';
import { CompressedText, newestVersion } from '../http/index.ts';
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

/** What is documented beside the routes. */
export interface Documented {
  /** All settings as Markdown tables. */
  readonly settings: string;
  /** The messages of the WebSocket of speech. */
  readonly socket: SocketSchemas;
  /** The others. */
  readonly sockets: readonly ListedSocket[];
  /** The server's own version. */
  readonly version: string;
}

/** By path, each made when it is asked for. */
export type Contents = ReadonlyMap<string, () => CompressedText>;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** @param base the address that commands name */
export function contentsOf(app: FastifyInstance, options: Documented, base: string): Contents {
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
    ['/docs/search.json', once(() => new CompressedText('application/json', searchIndex(pages, base)))],
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
