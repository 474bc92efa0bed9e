/** One figure against its aim. */
export interface Row {
  /** Names the row in `--json` and in the notes on missed aims. */
  readonly id: string;
  readonly what: string;
  /** Empty where the figure only informs. */
  readonly aim: string;
  readonly measured: string;
  /** Undefined where there is no aim. */
  readonly pass?: boolean;
}

export interface Table {
  readonly title: string;
  /** How it was measured, in sentences. */
  readonly method: string;
  readonly rows: readonly Row[];
}

const columns = ['', 'aim', 'measured', ''] as const;
function verdict({ pass }: Row): string {
  return pass === undefined ? '' : pass ? 'pass' : 'miss';
}

function cells(row: Row): string[] {
  return [row.what, row.aim, row.measured, verdict(row)];
}

/** For a terminal. */
export function renderText({ title, rows }: Table): string {
  const lines = [[title, ...columns.slice(1)], ...rows.map(cells)];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const pad = (line: readonly string[]): string =>
    line
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd();
  const [head, ...body] = lines.map(pad);
  return [head, '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body].join('\n');
}

export function renderMarkdown({ title, method, rows }: Table): string {
  const line = (values: readonly string[]): string =>
    `| ${values.map((value) => value.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `## ${title}`,
    '',
    method,
    '',
    line(['Figure', 'Aim', 'Measured', 'Result']),
    '|---|---|---|---|',
    ...rows.map((row) => line(cells(row))),
  ].join('\n');
}

/** `12.3` with so many digits after the point. */
export function fixed(value: number, digits = 1): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}

export function milliseconds(value: number): string {
  return `${fixed(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

export function megabytes(bytes: number): string {
  return `${fixed(bytes / 2 ** 20)} MiB`;
}
