/** ffmpeg, where it is installed. */
import { Program } from '../processes/program.ts';
import { BookError } from './book-error.ts';
import { bookContainers, type BookContainer } from './book-format.ts';

const missing =
  'M4B needs the program ffmpeg, which is not installed here (Debian: apt-get install ffmpeg). MP3 with chapters needs nothing';

/** Whether ffmpeg starts. */
export async function hasFfmpeg(): Promise<boolean> {
  const program = new Program('ffmpeg', ['-version']);
  program.output.resume();
  return (await program.ended).code === 0;
}

/** Those of {@link bookContainers} that can be made on this machine at this moment. */
export async function availableContainers(): Promise<readonly BookContainer[]> {
  return (await hasFfmpeg()) ? bookContainers : bookContainers.filter((container) => container !== 'm4b');
}

/** @throws {BookError} `ffmpeg_missing` */
export async function requireFfmpeg(): Promise<void> {
  if (!(await hasFfmpeg())) throw new BookError('ffmpeg_missing', missing);
}

/** Starts it. */
export function startFfmpeg(options: readonly string[]): Program {
  return new Program('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...options]);
}

/** Resolves when it has made all there is. @throws {BookError} when it ended badly */
export async function succeeded({ ended }: Program): Promise<void> {
  const { code, startError, lastWords: reason } = await ended;
  if (startError !== undefined) throw new BookError('ffmpeg_missing', missing);
  if (code === 0) return;
  throw reason.includes('No space left')
    ? Object.assign(new Error('no space left on the device'), { code: 'ENOSPC' })
    : new BookError('failed', `ffmpeg ended with ${code ?? 'a signal'}${reason === '' ? '' : `: ${reason}`}`);
}
