/** All pages, in the order of the navigation: the lists of the folders beside this one. */
import type { PageEntry } from './page-entry.ts';
import { pages as speak } from '../speak/index.ts';
import { pages as voices } from '../voices/index.ts';

export const pages: readonly PageEntry[] = [...speak, ...voices];
