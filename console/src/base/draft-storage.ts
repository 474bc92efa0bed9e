/** Where the tab keeps what was typed and not sent. */

/** Of the names of all drafts. */
export const draftPrefix = 'sonorant-draft:';

export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage may be switched off: then there are none.
  }
}
