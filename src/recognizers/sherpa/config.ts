/** How sherpa-onnx is told to run an installed recognizer. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { RecognizerFamily, RecognizerManifest } from './manifest.ts';
import type { RecognizerConfig } from './protocol.ts';

/** Utterances at once of a model that streams: they share its process, each takes what comes of it. */
const streams = 16;
/** Threads that compute one piece of a model that does not stream: one piece at a time, and half of the machine for others. */
const threads = Math.max(1, Math.min(4, availableParallelism() >> 1));

type Option = readonly [option: string, modelType?: string];

/** The option that takes the graphs, for models that stream and for others. */
const options: Readonly<Record<RecognizerFamily, { readonly online?: Option; readonly offline?: Option }>> = {
  zipformer: { online: ['transducer'], offline: ['transducer', 'transducer'] },
  lstm: { online: ['transducer', 'lstm'] },
  conformer: { online: ['transducer', 'conformer'], offline: ['transducer', 'transducer'] },
  'nemo-transducer': { online: ['transducer'], offline: ['transducer', 'nemo_transducer'] },
  'zipformer-ctc': { online: ['zipformer2Ctc'], offline: ['zipformerCtc'] },
  'nemo-ctc': { online: ['nemoCtc'], offline: ['nemoCtc'] },
  'tone-ctc': { online: ['toneCtc'] },
  'omnilingual-ctc': { offline: ['omnilingual'] },
  whisper: { offline: ['whisper'] },
  moonshine: { offline: ['moonshine'] },
  'sense-voice': { offline: ['senseVoice'] },
};

/** How many utterances run in the process of a model at once. */
export function concurrencyOf({ recognizer: { streaming } }: RecognizerManifest): number {
  return streaming ? streams : 1;
}

/** Whether sherpa-onnx runs a family so. */
export function canRun({ recognizer: { family, streaming } }: RecognizerManifest): boolean {
  return options[family][streaming ? 'online' : 'offline'] !== undefined;
}

/** @param folder of the model, absolute */
export function recognizerConfig(manifest: RecognizerManifest, folder: string): RecognizerConfig {
  const { family, streaming, graphs, tokens, tailSeconds } = manifest.recognizer;
  const [option, modelType] = options[family][streaming ? 'online' : 'offline']!;
  const files = Object.fromEntries(Object.entries(graphs).map(([part, name]) => [part, path.join(folder, name)]));
  const more = family === 'sense-voice' ? { useInverseTextNormalization: 1 } : {};
  return {
    streaming,
    tailSeconds,
    concurrency: concurrencyOf(manifest),
    library: {
      featConfig: { sampleRate: family === 'tone-ctc' ? 8000 : 16_000, featureDim: 80 },
      modelConfig: {
        [option]: { ...files, ...more },
        tokens: path.join(folder, tokens),
        numThreads: streaming ? 1 : threads,
        provider: 'cpu',
        debug: 0,
        ...(modelType !== undefined && { modelType }),
      },
      decodingMethod: 'greedy_search',
      enableEndpoint: 0,
    },
  };
}
