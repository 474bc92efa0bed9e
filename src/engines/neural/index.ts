/**
 * Neural voices: each installed model is an engine, run by sherpa-onnx (Apache-2.0, an optional package) in a process of its
 * own.
 */
import type { BuiltInVoice, Capabilities, EngineDescriptor, EngineVoice, VoiceTarget } from '../adapter.ts';
import { readInstalled, type ModelProblem } from '../../model-files/installed.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import { isLibraryInstalled, libraryMissing } from '../../model-files/sherpa-onnx.ts';
import { checkVoiceManifest, type ModelSpeaker, type VoiceManifest } from './manifest.ts';
import type { NeuralOptions } from './synthesizer.ts';

/** What is in the folder of the models. */
export interface InstalledModels {
  /** By name. */
  readonly engines: readonly EngineDescriptor[];
  /** What cannot be spoken with, and why. */
  readonly problems: readonly ModelProblem[];
}

/** Limits of the processes; see {@link NeuralOptions}. */
export type NeuralLimits = Omit<NeuralOptions, 'folder' | 'engine'>;

/** A segment waits for the one before it, and the processes notice by themselves when one hangs: this is behind that. */
const taskHangMs = 60_000;

/**
 * The voice models in a folder, one engine each. A folder that is not there holds none; a model that is damaged is a problem.
 * @param folder holds a folder for each model
 */
export async function installedModels(folder: string, limits: NeuralLimits = {}): Promise<InstalledModels> {
  const { found: engines, problems } = await readInstalled(folder, ({ name, folder: inside, manifest }) =>
    manifest.kind === 'voice'
      ? neuralEngine(checkVoiceManifest(manifest), { folder: inside, engine: `${prefix}${name}`, ...limits })
      : undefined,
  );
  if (engines.length === 0 || isLibraryInstalled()) return { engines, problems };
  const unusable = engines.map(({ id }) => ({ model: id.slice(prefix.length), reason: libraryMissing }));
  return { engines: [], problems: [...problems, ...unusable] };
}

const prefix = 'neural:';

/** The engine of one model. */
export function neuralEngine(manifest: VoiceManifest, options: NeuralOptions): EngineDescriptor {
  const capabilities = capabilitiesOf(manifest);
  const voices = manifest.speakers.map((speaker, index) => voiceOf(manifest, options.engine, speaker, index));
  return {
    id: options.engine,
    capabilities,
    voices: () => voices,
    cast: (target) => cast(manifest, options.engine, target),
    placement: { threads: 1, memoryBytes: manifest.memoryBytes, hangMs: taskHangMs },
    needsReference: manifest.direct !== undefined,
    module: { url: moduleUrl(import.meta.url, './synthesizer'), options },
  };
}

function capabilitiesOf({
  languages,
  sampleRate,
  direct,
  deterministic,
  cloning,
  family,
  speakers,
}: VoiceManifest): Capabilities {
  const hasDurations = direct?.hopLength !== undefined;
  return {
    languages,
    sampleRate,
    marks: hasDurations ? 'exact' : 'aligned',
    phonemes: hasDurations,
    deterministic,
    cloning: cloning ? 'zero-shot' : 'none',
    blending: direct?.blend !== undefined && speakers.length > 1,
    prosody: { rate: true, pitch: false, emotion: false },
    // Latin words are read by their own language's rules or by eSpeak's; the letters of other scripts are left out.
    foreignWords: { en: { notIn: [] } },
    // One is spoken, the next one waits in the process.
    concurrency: 2,
    // A segment is heard when all of it is computed: about ten seconds, so that a slow machine is not taken for one that hangs.
    segmentation: { maxCodePoints: family === 'zipvoice' ? 120 : 180, firstClauseWords: 3, firstCodePoints: 60 },
  };
}

const titles: Readonly<Record<VoiceManifest['family'], string>> = {
  piper: 'Piper',
  kokoro: 'Kokoro',
  matcha: 'Matcha',
  kitten: 'Kitten',
  zipvoice: 'ZipVoice',
  pocket: 'Pocket',
  supertonic: 'Supertonic',
};

function voiceOf(manifest: VoiceManifest, engine: string, speaker: ModelSpeaker, index: number): BuiltInVoice {
  const { name, family, licence } = manifest;
  return {
    key: `${engine}/${speaker.name}`,
    name: displayName(speaker.name, manifest.speakers.length === 1 ? name : `${name} ${index + 1}`),
    gender: speaker.gender,
    language: speaker.language,
    character: `spoken by the neural model ${name} (${titles[family]})`,
    accent: speaker.accent ?? undefined,
    licence,
    speaker: { engine, name: speaker.name },
  };
}

/** `bf_emma` is Emma, `ljspeech` is Ljspeech; a speaker without a name of letters is called by its model. */
function displayName(speaker: string, other: string): string {
  const plain = speaker
    .replace(/^[a-z][fm]_/u, '')
    .replace(/[_-]+/gu, ' ')
    .trim();
  if (!/^\p{L}{3}/u.test(plain)) return other;
  return plain.replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase());
}

/** The speaker of the model that is nearest to what is asked for, or the clip itself. */
function cast(
  { languages, speakers, cloning, needsTranscript }: VoiceManifest,
  engine: string,
  { language, accent, gender, base, clip }: VoiceTarget,
): EngineVoice | undefined {
  if (!languages.includes(language)) return undefined;
  if (clip !== undefined) {
    if (!cloning || (needsTranscript && clip.transcript === undefined)) return undefined;
    return { engine, name: 'clip', clip };
  }
  if (base?.engine === engine) return base;
  const native = speakers.filter((speaker) => speaker.language === language);
  const candidates = native.length > 0 ? native : speakers;
  const near = (speaker: ModelSpeaker): number =>
    (gender === null || speaker.gender === gender ? 4 : speaker.gender === null ? 2 : 0) +
    (speaker.accent === accent ? 1 : 0);
  const best = candidates.reduce<ModelSpeaker | undefined>(
    (chosen, speaker) => (chosen === undefined || near(speaker) > near(chosen) ? speaker : chosen),
    undefined,
  );
  return best === undefined ? undefined : { engine, name: best.name };
}
