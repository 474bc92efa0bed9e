/** The text of a segment as a server is given it (docs/rules.md#upstream-text). */
import type { Segment } from '../../text/types.ts';
import { segmentWords } from '../segment-text.ts';

/** Empty where nothing is to be said. */
export function textOf(segment: Segment): string {
  return segmentWords(segment).join('');
}
