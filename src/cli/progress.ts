/** The bars that long work gets on standard error. */
import { SingleBar } from 'cli-progress';
import { showSeconds } from './duration.ts';

export interface ProgressOptions {
  readonly stream: NodeJS.WriteStream;
  /** Bytes of the whole text; undefined when not known: then there is no bar but the figures. */
  readonly totalBytes: number | undefined;
  /** A text shorter than this gets no bar. Default 2,000 bytes. */
  readonly longBytes?: number;
  /** Milliseconds, monotonic. */
  readonly now?: () => number;
}

export interface Progress {
  /** @param audioSeconds made so far */
  update(textBytes: number, audioSeconds: number): void;
  /** Takes the bar off the terminal. */
  stop(): void;
}

const silent: Progress = { update: () => undefined, stop: () => undefined };

export function showProgress({
  stream,
  totalBytes,
  longBytes = 2000,
  now = () => performance.now(),
}: ProgressOptions): Progress {
  if (!stream.isTTY || (totalBytes !== undefined && totalBytes < longBytes)) return silent;
  const figures = '{audio} of speech, {speed}× real time';
  const format = totalBytes === undefined ? `  ${figures}` : `  {bar} {percentage} %, ${figures}, {left} left`;
  const bar = progressBar(stream, format);
  const startedAt = now();
  const unknown = '–';
  bar.start(totalBytes ?? 0, 0, { audio: showSeconds(0), speed: unknown, left: unknown });
  return {
    update(textBytes, audioSeconds) {
      const seconds = (now() - startedAt) / 1000;
      const speed = audioSeconds / seconds;
      // The mean so far: a text is about equally dense all along.
      const left = textBytes === 0 ? unknown : showSeconds((seconds * ((totalBytes ?? 0) - textBytes)) / textBytes);
      bar.update(textBytes, {
        audio: showSeconds(audioSeconds),
        speed: speed < 10 ? speed.toFixed(1) : speed.toFixed(0),
        left,
      });
    },
    stop: () => bar.stop(),
  };
}

/**
 * A bar that is not drawn yet and leaves nothing behind.
 * @param format as `cli-progress` takes it, such as `{bar} {percentage} %`
 */
export function progressBar(stream: NodeJS.WriteStream, format: string): SingleBar {
  return new SingleBar({
    stream,
    format,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
  });
}
