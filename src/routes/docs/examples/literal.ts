/** Values as literals of a language, on one line where they fit and one member a line where they do not. */
import { isFrom, isUnique, type FromAnswer, type Unique, type Value } from './example.ts';

export interface LiteralStyle {
  readonly text: (text: string) => string;
  readonly member: (name: string, value: string) => string;
  readonly constant: (value: boolean | null) => string;
  /** What stands inside the braces of an object on one line: a space, or nothing. */
  readonly padding: string;
  readonly indent: string;
  readonly from: (value: FromAnswer) => string;
  readonly unique: (value: Unique) => string;
}

/** Longest line. */
const width = 100;

function wrapped(open: string, members: readonly string[], close: string, style: LiteralStyle, at: string): string {
  const padding = open === '{' ? style.padding : '';
  const line = `${open}${padding}${members.join(', ')}${padding}${close}`;
  if (members.length === 0) return open + close;
  if (!line.includes('\n') && at.length + line.length <= width) return line;
  const inner = at + style.indent;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${at}${close}`;
}

/** @param at the indentation of the line that it begins on */
export function literal(value: Value, style: LiteralStyle, at = ''): string {
  if (isFrom(value)) return style.from(value);
  if (isUnique(value)) return style.unique(value);
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null) return style.constant(value);
  const inner = at + style.indent;
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map((item) => literal(item, style, inner));
    return wrapped('[', items, ']', style, at);
  }
  const members = Object.entries(value as Readonly<Record<string, Value>>).map(([name, of]) =>
    style.member(name, literal(of, style, inner)),
  );
  return wrapped('{', members, '}', style, at);
}

/** Text in single quotes, as TypeScript and Python both read it. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
