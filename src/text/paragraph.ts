/** The melody of a paragraph: its first sentence lies higher than the others and its last lower, as people read (docs/rules.md#paragraph-melody). */
import { breaksBefore, breaksBehind, endingOf, type LineState } from './line-breaks.ts';

/** How far, in semitones. */
const firstSemitones = 1;
const lastSemitones = -1;

/** Where a text that is read in pieces stands in its paragraph. Immutable. */
export interface ParagraphState {
  /** A sentence of it has begun. */
  readonly hasBegun: boolean;
  /** The sentence that was read last goes on in the next piece. */
  readonly isOpen: boolean;
  /** Multiplier on the pitch of that sentence. */
  readonly pitch: number;
}

/** At the beginning of a text. */
export const firstParagraph: ParagraphState = { hasBegun: false, isOpen: false, pitch: 1 };

/**
 * The place of a piece with words. A sentence keeps the pitch that it began with, and whether it is the last is only told of one that
 * ends in the piece in which it begins. One that is cut within a clause keeps the voice's own.
 * @param read the piece without its markup, the lines before it, and whether more may follow
 */
export function paragraphWith(
  state: ParagraphState,
  read: { readonly piece: string; readonly lines: LineState; readonly goesOn: boolean },
): ParagraphState {
  const { piece, lines, goesOn } = read;
  const breaks = breaksBefore(lines, piece);
  const behind = breaksBehind(piece);
  const ending = behind > 0 ? 'sentence' : endingOf(piece.trimEnd());
  const isOpen = goesOn && ending !== 'sentence';
  if (state.isOpen && breaks === 0) return { ...state, isOpen };
  const isFirst = (!state.hasBegun || breaks > 1) && (!goesOn || ending !== 'none');
  const isLast = !goesOn || behind > 1;
  const semitones = (isFirst ? firstSemitones : 0) + (isLast ? lastSemitones : 0);
  return { hasBegun: true, isOpen, pitch: 2 ** (semitones / 12) };
}
