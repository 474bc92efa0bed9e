/** A process that runs a model with the bare library, on ids that are ready: what the neural path is measured against. */
import library, { type OfflineTts } from 'sherpa-onnx-node';
import type { SherpaConfig } from '../../src/engines/neural/protocol.ts';
import { answerCalls } from '../processes/child.ts';

let model: OfflineTts | undefined;

async function generate(text: string): Promise<number> {
  const generationConfig = { sid: 0, speed: 1, silenceScale: 1 };
  return (await model!.generateAsync({ text, enableExternalBuffer: false, generationConfig })).samples.length;
}

const tasks = {
  async load(config: SherpaConfig): Promise<void> {
    model = await library.OfflineTts.createAsync(config);
  },

  /** Milliseconds of each run, one after the other. */
  async run(texts: readonly string[]): Promise<number[]> {
    const times: number[] = [];
    for (const text of texts) {
      const from = performance.now();
      await generate(text);
      times.push(performance.now() - from);
    }
    return times;
  },
};

export type LibraryTasks = typeof tasks;

answerCalls<LibraryTasks>(tasks);
