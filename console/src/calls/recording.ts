/** The recording of a call as a picture: the loudest sample of each stretch, of both sides. */
import { sonorant } from '../base/api.ts';

/** Left is the caller, right the agent. */
export interface RecordingPeaks {
  /** 0 to 1, one for each stretch. */
  readonly caller: Float32Array;
  readonly agent: Float32Array;
  readonly seconds: number;
}

export interface Recording {
  /** Undefined where the recording is too long to be read for a picture. */
  readonly peaks: RecordingPeaks | undefined;
}

export const peakCount = 400;
/** Of the header that the server writes: 16 bits, two channels. */
const headerBytes = 44;
const bytesPerFrame = 4;
/** Eleven minutes at 24,000 Hz. The player itself reads only what it plays. */
const mostBytes = 64 << 20;

/** The address of a recording below the public interface. */
export function recordingPath(callId: string): string {
  return `/agents/calls/${encodeURIComponent(callId)}/audio`;
}

/** @throws {SonorantError} `not_found` where the call has no recording */
export async function readRecording(callId: string, signal: AbortSignal): Promise<Recording> {
  const response = (await sonorant.request('GET', recordingPath(callId), { signal })) as Response;
  const size = Number(response.headers.get('content-length') ?? Infinity);
  if (size > mostBytes || response.body === null) {
    await response.body?.cancel();
    return { peaks: undefined };
  }
  return { peaks: await peaksOf(new Uint8Array(await response.arrayBuffer())) };
}

async function peaksOf(bytes: Uint8Array<ArrayBuffer>): Promise<RecordingPeaks> {
  const view = new DataView(bytes.buffer);
  const frames = Math.max(0, Math.floor((bytes.length - headerBytes) / bytesPerFrame));
  const rate = frames === 0 ? 1 : view.getUint32(24, true);
  const [caller, agent] = [new Float32Array(peakCount), new Float32Array(peakCount)];
  const step = frames / peakCount;
  for (let peak = 0; peak < peakCount; peak++) {
    // Millions of samples: the page goes on in between.
    if (peak % 40 === 39) await new Promise((resolve) => setTimeout(resolve));
    let [left, right] = [0, 0];
    const end = Math.min(frames, Math.floor((peak + 1) * step));
    for (let frame = Math.floor(peak * step); frame < end; frame++) {
      const at = headerBytes + frame * bytesPerFrame;
      left = Math.max(left, Math.abs(view.getInt16(at, true)));
      right = Math.max(right, Math.abs(view.getInt16(at + 2, true)));
    }
    caller[peak] = left / 32_768;
    agent[peak] = right / 32_768;
  }
  return { caller, agent, seconds: frames / rate };
}
