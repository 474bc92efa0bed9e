/** `/docs/not-yet`: the routes of the interface that this server answers with 501. */
import { anchorOf, badge, isLater } from './families.ts';
import { html, slug } from './html.ts';
import { heading, type Page } from './layout.ts';
import { operationsOf, type ApiDocument } from './openapi-document.ts';

export function notYetPage(document: ApiDocument): Page {
  const later = operationsOf(document).filter(isLater);
  const tags = [...new Set(later.map(({ operation }) => operation.tags?.[0] ?? 'Other'))];
  return {
    path: '/docs/not-yet',
    title: 'Not there yet',
    description: 'Routes of the interface that this server answers with 501.',
    navigation: [{ title: 'Families', links: tags.map((tag) => ({ anchor: slug(tag), label: tag })) }],
    content: html`<p>
        These routes belong to the interface. Here they check the version and the credential and then answer 501 with
        <a href="/docs/errors#not_implemented"><code>not_implemented</code></a
        >: a client can tell that the server lacks them from a mistake of its own.
      </p>
      ${tags.map(
        (tag) =>
          html`<section id="${slug(tag)}">
            ${heading(slug(tag), tag)}
            <ul class="routes">
              ${later
                .filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag)
                .map(
                  (listed) =>
                    html`<li id="${anchorOf(listed)}">
                      ${badge(listed.method)} <span class="route">${listed.path}</span>
                      <span class="quiet">${listed.operation.summary?.replace(' (not yet)', '')}</span>
                    </li>`,
                )}
            </ul>
          </section>`,
      )}`,
  };
}
