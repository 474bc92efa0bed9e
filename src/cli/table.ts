/** Columns aligned by spaces, one space for each character; nothing behind the last one. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
