import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHere } from '../testing.ts';

async function paragraphs(body: string): Promise<readonly string[]> {
  const read = await readHere(Buffer.from(`<html><body>${body}</body></html>`), { name: 'a.html' });
  return read.chapters.flatMap((chapter) => chapter.paragraphs);
}

describe('the text of a page', () => {
  it('may stand in a form, whose controls are not read', async () => {
    const form =
      '<form id="aspnetForm">Before<div><p>All of the page.</p></div><label>Search <input></label><select><option>One</option></select><button>Go</button></form>';
    assert.deepEqual(await paragraphs(`${form}After`), ['Before', 'All of the page.', 'After']);
  });

  it('may stand in what has notes, which are left out', async () => {
    for (const name of ['has-footnotes', 'post no-footnotes', 'with-references', 'not-sr-only', 'page--has-endnotes']) {
      for (const element of ['article', 'div']) {
        const page = `<${element} class="${name}"><p>Text.</p><div class="footnotes"><p>A note.</p></div></${element}>`;
        assert.deepEqual(await paragraphs(page), ['Text.'], page);
      }
    }
    for (const name of ['footnotes', 'wp-block-footnotes', 'footnotes-list', 'reflist columns', 'mw-editsection']) {
      assert.deepEqual(await paragraphs(`<p>Text.</p><div class="${name}">A note.</div>`), ['Text.'], name);
    }
    assert.deepEqual(await paragraphs('<main class="references"><p>Text.</p></main>'), ['Text.']);
  });
});
