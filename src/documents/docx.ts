/** Documents of Word since 2007: ECMA-376, part 1, 17 (WordprocessingML). */
import { chaptersOf, isSpeech, TextCount, tidied, titleOf, type Block } from './blocks.ts';
import { decodeText } from './decode.ts';
import { DocumentError, type Document, type ReadLimits } from './document.ts';
import type { FileName } from './kind.ts';
import { titleFromName } from './plain.ts';
import { readXml, type XmlAttributes } from './xml.ts';
import { Archive } from './zip.ts';

const documentPath = 'word/document.xml';

/** @throws {DocumentError} */
export async function readDocx(bytes: Uint8Array, { name }: FileName, limits: ReadLimits): Promise<Document> {
  const archive = await Archive.open(bytes, limits);
  const xml = async (path: string): Promise<string> => decodeText((await archive.read(path)) ?? new Uint8Array(0));
  const source = await xml(documentPath);
  if (source === '') throw new DocumentError('damaged', `The document has no ${documentPath}`);
  const blocks = blocksOf(source, headingStyles(await xml('word/styles.xml')), new TextCount(limits));
  const about = propertiesOf(await xml('docProps/core.xml'));
  const title = titleOf(about.title ?? blocks.find(({ level }) => level === 1)?.text ?? titleFromName(name));
  return {
    kind: 'docx',
    title,
    author: about.creator,
    language: about.language,
    cover: undefined,
    chapters: chaptersOf(blocks, title),
  };
}

/** Levels of headings by the ids of their styles, whose names are the same in every language of Word. */
function headingStyles(source: string): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  let id = '';
  readXml(source, {
    open(element, attributes) {
      if (element === 'style') id = attributes.styleId ?? '';
      if (element === 'name') {
        const level = /^heading ([1-6])$/iu.exec(attributes.val ?? '')?.[1];
        if (level !== undefined) levels.set(id, Number(level));
        if (/^title$/iu.test(attributes.val ?? '')) levels.set(id, 1);
      }
      // A style of one's own is a heading by its outline level, which begins at 0.
      if (element === 'outlineLvl' && !levels.has(id) && Number(attributes.val) < 6) {
        levels.set(id, Number(attributes.val) + 1);
      }
    },
  });
  return levels;
}

/** What has text that is not part of the running text: alternatives, deleted text, contents of fields and boxes. */
const unread = new Set(['Fallback', 'del', 'moveFrom', 'instrText', 'delText', 'txbxContent', 'pict']);

/** @throws {DocumentError} `too_large` */
function blocksOf(source: string, styles: ReadonlyMap<string, number>, count: TextCount): Block[] {
  const blocks: Block[] = [];
  let text = '';
  let level: number | undefined;
  let isContents = false;
  let skipped = 0;
  let isText = false;
  const open = (element: string, attributes: XmlAttributes): void => {
    if (skipped > 0 || unread.has(element)) {
      skipped++;
      return;
    }
    if (element === 'p') [text, level, isContents] = ['', undefined, false];
    if (element === 'pStyle') {
      level = styles.get(attributes.val ?? '');
      isContents = /^(?:TOC|Verzeichnis|TM|TDC|Sommario|Inhopg)\d$/iu.test(attributes.val ?? '');
    }
    if (element === 'outlineLvl' && Number(attributes.val) < 6) level = Number(attributes.val) + 1;
    if (element === 'tab' || element === 'br' || element === 'cr') text += ' ';
    if (element === 'noBreakHyphen') text += '-';
    isText = element === 't';
  };
  readXml(source, {
    open,
    text: (part) => {
      if (skipped === 0 && isText) text += part;
    },
    close(element) {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (element === 't') isText = false;
      if (element !== 'p') return;
      const tidy = tidied(text);
      if (isSpeech(tidy) && !isContents) {
        count.add(tidy);
        blocks.push({ text: tidy, level });
      }
      text = '';
    },
  });
  return blocks;
}

interface Properties {
  readonly title?: string;
  readonly creator?: string;
  readonly language?: string;
}

function propertiesOf(source: string): Properties {
  const found: Record<string, string> = {};
  let element = '';
  readXml(source, {
    open: (name) => (element = name),
    text: (text) => (found[element] = (found[element] ?? '') + text),
    close: () => (element = ''),
  });
  const value = (name: string): string | undefined => tidied(found[name] ?? '') || undefined;
  const [title, creator, language] = [value('title'), value('creator'), value('language')];
  return {
    ...(title !== undefined && { title }),
    ...(creator !== undefined && { creator }),
    ...(language !== undefined && { language }),
  };
}
