/** Pages in Markdown as they are served, and the lists of them for readers that are programs (llmstxt.org). */
import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { addressOf, isComment, readInfo, withAddress } from '../guide-markdown.ts';
import { markdownPath, type Page, type Site } from '../layout.ts';
import { fence, paragraphs } from './text.ts';

/** Pages of the documentation as they stand in a link: `/docs`, `/docs/api/voices#get-voices`; not its files. */
const pageAddress = /^(\/docs(?:\/(?:api\/|guides\/)?[a-z0-9-]+)?)(#.*)?$/;

/** Links lead to Markdown where a page has it, and are whole: the text may be read away from the server. */
function linkTo(address: string, baseUrl: string): string {
  if (!address.startsWith('/')) return address;
  const [, page, anchor = ''] = pageAddress.exec(address) ?? [];
  return baseUrl + (page === undefined ? address : markdownPath(page) + anchor);
}

function withLinks(raw: string, baseUrl: string, folder: string): string {
  return withAddress(raw, baseUrl).replaceAll(
    /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
    (_, text: string, link: string) => {
      const address = addressOf(link, folder);
      return address === undefined
        ? `${text} (\`${posix.join(folder, link)}\` of the package)`
        : `[${text}](${linkTo(address, baseUrl)})`;
    },
  );
}

/** What stands behind the language of a block is for the test that runs it; the name of its file is for all readers. */
function blockOf({ text, lang, raw }: Tokens.Code, baseUrl: string): string {
  const { language, file, isOutput } = readInfo(lang);
  const caption = isOutput ? 'Output' : file && `\`${file}\``;
  const block = fence(withAddress(text, baseUrl), language);
  return `${caption === undefined ? '' : `${caption}:\n\n`}${block}${/\n*$/.exec(raw)![0]}`;
}

function bodyOf({ markdown, folder = 'docs' }: Page, baseUrl: string): string {
  const tokens = new Marked().lexer(markdown());
  const isHidden = (token: Token | undefined): boolean => token?.type === 'html' && isComment(token.raw);
  return (
    tokens
      // A comment goes with the empty lines behind it.
      .filter((token, at) => !isHidden(token) && !(token.type === 'space' && isHidden(tokens[at - 1])))
      .map((token) =>
        token.type === 'code' ? blockOf(token as Tokens.Code, baseUrl) : withLinks(token.raw, baseUrl, folder),
      )
      .join('')
      .trim()
  );
}

/**
 * A whole page: its title, what it is about, its text.
 * @param baseUrl address of the server, for the links; '' makes them paths
 */
export function markdownPage(page: Page, baseUrl: string): string {
  return `${paragraphs(`# ${page.title}`, page.description && `> ${page.description}`, bodyOf(page, baseUrl))}\n`;
}

export interface ListOptions {
  readonly site: Site;
  readonly pages: readonly Page[];
  readonly baseUrl: string;
  /** What the server is, in a sentence. */
  readonly summary: string;
}

/** `/llms.txt`: what the server is, and every page with what it is about, in the order of the side bar. */
export function llmsText({ site, pages, baseUrl, summary }: ListOptions): string {
  const described = new Map(pages.map(({ path, description }) => [path, description]));
  const item = (path: string, label: string, description = described.get(path)): string =>
    `- [${label}](${linkTo(path, baseUrl)})${description === undefined || description === '' ? '' : `: ${description}`}`;
  return `${paragraphs(
    '# Sonorant',
    `> ${summary}`,
    `${baseUrl === '' ? '' : `All addresses follow \`${baseUrl}\`. `}Every page below is Markdown; without \`.md\` the same address is a page for browsers. Requests carry an API key as \`Authorization: Bearer …\` and the version of the interface as \`Service-Version\`; the routes in OpenAI’s shape need no version.`,
    ...site.groups.map(
      ({ title, pages: listed }) => `## ${title}\n\n${listed.map(({ path, label }) => item(path, label)).join('\n')}`,
    ),
    `## Machine-readable\n\n${[
      item('/docs/openapi.json', 'OpenAPI document', 'Every route over HTTP with its schemas and examples.'),
      item('/docs/asyncapi.json', 'AsyncAPI document', 'Every message of the WebSockets.'),
    ].join('\n')}`,
    // A reader that needs a short list leaves out what has this name (llmstxt.org).
    `## Optional\n\n${item('/docs/llms-full.txt', 'All pages in one text', 'Every page that is listed here, one after the other.')}`,
  )}\n`;
}

/** `/docs/llms-full.txt`: all pages in one text. */
export function allPages(texts: readonly string[]): string {
  return texts.join('\n---\n\n');
}
