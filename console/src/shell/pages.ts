/** All pages, in the order of the navigation: the lists of the folders beside this one. */
import type { PageEntry } from '../base/page-entry.ts';
import { pages as agents } from '../agents/index.ts';
import { pages as books } from '../books/index.ts';
import { pages as calls } from '../calls/index.ts';
import { pages as connect } from '../connect/index.ts';
import { pages as conversion } from '../conversion/index.ts';
import { pages as datasets } from '../datasets/index.ts';
import { pages as dictionaries } from '../dictionaries/index.ts';
import { pages as files } from '../files/index.ts';
import { pages as fineTunes } from '../fine-tunes/index.ts';
import { pages as keys } from '../keys/index.ts';
import { pages as members } from '../members/index.ts';
import { pages as metrics } from '../metrics/index.ts';
import { pages as server } from '../server/index.ts';
import { pages as session } from '../session/index.ts';
import { pages as speak } from '../speak/index.ts';
import { pages as transcribe } from '../transcribe/index.ts';
import { pages as usage } from '../usage/index.ts';
import { pages as voices } from '../voices/index.ts';
import { pages as webhooks } from '../webhooks/index.ts';

export const pages: readonly PageEntry[] = [
  ...speak,
  ...transcribe,
  ...conversion,
  ...books,
  ...voices,
  ...dictionaries,
  ...agents,
  ...calls,
  ...metrics,
  ...files,
  ...datasets,
  ...fineTunes,
  ...webhooks,
  ...connect,
  ...usage,
  ...members,
  ...keys,
  ...server,
  ...session,
];
