/** A thread of the pool: runs one task after the other. */
import { parentPort, type Transferable } from 'node:worker_threads';
import { DecodingError } from '../decoding/decoding.ts';
import type { TaskMessage, ThreadMessage, Work } from './protocol.ts';

// The decoders print a line for each bad packet: a hostile file would fill the server's log.
for (const print of ['log', 'info', 'warn', 'error'] as const) console[print] = () => undefined;

const port = parentPort!;

function post(message: ThreadMessage<unknown>, transfer: readonly Transferable[] = []): void {
  port.postMessage(message, transfer);
}

async function run({ module, task }: TaskMessage): Promise<void> {
  try {
    const { work } = (await import(module)) as { readonly work: Work<unknown, unknown> };
    const { value, transfer } = await work(task, (given, handed) => post({ kind: 'value', value: given }, handed));
    post({ kind: 'last', value, heldBytes: heldBytes() }, transfer);
  } catch (error) {
    const { fault, message } = error instanceof DecodingError ? error : damaged;
    // What else fails, a decoder that traps or a lack of memory, may have left anything behind.
    post({ kind: 'refused', fault, message, heldBytes: error instanceof DecodingError ? heldBytes() : Infinity });
  }
}

const damaged = { fault: 'damaged', message: 'The clip cannot be decoded: it is damaged' } as const;

/** Of this thread, garbage included: it is kept as long as the thread is idle. */
function heldBytes(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

port.on('message', (message: TaskMessage) => void run(message));
