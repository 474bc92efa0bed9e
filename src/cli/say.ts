/** `sonorant say`: speech without a server and without a key. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { anySampleRates, bitRates, containers, encodings, type OutputFormat } from '../audio/formats.ts';
import type { EngineDescriptor } from '../engines/adapter.ts';
import { enginesById, referenceEngine } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduler.ts';
import { newestVersion } from '../http/versions.ts';
import { readGenerationConfig } from '../routes/tts/generation-config.ts';
import { requireProsody, speechSettings } from '../speech/request.ts';
import type { SpeechSettings } from '../speech/settings.ts';
import type { GenerationConfig } from '../text/reader.ts';
import { defaultModel } from '../voices/models.ts';
import { showSeconds } from './duration.ts';
import { enginesFrom } from './engines.ts';
import { CommandError, describeError, usageError } from './errors.ts';
import { readFormat, type FormatOptions } from './format.ts';
import { narrate } from './narration.ts';
import { AudioOutput, refuseTerminal } from './output.ts';
import { showProgress } from './progress.ts';
import { openSource, readText, type TextSource } from './source.ts';
import { untilSignal } from './until-signal.ts';
import { chooseVoice } from './voice-choice.ts';

type SayOptions = Omit<FormatOptions, 'output'> & {
  readonly output?: string;
  readonly file?: string;
  readonly voice?: string;
  readonly language?: string;
  readonly speed?: string;
  readonly volume?: string;
  readonly emotion?: string;
};

const help = `
Without -o the speech goes to speech.wav (or .mp3, .opus, .flac, .raw by --format), and an existing file of that name is kept and
an error. A file named with -o is overwritten. The text is UTF-8 and of any length; it may carry the tags of the API,
such as <break time="1s"/>. Ctrl-C keeps what has been written, as a whole file.

Examples:
  sonorant say "Hello" -o hello.wav
  sonorant say -f book.txt -o book.mp3 --voice Russell --speed 1.1
  sonorant say "Guten Tag" --language de -o hallo.wav
  echo "Hello" | sonorant say -o - | aplay
  sonorant say "Hello" -o - --format raw --encoding pcm_s16le --sample-rate 16000 > hello.pcm`;

export function addSay(program: Command): void {
  program
    .command('say')
    .description('Speak a text into a file or to standard output, without a server and without a key.')
    .argument('[text...]', 'what to say; "-" or nothing: standard input')
    .option(
      '-o, --output <file>',
      'where the speech goes, "-" for standard output; the ending .wav, .mp3, .opus, .flac, .raw or .pcm says the format',
    )
    .option('-f, --file <file>', 'read the text from a file, "-" for standard input')
    .option('--voice <id or name>', 'a voice of "sonorant voices" (default: one of the language)')
    .option(
      '-l, --language <code>',
      'language (de) or locale (pt-BR) of the text (default: the voice’s own, else English)',
    )
    .option('--speed <number>', '0.6 to 1.5 (default: 1)')
    .option('--volume <number>', '0.5 to 2 (default: 1)')
    .option('--emotion <name>', 'such as happy, calm, sad')
    .option('--format <name>', `${containers.join(', ')} (default: by the file's ending, wav on standard output)`)
    .option('--encoding <name>', `of wav and raw: ${encodings.join(', ')} (default: pcm_s16le)`)
    .option(
      '--sample-rate <hz>',
      `${anySampleRates.join(', ')} (default: the voice's own, or the next that the format has)`,
    )
    .option('--bit-rate <bits per second>', `of mp3 and opus: ${bitRates.join(', ')} (default: 64000, of opus 32000)`)
    .addHelpText('after', help)
    .action(say);
}

/** Everything that is known before an engine is loaded. */
interface Task {
  readonly source: TextSource;
  readonly output: string;
  readonly settings: SpeechSettings;
  readonly generationConfig: GenerationConfig;
  /** What speaks. */
  readonly engine: EngineDescriptor;
}

async function say(words: readonly string[], options: SayOptions): Promise<void> {
  const source = await openSource(words, options.file);
  const output = outputOf(options);
  const settled = await settle(options, output);
  const made = await untilSignal((signal) => speak({ source, output, ...settled }, signal));
  if (options.output === undefined || (output !== '-' && process.stderr.isTTY)) {
    console.error(`${output}: ${showSeconds(made)} of speech, ${describeFormat(settled.settings.format)}`);
  }
}

function outputOf({ output, format = 'wav' }: SayOptions): string {
  if (output !== undefined) {
    refuseTerminal(output);
    return output;
  }
  const name = `speech.${format.toLowerCase()}`;
  if (existsSync(name)) throw new CommandError(`${name} exists already; name the output with -o`);
  return name;
}

async function settle(options: SayOptions, output: string): Promise<Omit<Task, 'source' | 'output'>> {
  const { speed, volume, emotion, language } = options;
  const engines = await enginesFrom(process.env);
  const generationConfig =
    readGenerationConfig(
      { speed: number('speed', speed), volume: number('volume', volume), emotion },
      null,
      newestVersion,
    ) ?? {};
  const voice = await chooseVoice(options.voice, language, engines);
  // The rate is the speaker's own unless one is asked, so the format comes last.
  const anyFormat = { container: 'wav', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;
  const settings = speechSettings(
    { modelId: defaultModel, voice, format: anyFormat, target: { language: language ?? null } },
    engines,
  );
  requireProsody(settings, generationConfig);
  const format = readFormat({ ...options, output }, settings.capabilities.sampleRate);
  const engine = enginesById([settings.speaker.engine], engines)[0]!;
  return { settings: { ...settings, format }, generationConfig, engine };
}

function number(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? NaN : Number(given);
  if (Number.isNaN(value)) throw usageError(`--${option}: '${given}' is not a number`);
  return value;
}

function describeFormat(format: OutputFormat): string {
  const { container, sampleRate } = format;
  if ('encoding' in format) return `${container}, ${format.encoding} at ${sampleRate} Hz, mono`;
  return `${container}, ${'bitRate' in format ? `${format.bitRate} bit/s at ` : ''}${sampleRate} Hz`;
}

/** A thread for every so many bytes of text: a short text is spoken before a second one has loaded. */
const bytesPerThread = 4000;

/** How many threads: as many as the machine runs at once, where the text is worth them; for a text of unknown length two. */
function threadsFor(totalBytes = 2 * bytesPerThread): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalBytes / bytesPerThread)));
}

/** @returns seconds of speech */
async function speak(task: Task, signal: AbortSignal): Promise<number> {
  const { source, settings, engine } = task;
  const scheduler = await Scheduler.start({
    threads: threadsFor(source.totalBytes),
    engines: [engine],
    reference: referenceEngine(),
  });
  const progress = showProgress({ stream: process.stderr, totalBytes: source.totalBytes });
  let file: AudioOutput | undefined;
  let seconds = 0;
  try {
    for await (const part of narrate(readText(source, signal), { scheduler, ...task, signal })) {
      file ??= await AudioOutput.open(task.output, settings.format);
      await file.write(part.payload);
      seconds += part.seconds;
      progress.update(part.textBytes, seconds);
    }
    await file?.finish();
  } catch (error) {
    progress.stop();
    throw await cutShort(error, { file, output: task.output, seconds, signal });
  } finally {
    progress.stop();
    await scheduler.close();
  }
  if (file === undefined) throw new CommandError(`there is nothing to speak in ${source.name}`);
  return seconds;
}

interface CutShort {
  readonly file: AudioOutput | undefined;
  readonly output: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** What has been written stays, as a complete file, and the message names its length. */
async function cutShort(error: unknown, { file, output, seconds, signal }: CutShort): Promise<CommandError> {
  const stopped = signal.aborted ? (signal.reason as CommandError) : undefined;
  if (file === undefined) {
    return stopped ?? (error instanceof CommandError ? error : new CommandError(describeError(error)));
  }
  // Where the file itself is at fault, ending it fails in the same way.
  await file.finish().catch(() => undefined);
  const written =
    output === '-'
      ? `${showSeconds(seconds)} of speech were written`
      : `${output} holds the first ${showSeconds(seconds)} of speech`;
  return new CommandError(`${describeError(stopped ?? error)}; ${written}`, stopped?.exitCode ?? 1);
}
