import { sql, type RawBuilder } from 'kysely';
import { folded } from './folded-text.ts';

/**
 * The condition that a column of {@link folded} text contains a text.
 * @param column name of the column, with its table where the query has several
 */
export function contains(column: string, text: string): RawBuilder<boolean> {
  return like(column, `%${literally(text)}%`);
}

/**
 * The condition that the first of several texts in a column of {@link folded} text, or its first lines, is a text.
 * @param column name of the column, with its table where the query has several
 */
export function beginsWithLine(column: string, text: string): RawBuilder<boolean> {
  return like(column, `${literally(text)}\n%`);
}

function literally(text: string): string {
  return folded(text).replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
