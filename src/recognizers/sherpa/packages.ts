/** Recognises the files of a recognizer as it is published, by their names. */
import { readdir } from 'node:fs/promises';
import { ModelError } from '../../model-files/model-error.ts';
import { innerFolder } from '../../model-files/package-files.ts';

/** How a model is divided into graphs: one of `ctc` is whole. */
export type PackageLayout = 'transducer' | 'whisper' | 'moonshine' | 'ctc';

/** A recognizer as published: its files by what they are. */
export interface RecognizerPackage {
  readonly layout: PackageLayout;
  /** Holds the files. */
  readonly folder: string;
  /** The graphs by the part of the layout. */
  readonly graphs: Readonly<Record<string, string>>;
  readonly tokens: string;
}

/** The one graph of a CTC model: `model.onnx`, `ctc-epoch-20-avg-1-chunk-16-left-128.onnx`. */
const ctcStem = '(?:model|ctc-epoch-[^.]+?)';

/** For each part of a layout what its file's name begins with, behind a name of the model and a dash. */
const layouts: readonly { readonly layout: PackageLayout; readonly parts: Readonly<Record<string, string>> }[] = [
  {
    layout: 'moonshine',
    parts: {
      preprocessor: 'preprocess',
      encoder: 'encode',
      uncachedDecoder: 'uncached_decode',
      cachedDecoder: 'cached_decode',
    },
  },
  { layout: 'transducer', parts: { encoder: 'encoder', decoder: 'decoder', joiner: 'joiner' } },
  { layout: 'whisper', parts: { encoder: 'encoder', decoder: 'decoder' } },
  { layout: 'ctc', parts: { model: ctcStem } },
];

/** A set of graphs that belong together: `tiny.en-encoder.int8.onnx` and `tiny.en-decoder.int8.onnx`. */
interface Variant {
  /** Name of the model in front of its files' names; empty where there is none. */
  readonly prefix: string;
  readonly graphs: Record<string, string>;
}

/** What a folder has that is nearest to a recognizer. */
interface Attempt {
  readonly layout: PackageLayout;
  readonly folder: string;
  readonly variant: Variant;
  readonly tokens: string | undefined;
  /** As files are called. */
  readonly missing: readonly string[];
}

/**
 * Finds out whether a folder holds a recognizer. Of several sets of graphs the first one by name is taken; of a graph in several
 * precisions that of 8 bits, apart from the decoder of a transducer, which is small and loses by it.
 * @returns undefined where nothing in it looks like one
 * @throws {ModelError} that names what is missing, where something does
 */
export async function recognizerPackage(source: string): Promise<RecognizerPackage | undefined> {
  const folder = await innerFolder(source);
  const names = (await readdir(folder)).sort();
  const attempts = layouts.flatMap((layout) => attemptsOf(layout, folder, names));
  const whole = attempts.find(({ missing }) => missing.length === 0);
  if (whole !== undefined) {
    return { layout: whole.layout, folder, graphs: whole.variant.graphs, tokens: whole.tokens! };
  }
  // Other kinds of models have an encoder, a decoder or a file of tokens too: more than half has to be there.
  const near = attempts
    .filter(({ missing, variant, tokens }) => {
      const graphs = Object.keys(variant.graphs).length;
      return graphs + (tokens === undefined ? 0 : 1) > missing.length;
    })
    .sort((a, b) => a.missing.length - b.missing.length)[0];
  if (near === undefined) return undefined;
  throw new ModelError(`this looks like a recognizer (${near.layout}), but has no ${near.missing.join(', no ')}`);
}

function attemptsOf(
  { layout, parts }: (typeof layouts)[number],
  folder: string,
  names: readonly string[],
): readonly Attempt[] {
  const all = Object.keys(parts);
  // The graphs of Whisper have its name in front; without one they are those of a transducer.
  const variants = variantsOf(parts, layout, names).filter(({ prefix }) => layout !== 'whisper' || prefix !== '');
  return variants.map((variant) => {
    const wanted = variant.prefix === '' ? 'tokens.txt' : `${variant.prefix}-tokens.txt`;
    const tokens = [wanted, 'tokens.txt'].find((name) => names.includes(name));
    const graphs = all.filter((part) => variant.graphs[part] === undefined).map((part) => fileName(parts[part]!));
    return { layout, folder, variant, tokens, missing: [...graphs, ...(tokens === undefined ? [wanted] : [])] };
  });
}

function fileName(stem: string): string {
  return `${stem === ctcStem ? 'model' : stem}.onnx`;
}

/** Those with the most graphs first. */
function variantsOf(
  parts: Readonly<Record<string, string>>,
  layout: PackageLayout,
  names: readonly string[],
): readonly Variant[] {
  const variants = new Map<string, Variant & { readonly graphs: Record<string, string> }>();
  for (const [part, stem] of Object.entries(parts)) {
    const pattern = new RegExp(
      `^(?:(.+)-)?${stem}${stem === ctcStem ? '()' : '((?:-.+?)?)'}((?:[.-](?:int8|fp16|fp32|q8))?)\\.onnx$`,
      'u',
    );
    for (const name of names) {
      const found = pattern.exec(name);
      if (found === null) continue;
      const [, prefix = '', suffix = '', precision = ''] = found;
      const key = `${prefix}/${suffix}`;
      const variant = variants.get(key) ?? { prefix, graphs: {} };
      variants.set(key, variant);
      const isSmall = /int8|q8/u.test(precision);
      const wantsSmall = !(layout === 'transducer' && part === 'decoder');
      if (variant.graphs[part] === undefined || isSmall === wantsSmall) variant.graphs[part] = name;
    }
  }
  return [...variants.values()].sort((a, b) => Object.keys(b.graphs).length - Object.keys(a.graphs).length);
}
