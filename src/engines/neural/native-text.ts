/** The text of a segment as the library's own front ends read it. */
import type { Segment } from '../../text/types.ts';

/** Code points in one run: a front end that finds no sentences gives all to the model at once. */
const maxPiece = 400;

/** Languages that are written without spaces. */
const unspaced: readonly string[] = ['zh', 'ja', 'th'];

/** What is to be spoken, in pieces that a model can take; none where nothing is. */
export function textPieces({ tokens, language }: Segment): string[] {
  const words = tokens
    .flatMap(({ spoken }) => spoken)
    .map((word) => word.toWellFormed().replace(/[\p{C}\uFFFD]+/gu, ' '))
    .filter((word) => word.trim() !== '');
  const joint = unspaced.includes(language) ? '' : ' ';
  const pieces: string[] = [];
  let piece = '';
  for (const word of words.flatMap(cut)) {
    if (piece !== '' && piece.length + word.length >= maxPiece) {
      pieces.push(piece);
      piece = '';
    }
    piece += piece === '' ? word : joint + word;
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
