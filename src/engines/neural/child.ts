/** Entry of the process of one model: loads it with the library, which may take this process down, and speaks one task at a time. */
import type { GenerationConfig, OfflineTts } from 'sherpa-onnx-node';
import { serve, type RunningTask } from '../../processes/child.ts';
import { packMark } from './onnx/rewrite.ts';
import type { SpeechPart, SpeechProcess } from './protocol.ts';

type SpeechTask = RunningTask<SpeechProcess>;

serve<SpeechProcess>(async (config) => {
  const { default: library } = await import('sherpa-onnx-node');
  const model = await library.OfflineTts.createAsync(config);
  return {
    info: { sampleRate: model.sampleRate, speakers: model.numSpeakers },
    run: (task) => run(model, task),
  };
});

async function run(tts: OfflineTts, task: SpeechTask): Promise<void> {
  const { request } = task;
  const generationConfig = generation(task);
  if (request.isPacked) {
    const { samples } = await tts.generateAsync({ text: request.text, enableExternalBuffer: false, generationConfig });
    if (!task.isCancelled) task.give(unpack(samples));
    return;
  }
  let given = 0;
  const give = (samples: Float32Array): void => {
    if (task.isCancelled || samples.length === 0) return;
    given += samples.length;
    task.give({ samples: toPcm(samples) });
  };
  const { samples } = await tts.generateAsync({
    text: request.text,
    enableExternalBuffer: false,
    generationConfig,
    onProgress: (progress) => {
      give(progress.samples);
      return task.isCancelled ? 0 : 1;
    },
  });
  // Some families report nothing while they run.
  if (given < samples.length) give(samples.subarray(given));
}

function generation({
  request: { speaker, speed, options, clip: named },
  attachment: clip,
}: SpeechTask): GenerationConfig {
  if (named !== undefined && clip === undefined) throw new Error('the clip of the voice was not given');
  const { numSteps, ...extra } = options;
  return {
    sid: speaker,
    speed,
    silenceScale: 1,
    ...(typeof numSteps === 'number' && { numSteps }),
    ...(clip !== undefined && { referenceAudio: clip.samples, referenceSampleRate: clip.sampleRate }),
    ...(named?.transcript !== undefined && { referenceText: named.transcript }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function unpack(packed: Float32Array): SpeechPart {
  const count = packed.at(-2) ?? -1;
  const end = packed.length - 2 - count;
  if (packed.at(-1) !== packMark || !Number.isInteger(count) || count < 0 || end < 0) {
    throw new Error('the graph does not give its audio as it was rewritten to');
  }
  const durations = count === 0 ? undefined : Int32Array.from(packed.subarray(end, end + count), Math.round);
  return { samples: toPcm(packed.subarray(0, end)), durations };
}

function toPcm(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++) {
    const value = Math.round(samples[i]! * 32_767);
    // What is no number at all becomes silence.
    pcm[i] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
  }
  return pcm;
}
