/** Tables of written texts and how an educated native speaker reads them aloud: what the normalisation is measured by. */

export interface NormalisationCase {
  readonly text: string;
  /** Written out in full; several where speakers differ. */
  readonly spoken: string | readonly string[];
  /** Kept aside while rules are written, so that its score tells how unseen texts fare. */
  readonly heldOut?: boolean;
}

/**
 * Reads a table with one case per line: `text → spoken`, alternatives after ` | `, and `~` before a case that is held out.
 * @throws {Error} at a line without an arrow
 */
export function casesOf(table: string): NormalisationCase[] {
  const lines = table.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map(caseOf);
}

function caseOf(line: string): NormalisationCase {
  const heldOut = line.startsWith('~');
  const [text, spoken, ...rest] = line.slice(heldOut ? 1 : 0).split('→');
  if (text === undefined || spoken === undefined || rest.length > 0) throw new Error(`not a case: ${line}`);
  return { text: text.trim(), spoken: spoken.split(' | ').map((form) => form.trim()), ...(heldOut && { heldOut }) };
}
