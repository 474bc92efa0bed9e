/**
 * What the time goes into where an aim is missed, found by profiles (`--profile`). A note is printed only when its row
 * misses its aim, so it may stand here after the reason is gone.
 */
export const notes: readonly { readonly row: RegExp; readonly note: string }[] = [];
