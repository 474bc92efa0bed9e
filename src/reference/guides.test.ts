import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { startTestServer, type TestServer } from '../http/testing.ts';
import { renderSettings } from '../server/config.ts';
import { hearingSockets } from '../routes/stt/event-schemas.ts';
import { socketSchemas } from '../routes/tts/event-schemas.ts';
import { details, headingsOf, renderGuide } from './guide-markdown.ts';
import { guideGroups, guides as shownGuides, readGuides } from './guides.ts';
import { docsRoutes } from './index.ts';
import { searchIndex } from './search-index.ts';

const guides = readGuides();

function rendered(markdown: string, baseUrl = ''): string {
  return renderGuide(markdown, baseUrl).text;
}

describe('the Markdown of a guide', () => {
  it('has no HTML: what looks like it is shown', () => {
    for (const source of [
      'a <script>alert(1)</script> b',
      '<img src=x onerror=alert(1)>\n\ntext',
      '[link](javascript:alert(1)) [other](data:text/html,x) ![image](https://example.org/x.png)',
      '# <svg onload=alert(1)>\n\n`<b>` and\n\n```html file=x.html\n<script>1</script>\n```',
      '| <b>a</b> |\n|---|\n| <i>x</i> |',
      '[a" onclick="alert(1)](https://example.org/"onmouseover="x)',
    ]) {
      const html = rendered(source);
      assert.doesNotMatch(html, /<(script|img|svg|b|i)\b|="(javascript|data):|<[^>]*" on[a-z]+="/i, html);
    }
    assert.equal(rendered('5 < 6 & "7"').trim(), '<p>5 &lt; 6 &amp; &quot;7&quot;</p>');
  });

  it('has headings that link to themselves', () => {
    assert.equal(
      rendered('## With `code` and more\n').trim(),
      '<h2 id="with-code-and-more"><a class="here" href="#with-code-and-more">With <code>code</code> and more</a></h2>',
    );
  });

  it('leads to other guides and pages where they are served, and names files that are not', () => {
    const html = rendered(
      '[a](captions.md#x) [b](../settings.md) [c](../errors.md#unauthorized) [d](../models.md#licences) [e](../../deploy/README.md)',
    );
    assert.deepEqual(
      [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]),
      ['/docs/guides/captions#x', '/docs/settings', '/docs/errors#unauthorized', '/docs/guides/models#licences'],
    );
    assert.match(html, /e \(<code>deploy\/README\.md<\/code> of the package\)/);
  });

  it('leads from names of settings, errors and pages to what explains them', () => {
    const html = rendered('`SONORANT_PORT`, `unauthorized`, `/docs/websocket`, `other`');
    assert.deepEqual(
      [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]),
      ['/docs/settings#SONORANT_PORT', '/docs/errors#unauthorized', '/docs/websocket'],
    );
  });

  it('has no link within a link', () => {
    for (const source of ['[`SONORANT_PORT`](captions.md)', '## The code `unauthorized`']) {
      assert.equal(rendered(source).split('<a ').length, 2, source);
    }
  });

  it('names the address of the server that shows it', () => {
    const source = '`http://127.0.0.1:8080/x`\n\n```js file=a.js\nconnect("ws://127.0.0.1:8080/tts");\n```';
    const html = rendered(source, 'https://speech.example.org');
    assert.match(html, /https:\/\/speech\.example\.org\/x/);
    assert.match(html, /wss:\/\/speech\.example\.org\/tts/);
    assert.match(rendered(source), /http:\/\/127\.0\.0\.1:8080\/x/);
  });

  it('leads to its headings of the second level', () => {
    assert.deepEqual(headingsOf('Before\n\n## A `b`\n\n### Below\n\n## C\n'), [
      { anchor: 'a-b', label: 'A b' },
      { anchor: 'c', label: 'C' },
    ]);
  });

  it('may have comments, which are not shown', () => {
    assert.equal(rendered('<!-- made by a program -->\n\ntext').trim(), '<p>text</p>');
    assert.match(rendered('<!-- a --> <i>x</i>'), /&lt;!-- a --&gt; &lt;i&gt;/);
  });
});

describe('the files of the guides', () => {
  it('need a head with a title, a summary, a known group and an order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-guides-'));
    try {
      const load = async (text: string): Promise<unknown> => {
        await writeFile(join(folder, 'one.md'), text);
        return readGuides(pathToFileURL(`${folder}/`));
      };
      await assert.rejects(load('Text'), /one\.md has no order|one\.md has no title/);
      await assert.rejects(load('---\ntitle: A\nsummary: B\ngroup: Build\norder: x\n---\n'), /order is not an integer/);
      await assert.rejects(
        load('---\ntitle: A\nsummary: B\ngroup: Other\norder: 1\n---\n'),
        /'Other', which is none of/,
      );
      await load('---\ntitle: A: b\nsummary: B\ngroup: Build\norder: 1\n---\n');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('have each an order and a title of its own', () => {
    for (const key of ['order', 'title'] as const) {
      assert.equal(new Set(guides.map((guide) => guide[key])).size, guides.length, key);
    }
    for (const group of guideGroups) {
      assert.ok(
        guides.some((guide) => guide.group === group),
        group,
      );
    }
  });
});

describe('GET /docs/guides', () => {
  let server: TestServer;
  const pages = new Map<string, string>();
  const shown = [...guides, ...details];
  const paths = shown.map(({ name }) => `/docs/guides/${name}`);
  before(async () => {
    server = await startTestServer({
      routes: async (app) => {
        await app.register(
          docsRoutes({ settings: renderSettings(), version: '1.2.3', socket: socketSchemas, sockets: hearingSockets }),
        );
      },
    });
    for (const url of ['/docs', '/docs/guides', ...paths, '/docs/errors', '/docs/websocket', '/docs/settings']) {
      const { statusCode, body } = await server.app.inject({ url, headers: { host: 'speech.example.org' } });
      assert.equal(statusCode, 200, url);
      pages.set(url, body);
    }
  });
  after(() => server.close());

  it('lists every guide with what it is for', () => {
    for (const { name, summary } of shown) {
      assert.ok(pages.get('/docs/guides')!.includes(`href="/docs/guides/${name}"`), name);
      assert.ok(pages.get('/docs/guides')!.includes(summary.replaceAll('&', '&amp;').replaceAll("'", '&#39;')), name);
    }
  });

  it('names the address under which it was asked for', () => {
    assert.match(pages.get('/docs/guides/telephony')!, /http:\/\/speech\.example\.org\/tts\/bytes/);
  });

  it('loads nothing from elsewhere, and allows no script or style within', async () => {
    for (const url of paths) {
      const response = await server.app.inject({ url });
      assert.match(String(response.headers['content-security-policy']), /^default-src 'none'/);
      assert.doesNotMatch(response.body, /<script(?! src="\/)|<style| style="|src="(https?:)?\/\//);
    }
  });

  it('has each anchor once, and each link within the documentation leads somewhere', async () => {
    const idsOf = (page: string): string[] => [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    for (const path of paths) {
      const page = pages.get(path)!;
      const ids = idsOf(page);
      const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
      assert.deepEqual(repeated, [], path);
      // The console and the routes of the reference are registered elsewhere.
      for (const [, link] of page.matchAll(/href="(\/docs[^"]*|#[^"]*)"/g)) {
        const [target = '', anchor] = link!.split('#');
        const known = pages.get(target === '' ? path : target);
        if (known === undefined) {
          assert.equal((await server.app.inject({ url: target })).statusCode, 200, `${path} → ${link!}`);
        } else if (anchor !== undefined) {
          assert.ok(idsOf(known).includes(anchor), `${path} → ${link!}`);
        }
      }
    }
  });
});

describe('the search', () => {
  const pages = shownGuides('').map(({ name, summary, markdown, ...page }) => ({
    ...page,
    markdown: () => markdown,
    path: `/docs/guides/${name}`,
    description: summary,
  }));
  const index = MiniSearch.loadJSON<{ href: string }>(searchIndex(pages, ''), { fields: ['title', 'where', 'text'] });

  for (const [name, words] of [
    ['markup', ['ssml', 'break', 'pause']],
    ['deployment', ['docker', 'helm', 'deploy']],
  ] as const) {
    it(`finds the page on ${name} by ${words.join(', ')}`, () => {
      for (const word of words) {
        const found = index.search(word).slice(0, 3) as unknown as { readonly href: string }[];
        assert.ok(
          found.some(({ href }) => href.startsWith(`/docs/guides/${name}`)),
          word,
        );
      }
    });
  }
});
