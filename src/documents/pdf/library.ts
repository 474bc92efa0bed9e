/** The part of PDF.js that is used: the package brings its types only beside another one. */
import { getDocumentProxy } from 'unpdf';
import type { Piece } from './lines.ts';

interface PdfPage {
  /** Left, bottom, right, top in points. */
  readonly view: readonly number[];
  /** Marks of structure have no text. */
  getTextContent(): Promise<{ readonly items: readonly (Piece | { readonly type: string })[] }>;
  cleanup(): void;
}

export interface OutlineItem {
  readonly title: string;
  /** A name, or the page and the place on it; null for what leads elsewhere. */
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly OutlineItem[];
}

export interface PdfFile {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ readonly info: Readonly<Record<string, unknown>> }>;
  getOutline(): Promise<readonly OutlineItem[] | null>;
  getDestination(name: string): Promise<readonly unknown[] | null>;
  /** @param reference of a page */
  getPageIndex(reference: unknown): Promise<number>;
}

/** @throws {Error} whose name is `PasswordException` where the file is locked */
export function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  const open = getDocumentProxy as unknown as (bytes: Uint8Array, options: object) => Promise<PdfFile>;
  // No fonts, no script of the file, no request: the text alone.
  return open(bytes, { disableFontFace: true, useSystemFonts: false, isEvalSupported: false, verbosity: 0 });
}
