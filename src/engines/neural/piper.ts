/** Piper voices (https://github.com/rhasspy/piper): what their configuration and graph say. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DirectSettings, ModelSpeaker } from './manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { inspectModel, type ModelSummary } from '../../model-files/onnx/inspect.ts';
import type { RewriteOptions } from './onnx/rewrite.ts';
import { accentOf, phonemeVoice, piperGender } from './speakers.ts';

/** The part of `<voice>.onnx.json` that is used. */
const configSchema = z.object({
  audio: z.object({ sample_rate: z.int().min(8000).max(192_000) }),
  espeak: z.object({ voice: z.string().min(1) }).optional(),
  phoneme_type: z.string().default('espeak'),
  language: z.object({ code: z.string(), family: z.string().optional() }).optional(),
  dataset: z.string().optional(),
  hop_length: z.int().min(1).max(10_000).default(256),
  inference: z
    .object({
      noise_scale: z.number().min(0).max(10).default(0.667),
      length_scale: z.number().min(0.1).max(10).default(1),
      noise_w: z.number().min(0).max(10).default(0.8),
    })
    .prefault({}),
  num_speakers: z.int().min(1).max(10_000).default(1),
  speaker_id_map: z.record(z.string(), z.int().min(0)).default({}),
  phoneme_id_map: z.record(z.string(), z.array(z.int().min(0).max(6399)).min(1)),
});

/** A model of direct mode, before its graph is written. */
export interface DirectPlan {
  readonly sampleRate: number;
  readonly languages: readonly string[];
  readonly speakers: readonly ModelSpeaker[];
  readonly direct: DirectSettings;
  readonly deterministic: boolean;
  readonly rewrite: RewriteOptions;
}

/** Most ids in one run: about 25 s of speech. Attention takes the square of it. */
const maxIds = 1024;

/**
 * @param file bytes of the graph
 * @throws {ModelError} when the configuration or the graph is not that of a Piper voice
 */
export async function planPiper(
  folder: string,
  files: Readonly<Record<string, string>>,
  file: Uint8Array,
): Promise<DirectPlan> {
  const name = files.config!;
  const config = readConfig(name, await readFile(path.join(folder, name), 'utf8'));
  if (config.phoneme_type !== 'espeak' || config.espeak === undefined) {
    throw new ModelError(`${name} wants phonemes of the kind ${config.phoneme_type}, which are not made here`);
  }
  for (const symbol of ['_', '^', '$']) {
    if (config.phoneme_id_map[symbol] === undefined) throw new ModelError(`${name} has no id for ${symbol}`);
  }
  const summary = inspectModel(file);
  requireInputs(files.model!, summary, config.num_speakers);
  const locale = config.language?.code ?? config.espeak.voice;
  const language = (config.language?.family ?? locale.split(/[-_]/u)[0]!).toLowerCase();
  if (!/^[a-z]{2}$/u.test(language)) {
    throw new ModelError(`${name} names the language ${language}, not one by two letters`);
  }
  const durations = soleOutput(summary, 'Ceil');
  return {
    sampleRate: config.audio.sample_rate,
    languages: [language],
    speakers: speakersOf(config, { language, locale, file: files.model! }),
    deterministic: isRepeatable(summary),
    direct: {
      alphabet: 'piper',
      ids: config.phoneme_id_map,
      ...(durations !== undefined && { hopLength: config.hop_length }),
      maxIds,
      lengthScale: config.inference.length_scale,
      noiseScale: config.inference.noise_scale,
      noiseScaleW: config.inference.noise_w,
      rewrite: 1,
    },
    rewrite: {
      audio: summary.outputs[0]!.name,
      durations,
      opset: summary.opset,
      metadata: directMetadata(config.audio.sample_rate, config.num_speakers),
    },
  };
}

/** What makes sherpa-onnx pass ids on as they are: characters, without anything added. */
export function directMetadata(sampleRate: number, speakers: number): Record<string, string | number> {
  return {
    model_type: 'vits',
    comment: 'piper',
    language: 'any',
    voice: 'any',
    has_espeak: 0,
    n_speakers: speakers,
    sample_rate: sampleRate,
    frontend: 'characters',
    add_blank: 0,
    use_eos_bos: 0,
  };
}

/** The one tensor that an operator gives; undefined where there are none or several. */
export function soleOutput({ nodes }: ModelSummary, operator: string): string | undefined {
  const found = nodes.filter((node) => node.operator === operator);
  return found.length === 1 ? found[0]!.outputs[0] : undefined;
}

/** Whether all its random operators can be replaced. */
export function isRepeatable({ operators, nestedRandom }: ModelSummary): boolean {
  return nestedRandom === 0 && !operators.has('Multinomial') && !operators.has('Bernoulli');
}

function readConfig(name: string, text: string): z.infer<typeof configSchema> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ModelError(`${name} is not JSON`, { cause: error });
  }
  const result = configSchema.safeParse(data);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new ModelError(`${name} is not the configuration of a Piper voice: ${issue.path.join('.')}: ${issue.message}`);
}

function requireInputs(name: string, { inputs, outputs }: ModelSummary, speakers: number): void {
  const wanted = ['input', 'input_lengths', 'scales', ...(speakers > 1 ? ['sid'] : [])];
  const missing = wanted.filter((input, index) => inputs[index]?.name !== input);
  if (missing.length > 0) {
    throw new ModelError(
      `${name} is not the graph of a Piper voice: it has no input ${missing.join(', ')} in its place`,
    );
  }
  const extra = inputs[wanted.length]?.name;
  if (extra !== undefined && extra !== 'sid') {
    throw new ModelError(`${name} has an input ${extra} that no Piper voice has`);
  }
  if (outputs[0]!.type !== 1) throw new ModelError(`${name} does not give its audio as 32-bit floats`);
}

function speakersOf(
  { num_speakers, speaker_id_map, dataset, espeak }: z.infer<typeof configSchema>,
  { language, locale, file }: { language: string; locale: string; file: string },
): ModelSpeaker[] {
  const base = { language, accent: accentOf(locale), phonemes: phonemeVoice(espeak!.voice) };
  if (num_speakers === 1) {
    // `en_US-amy-medium.onnx`: the middle part is the data set.
    const name = dataset ?? /^[^-]+-([^-]+)-/u.exec(file)?.[1] ?? file.replace(/\.onnx$/u, '');
    return [{ id: 0, name, gender: piperGender(name), ...base }];
  }
  const names = new Map(Object.entries(speaker_id_map).map(([name, id]) => [id, name]));
  return Array.from({ length: num_speakers }, (_, id) => {
    const name = names.get(id) ?? `speaker ${id}`;
    return { id, name, gender: piperGender(name), ...base };
  });
}
