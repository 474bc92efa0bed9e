/** Plural forms in the tables: written in a row, divided by slashes. */

/**
 * The form for a CLDR plural category. One form serves all; two are `one/other`; three `one/few/other`; four
 * `one/few/many/other`.
 */
export function formOf(forms: string, category: Intl.LDMLPluralRule): string {
  const cells = forms.split('/');
  const last = cells.at(-1)!;
  if (cells.length === 1 || category === 'one') return cells[0]!;
  if (cells.length === 2) return last;
  if (category === 'few' || category === 'two') return cells[1]!;
  return cells.length === 4 && category === 'many' ? cells[2]! : last;
}
