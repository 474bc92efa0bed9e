import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { epubOf, readHere } from '../testing.ts';

async function chapters(body: string): Promise<unknown> {
  const read = await readHere(Buffer.from(`<html><body>${body}</body></html>`), { name: 'a.html' });
  return read.chapters.map(({ title, paragraphs }) => [title, ...paragraphs]);
}

async function paragraphs(body: string): Promise<readonly string[]> {
  const read = await readHere(Buffer.from(`<html><body>${body}</body></html>`), { name: 'a.html' });
  return read.chapters.flatMap((chapter) => chapter.paragraphs);
}

describe('the text of a page', () => {
  it('may stand in a form, whose controls are not read', async () => {
    const form =
      '<form id="aspnetForm">Before<div><p>All of the page.</p></div><label>Search <input></label><select><option>One</option></select><button>Go</button></form>';
    assert.deepEqual(await paragraphs(`${form}After`), ['Before', 'All of the page.', 'After']);
    const tasks = '<ul><li><label><input type="checkbox">Buy milk</label></li></ul>';
    assert.deepEqual(await paragraphs(tasks), ['Buy milk']);
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

describe('a heading', () => {
  it('without text leaves what follows a paragraph', async () => {
    const page = '<h1>One</h1><p>A.</p><h1><img src="a.png"></h1><p>B.</p><h1></h1>C.<h1>Two</h1><p>D.</p>';
    assert.deepEqual(await chapters(page), [
      ['One', 'One', 'A.', 'B.', 'C.'],
      ['Two', 'Two', 'D.'],
    ]);
    const markdown = await readHere(Buffer.from('## A\n\n## \n\nPara.\n\n## B\n\nText.'), { name: 'a.md' });
    assert.deepEqual(
      markdown.chapters.flatMap((chapter) => chapter.title),
      ['A', 'B'],
    );
    const body = '<h2><img src="a.png"/></h2><p>The first sentence.</p>';
    const book = await readHere(epubOf([{ title: '1', body }]));
    assert.equal(book.chapters[0]!.title, '1');
  });

  it('is one also where its text stands in an element of its own', async () => {
    assert.deepEqual(await chapters('<h2><div>One</div></h2><p>A.</p><h2><p>Two</p></h2><p>B.</p>'), [
      ['One', 'One', 'A.'],
      ['Two', 'Two', 'B.'],
    ]);
  });
});

describe('what is raised', () => {
  it('behind a number or a symbol is its exponent', async () => {
    assert.deepEqual(await paragraphs('About 10<sup>6</sup> or 10<sup>−3</sup>, E=mc<sup>2</sup>, 5 m<sup>2</sup>.'), [
      'About 10⁶ or 10⁻³, E=mc², 5 m².',
    ]);
    assert.deepEqual(await paragraphs('In 2020<sup>3</sup> the parameter<sup>2</sup> was 10.'), [
      'In 2020 the parameter was 10.',
    ]);
    assert.deepEqual(await paragraphs('12 metres<sup>2</sup>, 3 Kubikmeter, 4 Kilometer<sup>2</sup>'), [
      '12 metres², 3 Kubikmeter, 4 Kilometer²',
    ]);
  });

  it('behind a word or a sentence is the mark of a note', async () => {
    const page =
      'Smith<sup>2</sup> said.<sup>12</sup> The x<sup><a href="#n">3</a></sup>, on the 1<sup>st</sup>, 10<sup><a href="#n">6</a></sup>';
    assert.deepEqual(await paragraphs(page), ['Smith said. The x, on the 1st, 10']);
  });
});

describe('a linked number in brackets', () => {
  it('belongs to the sentence, unless it is the mark of a note', async () => {
    assert.deepEqual(await paragraphs('By equation <a href="#eq2">(2)</a> and paragraph <a href="#p3">(b)</a>.'), [
      'By equation (2) and paragraph (b).',
    ]);
    const notes =
      'One<a href="#a">(1)</a> two <a href="#fn2">(2)</a> three <a href="#x" class="noteref">(3)</a> four <a href="#cite_4">[4]</a> five <a href="#s">[5]</a>.';
    assert.deepEqual(await paragraphs(notes), ['One two three four five .']);
  });
});
