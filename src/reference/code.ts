/** Code in several languages, of which one is shown. */
import { html, slug, type Html } from './html.ts';
import { copyable } from './layout.ts';

export interface CodeBlock {
  /** What the choice is remembered by on all pages: `curl`, `typescript`, `python`. */
  readonly language: string;
  /** What its tab says. */
  readonly label: string;
  readonly code: string;
}

/**
 * Tabs (ARIA Authoring Practices, "Tabs"), which the script makes of headings: without it all blocks are shown below each
 * other.
 * @param id unique on the page
 */
export function codeTabs(id: string, blocks: readonly CodeBlock[]): Html {
  return html`<div class="tabs">
    ${blocks.map(
      ({ language, label, code }) =>
        html`<div class="tab" id="${slug(`${id} ${language}`)}" data-language="${language}" data-label="${label}">
          <p class="tab-label">${label}</p>
          ${copyable(code)}
        </div>`,
    )}
  </div>`;
}
