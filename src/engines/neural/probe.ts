/** Runs a model of direct mode once, when it is installed: published graphs differ in what they say of themselves. */
import type { Segment } from '../../text/types.ts';
import { neutralProsody } from '../../text/types.ts';
import { loudnessOf } from '../../audio/loudness.ts';
import { joinIntegers } from '../../audio/samples.ts';
import type { DirectSettings, VoiceManifest } from './manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { ModelProcess } from './model-process.ts';
import { idRuns, idText, symbolsOf } from './phoneme-ids.ts';
import { sherpaConfig } from './sherpa.ts';

/** Words of sounds that most languages have; those that the model does not know are left out. */
const words = ['masˈatetˈinolˈu', 'napˈesi', 'kolˈano', 'mirˈe', 'salˈuto', 'bˈada', 'lomˈinata', 'sˈelu'];
/** Speakers that are listened to; the others of a model with more get the median of these. */
const maxSpeakers = 100;

/** For one run. Longer than for a request: the machine may be at work on others, and the command that installs can wait. */
const hangMs = 60_000;

/** What a run of a model tells of it. */
export interface ModelMeasures {
  /** Samples for each unit of its durations; undefined where they do not add up to its audio, or it gives none. */
  readonly hopLength: number | undefined;
  /** LUFS of each speaker, by its name; empty where the model gives no sound to measure. */
  readonly levels: ReadonlyMap<string, number>;
}

/** What one speaker gave. */
interface SpeakerOutput {
  readonly pieces: Int16Array[];
  units: number;
  durations: number;
}

/**
 * @param folder of the model, absolute
 * @throws {ModelError} when it does not load or does not run; the message says why
 */
export async function measureModel(manifest: VoiceManifest, folder: string): Promise<ModelMeasures> {
  const direct = manifest.direct!;
  const tokens = words.map((text) => ({ text, spoken: [text], continues: false }));
  const segment: Segment = { tokens, prosody: neutralProsody, language: manifest.languages[0]!, pauseSeconds: 0 };
  const phonemes = words.map((word, token) => ({ token, word: 0, phonemes: word }));
  const runs = idRuns(symbolsOf(segment, phonemes, direct), direct);
  if (runs.length === 0) throw new ModelError('the model knows none of the common sounds');
  const process = new ModelProcess({ name: manifest.name, config: sherpaConfig(manifest, folder), hangMs });
  const measured = new Map<string, number>();
  let hopLength: number | undefined;
  try {
    await process.load();
    for (const [index, speaker] of manifest.speakers.slice(0, maxSpeakers).entries()) {
      const heard: SpeakerOutput = { pieces: [], units: 0, durations: 0 };
      for (const { ids } of runs) await listen(process, direct, speaker.id, ids, heard);
      const samples = joinIntegers(heard.pieces);
      if (samples.length === 0) throw new ModelError(`the model ${manifest.name} gives no audio`);
      if (index === 0) hopLength = hopLengthOf(samples.length, heard, runs);
      const level = loudnessOf(samples, manifest.sampleRate);
      if (Number.isFinite(level)) measured.set(speaker.name, Number(level.toFixed(1)));
    }
  } catch (error) {
    throw new ModelError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await process.close();
  }
  const median = [...measured.values()].sort((a, b) => a - b)[measured.size >> 1];
  const levels = manifest.speakers.flatMap(({ name }): [string, number][] => {
    const level = measured.get(name) ?? median;
    return level === undefined ? [] : [[name, level]];
  });
  return { hopLength, levels: new Map(levels) };
}

async function listen(
  process: ModelProcess,
  { lengthScale }: DirectSettings,
  speaker: number,
  ids: readonly number[],
  heard: SpeakerOutput,
): Promise<void> {
  const request = { text: idText(ids), speaker, speed: 1 / lengthScale, isPacked: true, options: {} };
  const onAudio = (samples: Int16Array, durations: Int32Array | undefined): void => {
    heard.pieces.push(samples);
    heard.units += durations?.reduce((sum, each) => sum + each, 0) ?? 0;
    heard.durations += durations?.length ?? 0;
  };
  await process.run({ request, size: ids.length, onAudio }, new AbortController().signal);
}

function hopLengthOf(
  samples: number,
  { units, durations }: SpeakerOutput,
  runs: readonly { readonly ids: readonly number[] }[],
): number | undefined {
  const hopLength = samples / units;
  const ids = runs.reduce((sum, run) => sum + run.ids.length, 0);
  return durations === ids && Number.isInteger(hopLength) ? hopLength : undefined;
}
