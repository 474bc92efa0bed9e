/** What the graphs of a recognizer say of it: how it is built, whether it streams, what it hears. */
import { ModelError } from '../../model-files/model-error.ts';
import type { ModelSummary } from '../../model-files/onnx/inspect.ts';
import type { RecognizerFamily, RecognizerSettings } from './manifest.ts';
import type { PackageLayout } from './packages.ts';

/** What follows from the first graph of a package. */
export interface FamilyPlan extends Pick<
  RecognizerSettings,
  'family' | 'streaming' | 'words' | 'detectsLanguage' | 'tailSeconds'
> {
  readonly languages: readonly string[];
}

/** What its name tells, where its graphs do not. */
export interface NamedFacts {
  /** ISO 639-1; empty where they are not known. */
  readonly languages: readonly string[];
}

/** Of the languages that SenseVoice hears, those with a code of two letters. */
const senseVoiceLanguages = ['zh', 'en', 'ja', 'ko'];

/** Types of models that sherpa-onnx reads from the metadata, by the layout of their files. */
const families: Readonly<Record<PackageLayout, readonly (readonly [type: RegExp, family: RecognizerFamily])[]>> = {
  transducer: [
    [/^zipformer2?$/u, 'zipformer'],
    [/^lstm$/u, 'lstm'],
    [/^conformer$/u, 'conformer'],
    [/^EncDec(?:Hybrid)?RNNT/u, 'nemo-transducer'],
  ],
  ctc: [
    [/^zipformer2?(?:_ctc)?$/u, 'zipformer-ctc'],
    [/^EncDec(?:Hybrid)?(?:RNNT)?CTC/u, 'nemo-ctc'],
    [/^sense_voice/u, 'sense-voice'],
    [/^omnilingual/u, 'omnilingual-ctc'],
  ],
  whisper: [[/^whisper/u, 'whisper']],
  moonshine: [[/^/u, 'moonshine']],
};

/**
 * @param graph the one that takes the audio
 * @throws {ModelError} for a type that is not run here
 */
export function planFamily(layout: PackageLayout, graph: ModelSummary, named: NamedFacts): FamilyPlan {
  const family = familyOf(layout, graph);
  const streaming = isStreaming(family, graph);
  const languages = languagesOf(family, graph, named);
  return {
    family,
    streaming,
    languages,
    words: family !== 'whisper' && family !== 'moonshine',
    detectsLanguage: languages.length !== 1,
    tailSeconds: streaming ? tailOf(graph) : 0,
  };
}

function familyOf(layout: PackageLayout, { metadata, inputs }: ModelSummary): RecognizerFamily {
  // T-one states no type.
  if (layout === 'ctc' && metadata.has('frame_length_ms') && inputs[0]?.name === 'signal') return 'tone-ctc';
  const type = metadata.get('model_type') ?? '';
  const found = families[layout].find(([pattern]) => pattern.test(type))?.[1];
  if (found !== undefined) return found;
  const what = type === '' ? 'does not say what it is (model_type)' : `is a model of the type ${type}`;
  const known = families[layout].map(([, family]) => family).join(', ');
  throw new ModelError(
    `${what}; recognizers in such files are run of the families ${known}, as sherpa-onnx publishes them`,
  );
}

/** A streaming graph takes the state that it gave for the audio before. */
function isStreaming(family: RecognizerFamily, { inputs }: ModelSummary): boolean {
  if (family === 'sense-voice' || family === 'whisper' || family === 'moonshine') return false;
  return family === 'tone-ctc' || inputs.length > 2;
}

function languagesOf(family: RecognizerFamily, { metadata }: ModelSummary, named: NamedFacts): readonly string[] {
  if (named.languages.length > 0) return named.languages;
  if (family === 'sense-voice') return senseVoiceLanguages;
  if (family === 'moonshine') return ['en'];
  if (family !== 'whisper') return [];
  if (metadata.get('is_multilingual') !== '1') return ['en'];
  return (metadata.get('all_language_codes') ?? '').split(',').filter((code) => /^[a-z]{2}$/u.test(code));
}

/** One chunk of the model, and a little more: what is behind the last whole chunk is not decoded. */
function tailOf({ metadata }: ModelSummary): number {
  const frames = Number(metadata.get('T') ?? metadata.get('window_size') ?? 0);
  const seconds = Number(metadata.get('frame_length_ms') ?? 10 * frames) / 1000;
  return Math.min(5, Math.max(0.5, seconds + 0.1));
}

/** Without codes that are words as well. */
const namedLanguages = new Set(
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja kk ko lt lv ms nl pl pt ro ru sk sl sv ta th tl tr uk ur vi zh'.split(
    ' ',
  ),
);

/** Codes of languages in the name of a package: `sherpa-onnx-streaming-zipformer-bilingual-zh-en-2023-02-20`. */
export function languagesInName(name: string): readonly string[] {
  const parts = name.toLowerCase().split(/[^a-z0-9]+/u);
  return [...new Set(parts.filter((part) => namedLanguages.has(part)))];
}
