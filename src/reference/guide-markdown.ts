/**
 * Guides as they are written: Markdown with a head of `key: value` lines, and as what is shown: escaped markup with anchors.
 * HTML in the Markdown is text here.
 */
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { errorRegistry } from '../errors/registry.ts';
import { html, Html, slug } from './html.ts';

export interface GuideHead {
  readonly title: string;
  /** What the reader can do afterwards, in one sentence. */
  readonly summary: string;
  readonly group: string;
  /** Place within all guides. */
  readonly order: number;
}

/** A heading that the side bar leads to. */
export interface GuideHeading {
  readonly anchor: string;
  readonly label: string;
}

/** Pages of docs/ that say more than a guide has room for. Their blocks are not run by the test of the guides. */
export const details: readonly (GuideHead & { readonly file: string; readonly name: string })[] = [
  {
    file: 'markup.md',
    name: 'markup',
    title: 'Markup',
    summary: 'Tags in a text, as in SSML: break (pause), speed, volume, emotion, spell and phones, with examples.',
    group: 'Details',
    order: 180,
  },
  {
    file: 'deployment.md',
    name: 'deployment',
    title: 'Deployment',
    summary: 'Deploy with Docker, compose, Helm on Kubernetes or systemd; one node or three behind a load balancer.',
    group: 'Details',
    order: 190,
  },
  {
    file: 'webhooks.md',
    name: 'webhook-events',
    title: 'Webhook events and deliveries',
    summary: 'Every event with its data, the order of deliveries, repeats, pauses and where webhooks may go.',
    group: 'Details',
    order: 200,
  },
  {
    file: 'models.md',
    name: 'models',
    title: 'Neural models',
    summary: 'What can be installed, from where, with which licence, and what a server does with it.',
    group: 'Details',
    order: 210,
  },
  {
    file: 'scaling.md',
    name: 'scaling',
    title: 'Scaling',
    summary: 'What a node carries, what nodes share, and where that ends, in figures.',
    group: 'Details',
    order: 220,
  },
];

/**
 * Parts a guide into its head and its Markdown.
 * @throws {Error} for a head that lacks a member
 */
export function readHead(text: string, name: string): { readonly head: GuideHead; readonly markdown: string } {
  const match = /^---\n(.*?)\n---\n/s.exec(text);
  const lines = match?.[1]?.split('\n') ?? [];
  const given = new Map(lines.map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]));
  const member = (key: string): string => {
    const value = given.get(key);
    if (value === undefined || value === '') throw new Error(`docs/guides/${name}.md has no ${key} in its head`);
    return value;
  };
  const order = Number(member('order'));
  if (!Number.isInteger(order)) throw new Error(`docs/guides/${name}.md: its order is not an integer`);
  return {
    head: { title: member('title'), summary: member('summary'), group: member('group'), order },
    markdown: text.slice(match![0].length),
  };
}

/** Files of the repository that the server shows beside the guides, by their path. */
const servedFiles: Readonly<Record<string, string>> = {
  'docs/settings.md': '/docs/settings',
  'docs/errors.md': '/docs/errors',
  ...Object.fromEntries(details.map(({ file, name }) => [`docs/${file}`, `/docs/guides/${name}`])),
};

/**
 * Where a link leads on the server; undefined for a file that it does not show.
 * @param folder of the file that has the link
 */
export function addressOf(link: string, folder: string): string | undefined {
  if (/^(https?:|#|\/(docs|console|llms\.txt)\b)/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const file = posix.join(folder, path);
  const guide = /^docs\/guides\/([a-z0-9-]+)\.md$/.exec(file)?.[1];
  const page = guide === undefined ? servedFiles[file] : `/docs/guides/${guide}`;
  return page === undefined || anchor === undefined ? page : `${page}#${anchor}`;
}

/** A comment is not shown; whatever else looks like HTML is text. */
export function isComment(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('<!--') && trimmed.indexOf('-->') === trimmed.length - '-->'.length;
}

/** Names that the reference explains lead there. */
function codeAddress(code: string): string | undefined {
  if (/^SONORANT_[A-Z_]+$/.test(code)) return `/docs/settings#${code}`;
  if (code in errorRegistry) return `/docs/errors#${code}`;
  return /^\/docs(\/[a-z.]+)?$/.test(code) ? code : undefined;
}

/** The word after the backticks, and the name of the file where the block has one. */
export function readInfo(info = ''): { readonly language: string; readonly file?: string; readonly isOutput: boolean } {
  const [language = '', ...rest] = info.split(' ');
  const file = rest.find((word) => word.startsWith('file='))?.slice('file='.length);
  const isOutput = rest.some((word) => word === 'output' || word.startsWith('output='));
  return { language, isOutput, ...(file !== undefined && { file }) };
}

/** Those of the second level, in their order. */
export function headingsOf(markdown: string): readonly GuideHeading[] {
  return new Marked()
    .lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading' && (token as Tokens.Heading).depth === 2)
    .map(({ text }) => ({ anchor: slug(text), label: text.replaceAll('`', '') }));
}

const assumedUrl = '127.0.0.1:8080';

/** The commands of a guide name the default address; a reader of another server sees that one. */
export function withAddress(text: string, baseUrl: string): string {
  if (baseUrl === '') return text;
  return text
    .replaceAll(`http://${assumedUrl}`, baseUrl)
    .replaceAll(`ws://${assumedUrl}`, baseUrl.replace(/^http/, 'ws'));
}

function codeBlock({ text, lang }: Tokens.Code, baseUrl: string): string {
  const { file, isOutput } = readInfo(lang);
  const code = html`<pre tabindex="0">${withAddress(text, baseUrl)}</pre>`;
  const caption = isOutput ? 'Output' : file;
  return html`${caption !== undefined && html`<p class="quiet file">${isOutput ? caption : html`<code>${caption}</code>`}</p>`}
  ${isOutput ? code : html`<div class="copy">${code}</div>`}`.text;
}

/** What stands inside a link has none of its own: names in it would become some. */
function withoutLinks(markup: string): Html {
  return new Html(markup.replaceAll(/<\/?a\b[^>]*>/g, ''));
}

/**
 * A guide as markup.
 * @param baseUrl the address of the server, which its commands then name; '' leaves the default one
 * @param folder of its file, from which its links lead
 */
export function renderGuide(markdown: string, baseUrl: string, folder = 'docs/guides'): Html {
  const marked = new Marked({
    renderer: {
      html: ({ text }) => (isComment(text) ? '' : html`${text}`.text),
      text: (token) => ('tokens' in token ? false : html`${token.text}`.text),
      heading({ tokens, text, depth }) {
        const content = withoutLinks(this.parser.parseInline(tokens));
        const anchor = slug(text);
        const link = html`<a class="here" href="#${anchor}">${content}</a>`;
        return (depth <= 2 ? html`<h2 id="${anchor}">${link}</h2>` : html`<h3 id="${anchor}">${link}</h3>`).text;
      },
      link({ href, tokens }) {
        const content = withoutLinks(this.parser.parseInline(tokens));
        const address = addressOf(href, folder);
        if (address === undefined) {
          return html`${content} (<code>${posix.join(folder, href)}</code> of the package)`.text;
        }
        return html`<a href="${address}">${content}</a>`.text;
      },
      image: ({ text }) => html`${text}`.text,
      codespan({ text }) {
        const code = html`<code>${withAddress(text, baseUrl)}</code>`;
        const address = codeAddress(text);
        return (address === undefined ? code : html`<a href="${address}">${code}</a>`).text;
      },
      code: (token) => codeBlock(token, baseUrl),
      table(token) {
        const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]): string =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
        return `<div class="scroll" tabindex="0"><table><thead><tr>${cells('th', token.header)}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
  return new Html(marked.parse(markdown, { async: false }));
}
