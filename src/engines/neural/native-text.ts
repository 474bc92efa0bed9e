/** The text of a segment as the library's own front ends read it. */
import type { Segment } from '../../text/types.ts';
import { segmentWords } from '../segment-text.ts';

/** Code points in one run: a front end that finds no sentences gives all to the model at once. */
const maxPiece = 400;

/** What is to be spoken, in pieces that a model can take; none where nothing is. */
export function textPieces(segment: Segment): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const word of segmentWords(segment).flatMap(cut)) {
    if (piece !== '' && piece.length + word.length >= maxPiece) {
      pieces.push(piece);
      piece = '';
    }
    piece += piece === '' ? word.trimStart() : word;
  }
  if (piece !== '') pieces.push(piece);
  return pieces.filter((each) => /[\p{L}\p{N}]/u.test(each));
}

function cut(word: string): string[] {
  if (word.length <= maxPiece) return [word];
  const points = Array.from(word);
  return Array.from({ length: Math.ceil(points.length / maxPiece) }, (_, i) =>
    points.slice(i * maxPiece, (i + 1) * maxPiece).join(''),
  );
}
