/** Markup from templates in which everything is escaped that is not markup itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | false | undefined | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return part === undefined || part === false ? '' : escape(String(part));
}

/** html`<p>${text}</p>`: strings are escaped, arrays joined, false and undefined leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((string, index) => string + render(parts[index])).join(''));
}

/** Text with `code` in backticks and paths under /docs as links. */
export function prose(text: string): Html {
  const marked = escape(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/(?<![\w/"])\/docs(?:\/[a-z]+(?:\.[a-z]+)?)?(?:#[\w-]+)?/g, '<a href="$&">$&</a>');
  return new Html(marked);
}

/** A text as the id of an element: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
