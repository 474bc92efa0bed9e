/** The package document of an EPUB and its tables of contents: https://www.w3.org/TR/epub-33/, and NCX of EPUB 2. */
import { posix } from 'node:path';
import { tidied } from '../blocks.ts';
import { readXml } from '../xml.ts';

export interface Item {
  readonly id: string;
  /** Within the archive. */
  readonly path: string;
  readonly mediaType: string;
  readonly properties: string;
}

export interface Package {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly language: string | undefined;
  readonly items: ReadonlyMap<string, Item>;
  /** What is read, in order. */
  readonly spine: readonly Item[];
  readonly navigation: Item | undefined;
  readonly ncx: Item | undefined;
  readonly cover: Item | undefined;
}

/** A place that a table of contents names. */
export interface Entry {
  readonly title: string;
  readonly path: string;
  /** Undefined: the beginning of the file. */
  readonly fragment: string | undefined;
  /** 1 for the outermost. */
  readonly depth: number;
}

/** The path of the package document, from `META-INF/container.xml`; undefined where none is named. */
export function packagePath(container: string): string | undefined {
  let path: string | undefined;
  readXml(container, {
    open(name, attributes) {
      if (name === 'rootfile') path ??= attributes['full-path'];
    },
  });
  return path === undefined ? undefined : posix.normalize(path);
}

export function readPackage(source: string, path: string): Package {
  const items = new Map<string, Item>();
  const spine: string[] = [];
  const about: Record<string, string> = {};
  let ncx: string | undefined;
  let cover: string | undefined;
  let element = '';
  readXml(source, {
    open(name, attributes) {
      element = ['title', 'creator', 'language'].includes(name) && about[name] === undefined ? name : '';
      if (name === 'item') {
        const { id = '', href = '', properties = '' } = attributes;
        items.set(id, { id, path: resolved(path, href).path, mediaType: attributes['media-type'] ?? '', properties });
      }
      if (name === 'spine') ncx = attributes.toc;
      if (name === 'itemref' && attributes.linear !== 'no') spine.push(attributes.idref ?? '');
      if (name === 'meta' && attributes.name === 'cover') cover = attributes.content;
    },
    text(text) {
      if (element !== '') about[element] = (about[element] ?? '') + text;
    },
    close: () => (element = ''),
  });
  const all = [...items.values()];
  const value = (name: string): string | undefined => tidied(about[name] ?? '') || undefined;
  return {
    title: value('title'),
    author: value('creator'),
    language: value('language'),
    items,
    // One that is named again is read once: the limits of an archive count each entry once.
    spine: [...new Set(spine)].flatMap((id) => items.get(id) ?? []),
    navigation: all.find(({ properties }) => /\bnav\b/u.test(properties)),
    ncx: items.get(ncx ?? '') ?? all.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml'),
    cover: all.find(({ properties }) => /\bcover-image\b/u.test(properties)) ?? items.get(cover ?? ''),
  };
}

/** What a reference in a file leads to. */
export function resolved(from: string, href: string): { readonly path: string; readonly fragment: string | undefined } {
  const [file = '', fragment] = href.split('#', 2);
  const path = file === '' ? from : posix.normalize(posix.join(posix.dirname(from), decoded(file)));
  return { path, fragment: fragment === undefined || fragment === '' ? undefined : decoded(fragment) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The list of the element `nav` whose type is `toc`. */
export function readNavigation(source: string, path: string): Entry[] {
  const entries: Entry[] = [];
  let isToc = false;
  let depth = 0;
  let link: { href: string; text: string } | undefined;
  readXml(source, {
    open(name, attributes) {
      if (name === 'nav') isToc = /\btoc\b/u.test(`${attributes.type ?? ''} ${attributes.role ?? ''}`);
      if (!isToc) return;
      if (name === 'ol') depth++;
      if (name === 'a' && attributes.href !== undefined) link = { href: attributes.href, text: '' };
    },
    text(text) {
      if (link !== undefined) link.text += text;
    },
    close(name) {
      if (name === 'nav') isToc = false;
      if (name === 'ol' && isToc) depth--;
      if (name !== 'a' || link === undefined) return;
      entries.push({ title: tidied(link.text), ...resolved(path, link.href), depth });
      link = undefined;
    },
  });
  return entries;
}

/** The `navMap` of an NCX. */
export function readNcx(source: string, path: string): Entry[] {
  const entries: Entry[] = [];
  let depth = 0;
  let title = '';
  let isLabel = false;
  let isMap = false;
  readXml(source, {
    open(name, attributes) {
      if (name === 'navMap') isMap = true;
      if (name === 'navPoint') {
        depth++;
        title = '';
      }
      if (name === 'text') isLabel = isMap;
      if (name === 'content' && isMap) {
        entries.push({ title: tidied(title), ...resolved(path, attributes.src ?? ''), depth });
      }
    },
    text(text) {
      if (isLabel) title += text;
    },
    close(name) {
      if (name === 'text') isLabel = false;
      if (name === 'navPoint') depth--;
      if (name === 'navMap') isMap = false;
    },
  });
  return entries;
}
