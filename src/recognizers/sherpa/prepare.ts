/** Makes an installed recognizer out of the files of a published one. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { manifestFile } from '../../model-files/manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { copyInto, inspectGraph, memoryOfGraphs, namingFile } from '../../model-files/package-files.ts';
import type { ModelSummary } from '../../model-files/onnx/inspect.ts';
import { languagesInName, planFamily } from './families.ts';
import { checkRecognizerManifest, type RecognizerManifest } from './manifest.ts';
import type { RecognizerPackage } from './packages.ts';

/** What the files of a recognizer do not say. */
export interface RecognizerDetails {
  readonly name: string;
  readonly licence: string;
  /** Where it came from; its last part may name languages. */
  readonly source: string;
  /** ISO 639-1 codes; empty: what its graphs or its source say, else any. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * Copies what is needed of a package, with its manifest, into another folder.
 * @param target is made, must be empty, and is gone again after an error
 * @throws {ModelError} when a file is damaged or is none of a recognizer that is run here: the message names the file
 */
export async function prepareRecognizer(
  { layout, folder, graphs, tokens }: RecognizerPackage,
  target: string,
  { name, licence, source, languages = [] }: RecognizerDetails,
): Promise<RecognizerManifest> {
  const names = Object.values(graphs);
  const summaries: ModelSummary[] = [];
  // A damaged graph would end the process that loads it.
  for (const each of names) summaries.push(await inspectGraph(folder, each));
  const declared = languages.length > 0 ? languages : languagesInName(path.posix.basename(source));
  const plan = await namingFile(names[0]!, () =>
    Promise.resolve(planFamily(layout, summaries[0]!, { languages: declared })),
  );
  const symbols = await readTokens(folder, tokens);
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) throw new ModelError(`${target} is not empty`);
  try {
    const files: RecognizerManifest['files'] = [];
    for (const each of [...names, tokens]) files.push(await copyInto(folder, target, each));
    const graphBytes = files.slice(0, names.length).reduce((sum, { bytes }) => sum + bytes, 0);
    const { languages: known, ...recognizer } = plan;
    const manifest = checkRecognizerManifest({
      ...{ format: 1, kind: 'recognizer', name, licence, source, languages: known },
      memoryBytes: memoryOfGraphs(graphBytes),
      files,
      recognizer: { ...recognizer, graphs, tokens, capitals: hasCapitalsOnly(symbols) },
    });
    await writeFile(path.join(target, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
    return manifest;
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** Each line is a symbol and its number; the number alone stands for a space. */
async function readTokens(folder: string, name: string): Promise<readonly string[]> {
  const lines = (await readFile(path.join(folder, name), 'utf8')).split(/\r?\n/u).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new ModelError(`${name} is empty`);
  const wrong = lines.findIndex((line) => !/(?:^|\s)\d+$/u.test(line.trimEnd()));
  if (wrong >= 0) throw new ModelError(`${name}: line ${wrong + 1} is no symbol with its number behind it`);
  return lines.map((line) => line.replace(/\s*\d+\s*$/u, ''));
}

function hasCapitalsOnly(symbols: readonly string[]): boolean {
  // `<blk>`, `<0x0A>` and the like are none that are written.
  const letters = symbols.filter((symbol) => !/^<.*>$/u.test(symbol)).join('');
  return /\p{Lu}/u.test(letters) && !/\p{Ll}/u.test(letters);
}
