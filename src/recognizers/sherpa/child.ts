/**
 * Entry of the process of one recognizer. The calls of the library are those that block: where native code fails in one of them this
 * process ends, which its owner sees at once, while a call in a thread of its own would never come back.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type {
  AudioStream,
  OfflineRecognizer,
  OnlineRecognizer,
  OnlineStream,
  RecognitionResult,
} from 'sherpa-onnx-node';
import { serve, type RunningTask } from '../../processes/child.ts';
import { recognizerRate } from '../adapter.ts';
import type { RecognizerConfig, SherpaProcess } from './protocol.ts';

type Task = RunningTask<SherpaProcess>;

const nothing: RecognitionResult = { text: '' };
/** Samples that are decoded between two looks at the other utterances. */
const step = 3200;
/** What streams hold is native memory, which the collector does not see: it is called after so many. */
const streamsBetweenCollections = 20;

serve<SherpaProcess>(async (config) => {
  const { default: library } = await import('sherpa-onnx-node');
  const run = config.streaming
    ? streamingRun(new library.OnlineRecognizer(config.library), config)
    : wholeRun(new library.OfflineRecognizer(config.library), config);
  const collect = collector();
  return {
    info: undefined,
    concurrency: config.concurrency,
    async run(task) {
      const result = await run(task);
      if (!task.isCancelled) task.give({ kind: 'final', result });
      collect();
    },
  };
});

function streamingRun(
  recognizer: OnlineRecognizer,
  { tailSeconds }: RecognizerConfig,
): (task: Task) => Promise<RecognitionResult> {
  const decode = async (stream: OnlineStream, task: Task): Promise<void> => {
    while (!task.isCancelled && recognizer.isReady(stream)) {
      recognizer.decode(stream);
      await new Promise(setImmediate);
    }
  };
  return async (task) => {
    const stream = recognizer.createStream();
    let last = '';
    let isEmpty = true;
    for (let input = await task.next(); input !== undefined; input = await task.next()) {
      for (let at = 0; at < input.length; at += step) {
        isEmpty = false;
        accept(stream, input.subarray(at, at + step));
        await decode(stream, task);
      }
      if (!task.request.wantsPartials || isEmpty || task.isCancelled) continue;
      const text = recognizer.getResult(stream).text.trim();
      if (text === last) continue;
      last = text;
      task.give({ kind: 'partial', text });
    }
    if (isEmpty || task.isCancelled) return nothing;
    accept(stream, new Int16Array(Math.round(tailSeconds * recognizerRate)));
    stream.inputFinished();
    await decode(stream, task);
    return recognizer.getResult(stream);
  };
}

function wholeRun(
  recognizer: OfflineRecognizer,
  { library }: RecognizerConfig,
): (task: Task) => Promise<RecognitionResult> {
  let set: string | undefined;
  return ({ request: { language, samples } }) => {
    if (samples === undefined || samples.length === 0) return Promise.resolve(nothing);
    const { whisper, ...modelConfig } = library.modelConfig as { readonly whisper?: object };
    if (whisper !== undefined && language !== set) {
      recognizer.setConfig({
        ...library,
        modelConfig: { ...modelConfig, whisper: { ...whisper, language: language ?? '' } },
      });
      set = language;
    }
    const stream = recognizer.createStream();
    accept(stream, samples);
    recognizer.decode(stream);
    return Promise.resolve(recognizer.getResult(stream));
  };
}

function accept(stream: AudioStream, samples: Int16Array): void {
  stream.acceptWaveform({
    samples: Float32Array.from(samples, (sample) => sample / 32_768),
    sampleRate: recognizerRate,
  });
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let streams = 0;
  return () => {
    streams++;
    if (streams % streamsBetweenCollections === 0) collect();
  };
}
