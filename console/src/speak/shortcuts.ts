/** The keys that mark a text. */

/** There Option alone types letters: @ on a German keyboard, ł on a Polish one. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** For `aria-keyshortcuts`. @param letter that is pressed with them */
export function shortcut(letter: string): string {
  return `${isApple ? 'Control+Alt' : 'Alt'}+${letter}`;
}
