/** Where speech goes: a file or standard output, the loudspeaker, subtitles, lines of words; several of them at once. */
import { writeFile } from 'node:fs/promises';
import { payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import { showSeconds } from '../duration.ts';
import { CommandError, describeError, OutputClosedError, usageError } from '../errors.ts';
import type { SpokenAudio, SpokenWords } from '../../speech/narration.ts';
import { AudioOutput } from './output.ts';
import { PlayerProcess } from './player.ts';
import type { Progress } from '../progress.ts';
import { cuesOf, subtitleFile, subtitleFormat, type SubtitleFormat, type TimedWord } from '../../text/subtitles.ts';

export interface Delivery {
  /** A path, `-` for standard output; undefined: no audio is written. */
  readonly output: string | undefined;
  readonly format: OutputFormat;
  readonly isPlayed: boolean;
  /** Path of a file that ends with .srt or .vtt. */
  readonly subtitles: string | undefined;
  /** Called with each word when it is known. */
  readonly onWord: ((word: TimedWord) => void) | undefined;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Delivered {
  /** Seconds of speech. */
  readonly seconds: number;
  /** Empty where no words came. */
  readonly words: readonly TimedWord[];
}

/**
 * Takes all parts and brings each where it belongs.
 * @returns undefined where there was nothing to speak
 * @throws {CommandError} with how much has been written, which stays, as whole files
 */
export async function deliver(
  parts: AsyncIterable<SpokenAudio | SpokenWords>,
  options: Delivery,
): Promise<Delivered | undefined> {
  const { output, format, isPlayed, progress, signal } = options;
  const words: TimedWord[] = [];
  let file: AudioOutput | undefined;
  let playback: PlayerProcess | undefined;
  let seconds = 0;
  const silence = (): void => playback?.stop();
  signal.addEventListener('abort', silence);
  try {
    for await (const part of parts) {
      if (part.type === 'words') {
        for (const word of part.words) {
          words.push(word);
          options.onWord?.(word);
        }
        continue;
      }
      if (output !== undefined) file ??= await AudioOutput.open(output, format);
      if (isPlayed) playback ??= await PlayerProcess.start(payloadFormat(format));
      await file?.write(part.payload);
      await playback?.write(part.payload);
      seconds += part.seconds;
      progress.update(part.textBytes, seconds);
    }
    await file?.finish();
    await writeSubtitles(options, words);
    await playback?.finish();
  } catch (error) {
    silence();
    progress.stop();
    throw await cutShort(error, { ...options, file, seconds, words });
  } finally {
    signal.removeEventListener('abort', silence);
    progress.stop();
  }
  return seconds === 0 ? undefined : { seconds, words };
}

async function writeSubtitles({ subtitles }: Delivery, words: readonly TimedWord[]): Promise<void> {
  if (subtitles !== undefined) await writeFile(subtitles, subtitleFile(cuesOf(words), subtitleFormatOf(subtitles)));
}

interface CutShort extends Delivery {
  readonly file: AudioOutput | undefined;
  readonly seconds: number;
  readonly words: readonly TimedWord[];
}

/** What has been written stays, as a complete file, and the message names its length. */
async function cutShort(error: unknown, cut: CutShort): Promise<CommandError> {
  const { file, output, seconds, signal, words } = cut;
  const stopped = signal.aborted ? (signal.reason as CommandError) : undefined;
  if (file === undefined) {
    return stopped ?? (error instanceof CommandError ? error : new CommandError(describeError(error)));
  }
  // Where a file itself is at fault, ending it fails in the same way.
  await file.finish().catch(() => undefined);
  await writeSubtitles(cut, words).catch(() => undefined);
  if (error instanceof OutputClosedError && cut.subtitles === undefined) return error;
  const written =
    output === '-'
      ? `${showSeconds(seconds)} of speech were written`
      : `${output ?? ''} holds the first ${showSeconds(seconds)} of speech`;
  return new CommandError(`${describeError(stopped ?? error)}; ${written}`, stopped?.exitCode ?? 1);
}

/** Of the file that an option names. @throws {CommandError} for a name with another ending */
export function subtitleFormatOf(file: string): SubtitleFormat {
  const format = subtitleFormat(file);
  if (format === undefined) throw usageError(`--subtitles: '${file}' ends neither with .srt nor with .vtt`);
  return format;
}
