/** The engine thread: loads its engines, then runs the tasks it is sent. Everything heavy happens in this thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { createContainerWriter } from '../../audio/container.ts';
import { sampleRates } from '../../audio/formats.ts';
import { createResampler } from '../../audio/resampler.ts';
import { loadEngines, TaskExecutor, type LoadedEngine } from './executor.ts';
import type { FromThread, ThreadSettings, ToThread } from './protocol.ts';

/** Filter tables and the encoder's module are made once in a thread; making them now keeps them out of the first request. */
async function prepare(engines: Iterable<LoadedEngine>): Promise<void> {
  for (const { capabilities } of engines) {
    for (const outputRate of sampleRates) createResampler({ inputRate: capabilities.sampleRate, outputRate });
  }
  await createContainerWriter({ container: 'mp3', sampleRate: 24_000, bitRate: 64_000 });
}

async function run(port: NonNullable<typeof parentPort>, settings: ThreadSettings): Promise<void> {
  const { prepares = true } = settings;
  const { engines, failures, reference } = await loadEngines(settings.engines, settings.reference, prepares);
  if (prepares) await prepare(engines.values());
  const post = (message: FromThread, transfer: ArrayBuffer[]): void => port.postMessage(message, transfer);
  const executor = new TaskExecutor({ engines, reference, cancelFlags: new Int32Array(settings.cancelFlags), post });
  port.on('message', (message: ToThread) => {
    if (message.kind !== 'close') return executor.receive(message);
    void executor.close().finally(() => process.exit());
  });
  post({ kind: 'ready', failures }, []);
}

await run(parentPort!, workerData as ThreadSettings);
