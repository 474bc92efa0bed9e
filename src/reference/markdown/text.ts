/** Pieces of Markdown. */

/** Code in a fence that is longer than any run of backticks inside it. */
export function fence(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${code.trimEnd()}\n${ticks}`;
}

/** A value in a fence, with the indentation of two spaces. */
export function jsonFence(value: unknown): string {
  return fence(JSON.stringify(value, undefined, 2), 'json');
}

/** Parts with an empty line between them; those that are undefined or empty leave nothing. */
export function paragraphs(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n');
}

/** Text that shall not be read as Markdown, such as a type: `string | null`. */
export function inlineCode(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
