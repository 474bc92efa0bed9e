import { useEffect, useState } from 'react';
import { peakCount, type SoundPicture } from './sound-picture.ts';
import type { PictureTask } from './sound-worker.ts';
import type { Wave } from './waveform.tsx';

/** Hz. Voices have hardly anything above half of it. */
const pictureRate = 24_000;

export interface PictureState {
  readonly picture: SoundPicture | undefined;
  /** Of the picture. */
  readonly wave: Wave | undefined;
  /** The browser cannot decode the file; the server may all the same. */
  readonly isUnreadable: boolean;
}

const none: PictureState = { picture: undefined, wave: undefined, isUnreadable: false };

/** Decodes a sound and looks at it, in threads of the browser, so that the page goes on. @param sound an audio file; undefined for none */
export function useSoundPicture(sound: Blob | undefined): PictureState {
  const [state, setState] = useState<PictureState & { readonly of: Blob | undefined }>({ ...none, of: undefined });
  useEffect(() => {
    if (sound === undefined) return undefined;
    const left = new AbortController();
    pictureOfFile(sound, left.signal).then(
      (picture) => setState({ picture, wave: waveOf(picture), isUnreadable: false, of: sound }),
      () => !left.signal.aborted && setState({ ...none, isUnreadable: true, of: sound }),
    );
    return () => left.abort();
  }, [sound]);
  return state.of === sound ? state : none;
}

function waveOf({ peaks, seconds }: SoundPicture): Wave {
  const shownSeconds = Math.max(0.001, seconds);
  return { peaks, peaksPerSecond: peakCount / shownSeconds, shownSeconds };
}

async function pictureOfFile(sound: Blob, signal: AbortSignal): Promise<SoundPicture> {
  // It brings everything to its own rate.
  const decoder = new OfflineAudioContext(1, 1, pictureRate);
  const buffer = await decoder.decodeAudioData(await sound.arrayBuffer());
  signal.throwIfAborted();
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) => buffer.getChannelData(index).slice());
  return drawn({ channels, sampleRate: pictureRate }, signal);
}

function drawn(task: PictureTask, signal: AbortSignal): Promise<SoundPicture> {
  const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SoundPicture>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SoundPicture>) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    signal.addEventListener('abort', () => reject(new DOMException('The page was left.', 'AbortError')), {
      once: true,
    });
    worker.postMessage(task, { transfer: task.channels.map(({ buffer }) => buffer) });
  }).finally(() => worker.terminate());
}
