/** A thread that decodes one clip and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { ClipError } from './clip.ts';
import { decodeHere } from './decode.ts';
import type { DecodeResult, DecodeTask } from './protocol.ts';

// The decoders print a line for each bad packet: a hostile file would fill the server's log.
for (const print of ['log', 'info', 'warn', 'error'] as const) console[print] = () => undefined;

const port = parentPort!;
const { bytes, maxSeconds } = workerData as DecodeTask;
try {
  const clip = await decodeHere(bytes, maxSeconds);
  port.postMessage({ kind: 'decoded', clip } satisfies DecodeResult, [clip.samples.buffer]);
} catch (error) {
  const known =
    error instanceof ClipError ? error : new ClipError('damaged', 'The clip cannot be decoded: it is damaged');
  port.postMessage({ kind: 'refused', fault: known.fault, message: known.message } satisfies DecodeResult);
}
