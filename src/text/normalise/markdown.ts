/** Marks of Markdown that stand for no words: headings, quotations, ticks, fences, and the addresses of links. */

/** A link or an image: its text and its address. Neither holds a bracket of its kind, so that each is looked at once. */
const link = /!?\[([^[\]]{1,300})\](\((?:[a-z]{3,8}:|www\.|\.{0,2}\/|#)[^\s()<>]{0,2000}(?: "[^"]{0,100}")?\))/gu;

/** What may begin a line, and what is spoken of it. */
const lineStart = /^(?:#{1,6}|>{1,3}|`{3,}\p{L}{0,12})$/u;
/** `> 100` is a comparison. */
const comparison = /^>\s[-−+]?[\d\p{Sc}.]/u;
const listMark = /^[-*+•]$/u;
const tick = /^\[[ xX✓]?\]$/u;

/**
 * The tokens of a segment without such marks; a token of nothing else is empty. A segment begins where a line begins.
 * @param glued which tokens follow the one before without white space
 */
export function withoutMarkdown(texts: readonly string[], glued: readonly boolean[]): readonly string[] {
  const shown =
    texts.length > 0 && lineStart.test(texts[0]!) && !comparison.test(texts.slice(0, 2).join(' '))
      ? ['', ...texts.slice(1)]
      : [...texts];
  if (listMark.test(shown[0] ?? '') && tick.test(shown[1] ?? '')) shown[1] = '';
  return shown.some((text) => text.includes('](')) || glued.length > 0 ? withoutAddresses(shown, glued) : shown;
}

function withoutAddresses(texts: readonly string[], glued: readonly boolean[]): readonly string[] {
  const line = texts.map((text, index) => (index === 0 || glued[index] === true ? text : ` ${text}`)).join('');
  if (!line.includes('](')) return texts;
  const isSilent = new Uint8Array(line.length);
  for (const { 0: all, 1: text, index } of line.matchAll(link)) {
    const from = index + all.indexOf('[');
    isSilent.fill(1, index, from + 1);
    isSilent.fill(1, from + 1 + text!.length, index + all.length);
  }
  let at = 0;
  return texts.map((text, index) => {
    if (index > 0 && glued[index] !== true) at++;
    const start = at;
    at += text.length;
    return isSilent.subarray(start, at).includes(1)
      ? Array.from({ length: text.length }, (_, offset) =>
          isSilent[start + offset] === 1 ? '' : text.charAt(offset),
        ).join('')
      : text;
  });
}
