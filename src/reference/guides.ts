/** The guides: pages about one task each, from the files of docs/guides, which the published package contains. */
import { readdirSync, readFileSync } from 'node:fs';
import { details, headingsOf, readHead, renderGuide, type GuideHead } from './guide-markdown.ts';
import type { Html } from './html.ts';
import type { NavigationGroup } from './layout.ts';

export interface Guide extends GuideHead {
  /** Its file without the ending, and the last part of its address: `/docs/guides/<name>`. */
  readonly name: string;
  readonly navigation: readonly NavigationGroup[];
  readonly content: Html;
  /** As it is written, with links from {@link folder}. */
  readonly markdown: string;
  readonly folder: string;
}

/** A guide as it is written. */
export interface GuideSource extends GuideHead {
  readonly name: string;
  /** All of its file but the head. */
  readonly markdown: string;
}

/** In the order of the side bar. */
export const guideGroups = ['Build', 'Voices', 'Connect', 'Operate', 'Know'] as const;

const folder = new URL('../../docs/guides/', import.meta.url);

/**
 * All guides as they are written, in the order of the side bar.
 * @throws {Error} for a guide without a complete head, or of an unknown group
 */
export function readGuides(from: URL = folder): readonly GuideSource[] {
  const files = readdirSync(from).filter((file) => /^[a-z0-9-]+\.md$/.test(file));
  const sources = files.map((file): GuideSource => {
    const name = file.slice(0, -'.md'.length);
    const { head, markdown } = readHead(readFileSync(new URL(file, from), 'utf8'), name);
    if (!guideGroups.some((group) => group === head.group)) {
      throw new Error(
        `docs/guides/${file} is of the group '${head.group}', which is none of ${guideGroups.join(', ')}`,
      );
    }
    return { ...head, name, markdown };
  });
  return sources.sort((a, b) => a.order - b.order);
}

function shown(source: GuideSource, baseUrl: string, from = 'docs/guides'): Guide {
  const { markdown } = source;
  const navigation = [{ title: 'On this page', links: headingsOf(markdown) }];
  return { ...source, folder: from, navigation, content: renderGuide(markdown, baseUrl, from) };
}

/**
 * All guides in the order of the side bar, and behind them the pages that say more.
 * @param baseUrl address of this server, for the commands in them; '' leaves the default one
 */
export function guides(baseUrl: string): readonly Guide[] {
  const more = details.map(({ file, ...head }) => {
    const text = readFileSync(new URL(`../${file}`, folder), 'utf8');
    return shown({ ...head, markdown: text.replace(/^# .*\n/, '') }, baseUrl, 'docs');
  });
  return [...readGuides().map((source) => shown(source, baseUrl)), ...more];
}
