/** A page of another origin that `<sonorant-player>` stands in, whose content security policy allows the server and nothing else. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientOf, expectJson } from '../../support/resources.ts';
import { adminKey } from '../../support/server.ts';

/** What is read aloud, by paragraph. */
export const texts = ['A first paragraph.', 'Then 3 more words, and a link.', 'The end comes last.'] as const;

/** Notes the words that the player lights, and what goes wrong. */
const watch = `
window.words = [];
window.problems = [];
document.addEventListener('word', ({ detail }) => window.words.push(detail));
document.addEventListener('problem', ({ detail }) => window.problems.push(detail));
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  window.problems.push(\`\${violatedDirective} \${blockedURI}\`));
`;

function html(server: string, token: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<script src="/watch.js"></script><script src="${server}/player.js" async></script></head><body>
<nav><a href="/elsewhere">Menu that is not read</a></nav>
<main><h1 hidden>Not shown</h1><p>${texts[0]}</p>
<p>Then <b>3
 more</b> words, and a <a href="/link">link</a>.</p><p aria-hidden="true">Never read</p>
<div><p>${texts[2]}</p></div>
<sonorant-player token="${token}"></sonorant-player></main></body></html>`;
}

export interface Article {
  readonly origin: string;
  /** The key of the player in the page, from the next visit on. */
  readonly setToken: (token: string) => void;
  readonly close: () => void;
}

/** @param server whose player the page has */
export async function publishArticle(server: string): Promise<Article> {
  let body = '';
  // The image is the icon of the page, which Firefox asks for by itself.
  const policy = `default-src 'none'; img-src 'self'; script-src 'self' ${server}; connect-src ${server}; base-uri 'none'; form-action 'none'`;
  const pages = createServer((request, response) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', request.url === '/watch.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/watch.js' ? watch : body);
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  return {
    origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
    setToken: (token) => {
      body = html(server, token);
    },
    close: () => {
      pages.closeAllConnections();
      pages.close();
    },
  };
}

/** A key of the server that speaks in pages of one origin, for so many characters. */
export async function playerKey(server: string, origin: string, characters = 10_000): Promise<string> {
  const limits = { scopes: ['tts'], budget: { characters }, origins: [origin] };
  const answer = clientOf(server, adminKey)('POST', '/api-keys', { name: 'Page', ...limits });
  return (await expectJson<{ key: string }>(answer, 201)).key;
}

/** Words without digits: three is spoken for a digit, which no word of the text is like. */
export function lettersOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.match(/[a-z]+/gi) ?? []);
}
