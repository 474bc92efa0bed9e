/** Makes the picture of one sound, beside the page. */
import { pictureOf } from './sound-picture.ts';

export interface PictureTask {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  /** Hz. */
  readonly sampleRate: number;
}

self.addEventListener('message', ({ data: { channels, sampleRate } }: MessageEvent<PictureTask>) => {
  const picture = pictureOf(channels, sampleRate);
  self.postMessage(picture, { transfer: [picture.peaks.buffer, picture.spectrogram.levels.buffer] });
});
