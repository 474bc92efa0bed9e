/** What moves the cursor, ends the line, colours or reverses what a terminal shows: controls, and the marks of direction. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Columns aligned by spaces, one space for each character; nothing behind the last one. Names come from other people, so what a
 * terminal would obey is written as `\u001b`.
 */
export function table(head: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((cells) => cells.map((cell) => cell.replaceAll(unprintable, escaped)));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => lengthOf(row[column]!))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell + ' '.repeat(widths[column]! - lengthOf(cell)))
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
}

function lengthOf(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
