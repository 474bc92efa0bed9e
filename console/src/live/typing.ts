/** What of a text that is being typed can be spoken already. Sent text cannot be taken back. */

/**
 * @param text all of it
 * @param sent how many of its characters were sent
 * @returns the next piece: up to the last place where a word has ended; empty while a word is being typed
 */
export function nextPiece(text: string, sent: number): string {
  const rest = text.slice(sent);
  // A word ends with a space after it. Letters of scripts without spaces stand for themselves.
  const end = /^[\s\S]*(?:\s|[\u3040-\u30ff\u3400-\u9fff\u3001\u3002])/u.exec(rest)?.[0].length ?? 0;
  return rest.slice(0, end);
}

/**
 * A change of the field, as far as it can be had.
 * @returns the text with what was sent put back, and whether that was touched
 */
export function keepSent(
  before: string,
  after: string,
  sent: number,
): { readonly text: string; readonly isKept: boolean } {
  const said = before.slice(0, sent);
  if (after.startsWith(said)) return { text: after, isKept: false };
  // What stands after the sent part stays when it was not touched.
  const rest = before.slice(sent);
  return { text: said + (after.endsWith(rest) ? rest : ''), isKept: true };
}
