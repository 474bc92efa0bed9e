/** `/docs/guides`: the list of guides. */
import type { Guide } from './guides.ts';
import { html, slug } from './html.ts';
import { heading, type Page } from './layout.ts';

export function guidesPage(guides: readonly Guide[]): Page {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return {
    path: '/docs/guides',
    title: 'Guides',
    description: 'One task each, from the first line to the last.',
    navigation: [{ title: 'Guides', links: groups.map((group) => ({ anchor: slug(group), label: group })) }],
    content: html`<p>
        One task each, from the first line to the last; a test runs every block of code on them. The pages under Details
        say more.
      </p>
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
