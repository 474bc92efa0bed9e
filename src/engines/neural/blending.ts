/**
 * Voices between two speakers of a model whose speakers are vectors (Kokoro's styles). The library takes one whole number as the
 * speaker of a run, so that number names both speakers and the share of the second one, and the rewritten graph takes it apart:
 * nothing is loaded anew, and no file is written, for another blend.
 */
import { elementType, type GraphBuilder } from '../../model-files/onnx/graph.ts';

/** A share is one of so many steps. */
export const blendSteps = 100;

/** The library keeps the number of a speaker in 32 bits. */
const highestId = 2 ** 31 - 1;

/** How many numbers name the speakers of a model, all pairs of them and all shares; undefined where they are too many or one. */
export function blendedIds(speakers: number): number | undefined {
  const ids = speakers * speakers * (blendSteps + 1);
  return speakers > 1 && ids <= highestId ? ids : undefined;
}

/**
 * The number of a voice between two speakers: `first + speakers · (distance + speakers · hundredths)`, where `distance` leads from
 * the first to the other one. That of an unmixed speaker is its own id.
 * @param speakers of the model
 * @param first    its id
 * @param other    its id
 * @param weight   share of the other one, 0–1; it is taken in hundredths
 */
export function blendedId(speakers: number, first: number, other: number, weight: number): number {
  const hundredths = Math.round(weight * blendSteps);
  if (!(hundredths >= 0 && hundredths <= blendSteps)) throw new RangeError(`the share ${weight} is not one of 0 to 1`);
  const distance = hundredths === 0 ? 0 : (other - first + speakers) % speakers;
  return first + speakers * (distance + speakers * hundredths);
}

/** What {@link addBlendedStyle} works with. */
interface BlendedStyle {
  /** Name of a float tensor [speakers × lengths, size of a style]. */
  readonly table: string;
  /** Name of the int64 tensor [1] that holds a {@link blendedId}. */
  readonly speaker: string;
  /** Name of an int64 tensor [1]: the row of a speaker, by the length of the text. */
  readonly index: string;
  /** Of the table. */
  readonly speakers: number;
  /** Rows of one speaker. */
  readonly lengths: number;
}

/**
 * Adds the linear interpolation of two rows of a table of styles.
 * @param output name of the float tensor [1, size of a style] that is made
 */
export function addBlendedStyle(
  graph: GraphBuilder,
  { table, speaker, index, speakers, lengths }: BlendedStyle,
  output: string,
): void {
  const count = graph.int64s(speakers);
  const first = graph.op('Mod', [speaker, count]);
  const rest = graph.op('Div', [speaker, count]);
  const other = graph.op('Mod', [graph.op('Add', [first, graph.op('Mod', [rest, count])]), count]);
  const hundredths = graph.op('Cast', [graph.op('Div', [rest, count])], { to: elementType.float32 });
  const weight = graph.op('Div', [hundredths, graph.floats(blendSteps)]);
  const styleOf = (id: string): string =>
    graph.op('Gather', [table, graph.op('Add', [graph.op('Mul', [id, graph.int64s(lengths)]), index])], { axis: 0 });
  // A sum of products, which is exactly the first style where the weight is 0.
  const kept = graph.op('Mul', [styleOf(first), graph.op('Sub', [graph.floats(1), weight])]);
  graph.op('Add', [kept, graph.op('Mul', [styleOf(other), weight])], {}, output);
}
