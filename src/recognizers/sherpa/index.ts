/** Recognizers that are installed as models, run by sherpa-onnx in processes of their own. Each is called by the name of its model. */
import { readInstalled, type ModelProblem } from '../../model-files/installed.ts';
import { isLibraryInstalled, libraryMissing } from '../../model-files/sherpa-onnx.ts';
import type { MemoryBudget } from '../../processes/memory-budget.ts';
import type { SupervisionLimits } from '../../processes/supervised-process.ts';
import type { RecognizerDescriptor } from '../adapter.ts';
import { canRun, concurrencyOf } from './config.ts';
import { checkRecognizerManifest, type RecognizerManifest } from './manifest.ts';
import { SherpaRecognizer, type SherpaOptions } from './recognizer.ts';

/** What is in the folder of the models. */
export interface InstalledRecognizers {
  /** By name. */
  readonly recognizers: readonly RecognizerDescriptor[];
  /** Models that state to be recognizers and cannot be used, and why. */
  readonly problems: readonly ModelProblem[];
}

/**
 * @param folder of the models; one that is not there holds none
 * @param memory shared by all models of this process
 */
export async function installedRecognizers(
  folder: string,
  memory: MemoryBudget,
  limits: SupervisionLimits = {},
): Promise<InstalledRecognizers> {
  const problems: ModelProblem[] = [];
  // What has no manifest that can be read is told of as a voice.
  const { found } = await readInstalled(folder, ({ name, folder: inside, manifest }) => {
    if (manifest.kind !== 'recognizer') return undefined;
    try {
      const checked = checkRecognizerManifest(manifest);
      if (!canRun(checked)) throw new Error(`sherpa-onnx runs no ${checked.recognizer.family} so`);
      return sherpaRecognizer({ manifest: checked, folder: inside, memory, limits });
    } catch (error) {
      problems.push({ model: name, reason: (error as Error).message });
      return undefined;
    }
  });
  if (found.length === 0 || isLibraryInstalled()) return { recognizers: found, problems };
  return {
    recognizers: [],
    problems: [...problems, ...found.map(({ id }) => ({ model: id, reason: libraryMissing }))],
  };
}

/** The recognizer of one model. */
export function sherpaRecognizer(options: SherpaOptions): RecognizerDescriptor {
  const { manifest } = options;
  const { streaming, words, detectsLanguage } = manifest.recognizer;
  return {
    id: manifest.name,
    capabilities: {
      languages: manifest.languages.length === 0 ? 'any' : manifest.languages,
      detectsLanguage,
      streaming,
      words,
      phrases: false,
      vocabulary: false,
      prompt: false,
      concurrency: concurrencyOf(manifest),
    },
    version: versionOf(manifest),
    open: () => new SherpaRecognizer(options),
  };
}

/** Another one of the same name has other files. */
function versionOf({ files }: RecognizerManifest): string {
  return files.map(({ sha256 }) => sha256).join(' ');
}
