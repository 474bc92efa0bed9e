import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * A unit for `fc.string`: every code point but lone surrogates, as its own unit `binary`, which lists all 1.1 million in a map once in
 * each process: a second of the processor and the memory for it.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (character) => {
    const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (codePoint === undefined || String.fromCodePoint(codePoint) !== character) throw new Error('not one character');
    return codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  },
);
