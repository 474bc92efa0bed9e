/** `/docs/not-yet`: the routes of the interface that this server answers with 501. */
import { anchorOf, badge, isLater } from './families.ts';
import { renderGuide } from './guide-markdown.ts';
import { html, slug } from './html.ts';
import { heading, type Page } from './layout.ts';
import { paragraphs } from './markdown/text.ts';
import { operationsOf, type ApiDocument, type ListedOperation } from './openapi-document.ts';

const introduction =
  'These routes belong to the interface. Here they check the version and the credential and then answer 501 with `not_implemented`: a client can tell that the server lacks them from a mistake of its own.';

function tagOf({ operation }: ListedOperation): string {
  return operation.tags?.[0] ?? 'Other';
}

function summaryOf({ operation }: ListedOperation): string {
  return operation.summary?.replace(' (not yet)', '') ?? '';
}

export function notYetPage(document: ApiDocument): Page {
  const later = operationsOf(document).filter(isLater);
  const tags = [...new Set(later.map(tagOf))];
  return {
    path: '/docs/not-yet',
    title: 'Not there yet',
    description: 'Routes of the interface that this server answers with 501.',
    navigation: [{ title: 'Families', links: tags.map((tag) => ({ anchor: slug(tag), label: tag })) }],
    markdown: () =>
      paragraphs(
        introduction,
        ...tags.map(
          (tag) =>
            `## ${tag}\n\n${later
              .filter((one) => tagOf(one) === tag)
              .map((one) => `- \`${one.method} ${one.path}\`: ${summaryOf(one)}`)
              .join('\n')}`,
        ),
      ),
    content: html`${renderGuide(introduction, '')}
    ${tags.map(
      (tag) =>
        html`<section id="${slug(tag)}">
          ${heading(slug(tag), tag)}
          <ul class="routes">
            ${later
              .filter((one) => tagOf(one) === tag)
              .map(
                (listed) =>
                  html`<li id="${anchorOf(listed)}">
                    ${badge(listed.method)} <span class="route">${listed.path}</span>
                    <span class="quiet">${summaryOf(listed)}</span>
                  </li>`,
              )}
          </ul>
        </section>`,
    )}`,
  };
}
