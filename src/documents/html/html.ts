/** A page of the web, or HTML from a file. */
import { chaptersOf, TextCount, titleOf } from '../blocks.ts';
import { decodeText } from '../decode.ts';
import type { Document, ReadLimits } from '../document.ts';
import type { FileName } from '../kind.ts';
import { titleFromName } from '../plain.ts';
import { htmlBlocks, type HtmlBlock } from './blocks.ts';

/** @throws {DocumentError} `too_large` */
export function readHtml(bytes: Uint8Array, { name, mediaType }: FileName, limits: ReadLimits): Document {
  const source = decodeText(bytes, mediaType);
  const {
    blocks,
    title: declared,
    language,
    author,
  } = htmlBlocks(source, { isPage: true, isXml: false }, new TextCount(limits));
  const text = textOfPage(blocks);
  const title = titleOf(declared ?? text.find(({ level }) => level === 1)?.text ?? titleFromName(name));
  return { kind: 'html', title, author, language, cover: undefined, chapters: chaptersOf(text, title) };
}

function lengthOf(blocks: readonly HtmlBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** What `<main>` has, where there is one; of that the one article that is most of it. */
function textOfPage(blocks: readonly HtmlBlock[]): readonly HtmlBlock[] {
  const main = blocks.filter(({ inMain }) => inMain);
  const within = main.length > 0 ? main : blocks;
  const articles = new Map<number, HtmlBlock[]>();
  for (const block of within) {
    if (block.article === 0) continue;
    const article = articles.get(block.article);
    if (article === undefined) articles.set(block.article, [block]);
    else article.push(block);
  }
  const total = lengthOf(within);
  return [...articles.values()].find((article) => lengthOf(article) > total / 2) ?? within;
}
