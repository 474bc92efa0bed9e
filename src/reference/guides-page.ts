/** `/docs/guides`: the list of guides. */
import type { Guide } from './guides.ts';
import { html, slug } from './html.ts';
import { heading, type Page } from './layout.ts';
import { paragraphs } from './markdown/text.ts';

const introduction =
  'One task each, from the first line to the last; a test runs every block of code on them. The pages under Details say more.';

/** A list of guides in Markdown. */
export function guideLinks(guides: readonly Guide[]): string {
  return guides.map(({ name, title, summary }) => `- [${title}](/docs/guides/${name}): ${summary}`).join('\n');
}

export function guidesPage(guides: readonly Guide[]): Page {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return {
    path: '/docs/guides',
    title: 'Guides',
    description: 'One task each, from the first line to the last.',
    navigation: [{ title: 'Guides', links: groups.map((group) => ({ anchor: slug(group), label: group })) }],
    markdown: () =>
      paragraphs(
        introduction,
        ...groups.map((group) => `## ${group}\n\n${guideLinks(guides.filter((one) => one.group === group))}`),
      ),
    content: html`<p>${introduction}</p>
      ${groups.map(
        (group) =>
          html`<section id="${slug(group)}">
            ${heading(slug(group), group)}
            <dl class="guides">
              ${guides
                .filter((one) => one.group === group)
                .map(
                  ({ name, title, summary }) =>
                    html`<div>
                      <dt><a href="/docs/guides/${name}">${title}</a></dt>
                      <dd>${summary}</dd>
                    </div>`,
                )}
            </dl>
          </section>`,
      )}`,
  };
}
