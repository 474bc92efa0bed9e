/** A neural model made for the measurement: no published one is needed, and its audio is of no use. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { VoiceManifest } from '../../src/engines/neural/manifest.ts';
import { prepareModel } from '../../src/engines/neural/prepare.ts';
import { writePiperModel } from '../../src/engines/neural/testing.ts';

/** Its name; the engine is `neural:bench`. */
export const benchModel = 'bench';
/** Makes the tiny model take about 0.1 s of processor for a second of audio, as a Piper voice of medium size. */
const work = 440;

/**
 * Installs it.
 * @param models folder of the models of a server
 */
export async function installBenchModel(models: string): Promise<{ folder: string; manifest: VoiceManifest }> {
  const source = await mkdtemp(path.join(tmpdir(), 'sonorant-bench-'));
  try {
    await writePiperModel(source, { work });
    const folder = path.join(models, benchModel);
    const details = { name: benchModel, licence: 'Apache-2.0', source: benchModel };
    return { folder, manifest: await prepareModel(source, folder, details) };
  } finally {
    await rm(source, { recursive: true });
  }
}
