/** Values as literals of a language, on one line where they fit and one member a line where they do not. */
import { isFrom, isUnique, type FromAnswer, type Unique, type Value } from './example.ts';

export interface LiteralStyle {
  readonly text: (text: string) => string;
  readonly member: (name: string, value: string) => string;
  readonly constant: (value: boolean | null) => string;
  /** What stands inside the braces of an object on one line: a space, or nothing. */
  readonly padding: string;
  readonly indent: string;
  /** What follows the last member where each has its line: a comma, or nothing. */
  readonly comma: string;
  readonly from: (value: FromAnswer) => string;
  readonly unique: (value: Unique) => string;
}

/** Longest line, which is as long as what the pages show without a break. */
export const width = 64;

function wrapped(
  [open, close]: readonly [string, string],
  members: readonly string[],
  style: LiteralStyle,
  at: string,
  used: number,
): string {
  const padding = open === '{' ? style.padding : '';
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (members.length === 0) return open + close;
  if (!line.includes('\n') && used + line.length <= width) return line;
  const inner = at + style.indent;
  return `${open}\n${inner}${members.join(`,\n${inner}`)}${style.comma}\n${at}${close}`;
}

/**
 * @param at the indentation of the line that it begins on
 * @param used how much of that line stands before it
 */
export function literal(value: Value, style: LiteralStyle, at = '', used = at.length): string {
  if (isFrom(value)) return style.from(value);
  if (isUnique(value)) return style.unique(value);
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null) return style.constant(value);
  const inner = at + style.indent;
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map((item) => literal(item, style, inner));
    return wrapped(['[', ']'], items, style, at, used);
  }
  const members = Object.entries(value as Readonly<Record<string, Value>>).map(([name, of]) =>
    style.member(name, literal(of, style, inner, inner.length + name.length + 4)),
  );
  return wrapped(['{', '}'], members, style, at, used);
}

/** Text in single quotes, as TypeScript and Python both read it. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
