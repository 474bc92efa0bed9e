/** What the models of the table take while they are loaded. */
import { memoryOfGraphs } from '../model-files/package-files.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';

/** Bytes; undefined where it is not known before the model is unpacked. */
export function memoryOf({ files, graphBytes }: CatalogueEntry): number | undefined {
  if (graphBytes !== undefined) return memoryOfGraphs(graphBytes);
  const graphs = files.filter(({ url }) => url.endsWith('.onnx'));
  const isWhole = files.every(({ url }) => /\.(?:onnx|json)$/.test(url));
  return isWhole ? memoryOfGraphs(graphs.reduce((sum, { size }) => sum + size, 0)) : undefined;
}
