/** What {@link Lookahead.at} gives past the end of the text. */
export const END = -1;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * A text that may still grow, read unit by unit. It remembers whether anything looked past its end: a decision that did
 * not is the same for every continuation of the text, and that is all prefix stability means.
 */
export class Lookahead {
  readonly source: string;
  /** True once a reader has looked past the end. */
  starved = false;

  constructor(source: string) {
    this.source = source;
  }

  /** The UTF-16 unit at an index, or {@link END}. */
  at(index: number): number {
    if (index < this.source.length) return this.source.charCodeAt(index);
    this.starved = true;
    return END;
  }

  /** The code point that starts at an index (a lone surrogate is one), or {@link END}. */
  codePoint(index: number): number {
    const unit = this.at(index);
    if (!isHighSurrogate(unit)) return unit;
    const next = this.at(index + 1);
    return isLowSurrogate(next) ? (unit - 0xd800) * 0x400 + (next - 0xdc00) + 0x10000 : unit;
  }
}

/** UTF-16 units of a code point. */
export function unitsOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

/**
 * The index after the first `count` code points, or `Infinity` when the text has fewer, or when its last unit may be
 * half of the code point in question.
 */
export function indexAfter(text: string, count: number): number {
  let index = 0;
  for (let seen = 0; seen < count; seen++) {
    if (index >= text.length) return Infinity;
    if (isHighSurrogate(text.charCodeAt(index))) {
      if (index + 1 >= text.length) return Infinity;
      if (isLowSurrogate(text.charCodeAt(index + 1))) index++;
    }
    index++;
  }
  return index;
}
