/** Silero's model of voice activity: found among the files of a package, installed, and its manifest. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkManifest, manifestFile, relativePath, sharedManifest } from '../../model-files/manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { copyInto, innerFolder, inspectGraph, memoryOfGraphs } from '../../model-files/package-files.ts';

const schema = z.object({
  ...sharedManifest.shape,
  kind: z.literal('vad'),
  vad: z.object({
    family: z.literal('silero'),
    graph: relativePath,
    /** Samples before a window that the graph looks at too: 64 from version 5 on, 0 before. */
    context: z.int().min(0).max(512),
  }),
});

/** What `model.json` of it holds. */
export type VadManifest = z.infer<typeof schema>;

/** @throws {ModelError} when it is not the manifest of voice activity; the message names the first thing that is wrong */
export function checkVadManifest(data: unknown): VadManifest {
  return checkManifest(schema, data);
}

/** A package, and what its graph says of it. */
export interface VadPackage {
  readonly folder: string;
  readonly graph: string;
  readonly context: number;
}

/** Inputs of the graph by the samples of context that it takes. */
const contexts: Readonly<Record<string, number>> = { 'input,sr,h,c': 0, 'input,state,sr': 64 };

/**
 * @returns undefined where a folder holds something else
 * @throws {ModelError} for a graph that is damaged, or one of Silero's that is not run here
 */
export async function vadPackage(source: string): Promise<VadPackage | undefined> {
  const folder = await innerFolder(source);
  const graphs = (await readdir(folder)).filter((name) => name.endsWith('.onnx'));
  const [graph] = graphs;
  if (graph === undefined || graphs.length > 1 || !/silero/iu.test(graph)) return undefined;
  const { inputs } = await inspectGraph(folder, graph);
  const names = inputs.map(({ name }) => name).join(',');
  const context = contexts[names];
  if (context === undefined) {
    throw new ModelError(`${graph}: its inputs are ${names}, which is no version of Silero known here`);
  }
  return { folder, graph, context };
}

/**
 * Copies the graph, with its manifest, into another folder.
 * @param target is made, and is gone again after an error
 */
export async function prepareVad(
  { folder, graph, context }: VadPackage,
  target: string,
  { name, licence, source }: { readonly name: string; readonly licence: string; readonly source: string },
): Promise<VadManifest> {
  await mkdir(target, { recursive: true });
  try {
    const file = await copyInto(folder, target, graph);
    const manifest = checkVadManifest({
      ...{ format: 1, kind: 'vad', name, licence, source, languages: [], files: [file] },
      memoryBytes: memoryOfGraphs(file.bytes),
      vad: { family: 'silero', graph, context },
    });
    await writeFile(path.join(target, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
    return manifest;
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}
