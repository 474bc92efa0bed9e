/** The thread of one SQLite connection. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteExecutor } from './executor.ts';
import type { ConnectionSettings, Outcome, ToThread } from './protocol.ts';

/** Outcomes are sent together, but what is done is not held back for longer than this by statements behind it. */
const holdMs = 2;

const port = parentPort!;
const executor = new SqliteExecutor(workerData as ConnectionSettings);
// Nothing is done yet, but the thread has started.
port.postMessage([]);
port.on('message', (message: ToThread) => {
  if (message === 'close') {
    executor.close();
    port.close();
    return;
  }
  let done: Outcome[] = [];
  let since = performance.now();
  for (const statement of message.run) {
    done.push(executor.run(statement));
    if (performance.now() - since < holdMs) continue;
    port.postMessage(done);
    done = [];
    since = performance.now();
  }
  if (done.length > 0) port.postMessage(done);
});
