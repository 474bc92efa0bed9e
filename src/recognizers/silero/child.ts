/** Entry of the process of Silero: judges the windows of many streams, each by an instance of its own, since each has a state. */
import type { Vad } from 'sherpa-onnx-node';
import { serve } from '../../processes/child.ts';
import { recognizerRate } from '../adapter.ts';
import { windowLength } from '../detector.ts';
import type { SileroProcess } from './protocol.ts';

/** Instances without a stream that are kept for the next ones. */
const maxFree = 8;
/** What is heard as one is kept by the library until it ends: a second ends it for the library, and for nothing else. */
const longestWindows = 32;
/** Above 0, which would mean the library's defaults. */
const none = 1e-6;

/** An instance, and for how many windows it has heard speech. */
interface Instance {
  readonly vad: Vad;
  windows: number;
}

serve<SileroProcess>(async ({ model, context }) => {
  const { default: library } = await import('sherpa-onnx-node');
  const settings = { threshold: 0.5, minSilenceDuration: none, minSpeechDuration: none, maxSpeechDuration: 3600 };
  const make = (): Instance => ({
    vad: new library.Vad(
      {
        sileroVad: { model, windowSize: windowLength, ...settings },
        ...{ sampleRate: recognizerRate, numThreads: 1, provider: 'cpu', debug: 0 },
      },
      10,
    ),
    windows: 0,
  });
  const free: Instance[] = [make()];
  const streams = new Map<number, Instance>();

  const begin = (stream: number): Instance => {
    const instance = free.pop() ?? make();
    // Otherwise each window would be judged when the next one has come.
    if (context > 0) instance.vad.acceptWaveform(new Float32Array(context));
    streams.set(stream, instance);
    return instance;
  };
  const end = (stream: number): void => {
    const instance = streams.get(stream);
    streams.delete(stream);
    if (instance === undefined || free.length >= maxFree) return;
    instance.vad.reset();
    instance.windows = 0;
    free.push(instance);
  };

  return {
    info: undefined,
    run({ request: { stream, samples }, give }) {
      if (samples.length === 0) end(stream);
      else give(judge(streams.get(stream) ?? begin(stream), samples));
      return Promise.resolve();
    },
  };
});

function judge(instance: Instance, samples: Int16Array): Uint8Array {
  const { vad } = instance;
  const flags = new Uint8Array(Math.floor(samples.length / windowLength));
  for (let index = 0; index < flags.length; index++) {
    const window = samples.subarray(index * windowLength, (index + 1) * windowLength);
    vad.acceptWaveform(Float32Array.from(window, (sample) => sample / 32_768));
    flags[index] = vad.isDetected() ? 1 : 0;
    instance.windows = flags[index] === 1 ? instance.windows + 1 : 0;
    if (instance.windows % longestWindows === longestWindows - 1) vad.flush();
    while (!vad.isEmpty()) vad.pop();
  }
  return flags;
}
