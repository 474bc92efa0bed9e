/** Runs a model of direct mode once, when it is installed: published graphs differ in what they say of themselves. */
import type { Segment } from '../../text/types.ts';
import { neutralProsody } from '../../text/types.ts';
import type { ModelManifest } from './manifest.ts';
import { ModelError } from './model-error.ts';
import { ModelProcess } from './model-process.ts';
import { idRuns, idText, symbolsOf } from './phoneme-ids.ts';
import { sherpaConfig } from './sherpa.ts';

/** Sounds that most languages have; those that the model does not know are left out. */
const sounds = 'masˈatetˈinolˈu';

/**
 * @param folder of the model, absolute
 * @returns samples for each unit of its durations; undefined where they do not add up to its audio, or it gives none
 * @throws {ModelError} when it does not load or does not run; the message says why
 */
export async function measureHopLength(manifest: ModelManifest, folder: string): Promise<number | undefined> {
  const direct = manifest.direct!;
  const token = { text: 'x', spoken: ['x'], continues: false };
  const segment: Segment = {
    tokens: [token],
    prosody: neutralProsody,
    language: manifest.languages[0]!,
    pauseSeconds: 0,
  };
  const words = [{ token: 0, word: 0, phonemes: sounds }];
  const [run] = idRuns(symbolsOf(segment, words, direct), direct);
  if (run === undefined) throw new ModelError('the model knows none of the common sounds');
  const process = new ModelProcess({ name: manifest.name, config: sherpaConfig(manifest, folder) });
  const heard = { samples: 0, units: 0, durations: 0 };
  try {
    await process.load();
    const request = {
      text: idText(run.ids),
      speaker: 0,
      speed: 1 / direct.lengthScale,
      isPacked: true,
      options: {},
    };
    const onAudio = (samples: Int16Array, durations: Int32Array | undefined): void => {
      heard.samples += samples.length;
      heard.units += durations?.reduce((sum, each) => sum + each, 0) ?? 0;
      heard.durations += durations?.length ?? 0;
    };
    await process.run({ request, size: run.ids.length, onAudio }, new AbortController().signal);
  } catch (error) {
    throw new ModelError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await process.close();
  }
  if (heard.samples === 0) throw new ModelError(`the model ${manifest.name} gives no audio`);
  const hopLength = heard.samples / heard.units;
  return heard.durations === run.ids.length && Number.isInteger(hopLength) ? hopLength : undefined;
}
