/** Kokoro (https://github.com/hexgrad/kokoro) in the layout of the archives of sherpa-onnx. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addBlendedStyle, blendedIds } from './blending.ts';
import type { ModelSpeaker } from './manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { elementType, type GraphBuilder } from '../../model-files/onnx/graph.ts';
import { inspectModel, type ModelSummary } from '../../model-files/onnx/inspect.ts';
import { addPiperInputs } from './onnx/rewrite.ts';
import { directMetadata, isRepeatable, type DirectPlan } from './piper.ts';
import { kokoroSpeaker } from './speakers.ts';

/** Samples for each unit of its durations: 24,000 Hz in 40 units a second. */
const hopLength = 600;

interface KokoroMetadata {
  readonly sampleRate: number;
  /** Lengths of text that have a style of their own, and numbers in a style. */
  readonly lengths: number;
  readonly styleSize: number;
  readonly names: readonly string[];
}

/**
 * @param file bytes of the graph
 * @throws {ModelError} when graph, metadata, voices or tokens are not those of Kokoro
 */
export async function planKokoro(
  folder: string,
  files: Readonly<Record<string, string>>,
  file: Uint8Array,
): Promise<DirectPlan> {
  const name = files.model!;
  const summary = inspectModel(file);
  const metadata = readMetadata(name, summary);
  const inputs = requireInputs(name, summary);
  const styles = await readStyles(path.join(folder, files.voices!), metadata);
  const symbols = readTokens(files.tokens!, await readFile(path.join(folder, files.tokens!), 'utf8'));
  const speakers = kokoroSpeakers(metadata.names).filter(({ phonemes }) => phonemes !== undefined);
  const durations = durationsOf(summary);
  const ids = blendedIds(metadata.names.length);
  return {
    sampleRate: metadata.sampleRate,
    languages: [...new Set(speakers.map(({ language }) => language))],
    speakers,
    deterministic: isRepeatable(summary),
    direct: {
      // The first version was trained on eSpeak's own letters.
      alphabet: Number(summary.metadata.get('version') ?? 1) > 1 ? 'misaki' : 'kokoro',
      ids: symbols,
      ...(durations !== undefined && { hopLength }),
      // Two of them are the zeros at the ends, and there is no style for the greatest length.
      maxIds: metadata.lengths + 1,
      lengthScale: 1,
      noiseScale: 0,
      noiseScaleW: 0,
      rewrite: 2,
      ...(ids !== undefined && { blend: { speakers: metadata.names.length } }),
    },
    rewrite: {
      audio: summary.outputs[0]!.name,
      durations,
      opset: summary.opset,
      metadata: directMetadata(metadata.sampleRate, ids ?? metadata.names.length),
      prelude: (graph) => addPrelude(graph, inputs, metadata, styles),
    },
  };
}

/** The speakers in the order of their ids; those whose name is of no known form speak American English. */
export function kokoroSpeakers(names: readonly string[]): ModelSpeaker[] {
  return names.map((name, id) => {
    const known = kokoroSpeaker(name) ?? { ...kokoroSpeaker('af')!, gender: null };
    return {
      id,
      name,
      gender: known.gender,
      language: known.language,
      accent: known.accent,
      ...(known.phonemes !== undefined && { phonemes: known.phonemes }),
    };
  });
}

/** Names of the speakers, from the metadata of a graph. */
export function speakerNames(file: string, metadata: ReadonlyMap<string, string>): string[] {
  const count = Number(metadata.get('n_speakers'));
  if (!Number.isInteger(count) || count < 1 || count > 10_000) {
    throw new ModelError(`${file} does not say how many speakers it has`);
  }
  const names = (metadata.get('speaker_names') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return Array.from({ length: count }, (_, id) => names[id] ?? `speaker ${id}`);
}

function readMetadata(file: string, { metadata }: ModelSummary): KokoroMetadata {
  const sampleRate = Number(metadata.get('sample_rate'));
  const [lengths = 0, one, styleSize = 0] = (metadata.get('style_dim') ?? '').split(',').map(Number);
  if (
    !Number.isInteger(sampleRate) ||
    one !== 1 ||
    !(lengths > 1 && lengths < 10_000 && styleSize > 0 && styleSize < 10_000)
  ) {
    throw new ModelError(
      `${file} has no metadata of a Kokoro model (sample_rate, style_dim): take it from sherpa-onnx`,
    );
  }
  return { sampleRate, lengths, styleSize, names: speakerNames(file, metadata) };
}

function requireInputs(file: string, { inputs }: ModelSummary): readonly [string, string, string] {
  const [tokens, style, speed] = inputs.map(({ name }) => name);
  if (inputs.length !== 3 || inputs[0]!.type !== elementType.int64 || style !== 'style' || speed !== 'speed') {
    throw new ModelError(
      `${file} is not the graph of a Kokoro model: its inputs are ${inputs.map(({ name }) => name).join(', ')}`,
    );
  }
  return [tokens!, style, speed];
}

async function readStyles(file: string, { lengths, styleSize, names }: KokoroMetadata): Promise<Float32Array> {
  const bytes = await readFile(file);
  const expected = names.length * lengths * styleSize * 4;
  if (bytes.length !== expected) {
    throw new ModelError(`${path.basename(file)} has ${bytes.length} bytes; ${names.length} speakers take ${expected}`);
  }
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Lines of a symbol and its id; a line that begins with a space has the space as its symbol. */
export function readTokens(file: string, text: string): Record<string, number[]> {
  const ids: Record<string, number[]> = {};
  for (const line of text.split(/\r?\n/u)) {
    if (line.trim() === '') continue;
    const [, symbol, id] = /^(.*?)\s+(\d{1,6})$/su.exec(line) ?? [];
    if (id === undefined || Number(id) > 6399) {
      throw new ModelError(`${file} has a line that is no symbol with its id: ${line.slice(0, 40)}`);
    }
    ids[symbol === '' ? ' ' : symbol!] = [Number(id)];
  }
  if (Object.keys(ids).length === 0) throw new ModelError(`${file} is empty`);
  return ids;
}

/**
 * The second output, or what is rounded and then limited inside: durations in units of 1/40 s.
 * Undefined where the graph shows neither.
 */
function durationsOf({ outputs, nodes }: ModelSummary): string | undefined {
  if (outputs.length > 1) return outputs[1]!.name;
  const rounded = nodes.filter(({ operator }) => operator === 'Round').map(({ outputs: [name] }) => name!);
  const limited = nodes.filter(
    ({ operator, inputs }) => (operator === 'Clip' || operator === 'Max') && rounded.includes(inputs[0] ?? ''),
  );
  return limited.length === 1 ? limited[0]!.outputs[0] : undefined;
}

/** The style is a row of a table, by speaker and by the length of the text, or between two; the speed is one by the length scale. */
function addPrelude(
  graph: GraphBuilder,
  [tokens, style, speed]: readonly [string, string, string],
  { lengths, styleSize, names }: KokoroMetadata,
  styles: Float32Array,
): readonly string[] {
  const { ids, length, scales, speaker } = addPiperInputs(graph);
  graph.op('Identity', [ids], {}, tokens);
  const index = graph.op('Sub', [length, graph.int64s(2)]);
  const table = graph.constant(elementType.float32, [names.length * lengths, styleSize], styles);
  addBlendedStyle(graph, { table, speaker, index, speakers: names.length, lengths }, style);
  graph.op('Div', [graph.floats(1), graph.op('Gather', [scales, graph.int64s(1)])], {}, speed);
  return [tokens, style, speed];
}
