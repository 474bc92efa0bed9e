/** `sonorant say`: speech without a server and without a key, or of a server that is named. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { OutputFormat } from '../../audio/formats.ts';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { enginesById, referenceEngine } from '../../engines/registry.ts';
import { spawnBriefThread } from '../../engines/scheduling/engine-thread.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { newestVersion } from '../../versions/index.ts';
import { readGenerationConfig } from '../../speech/generation-config.ts';
import { requireProsody } from '../../speech/request.ts';
import { speakerNames, type Cast } from '../../speech/dialogue.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import type { GenerationConfig } from '../../text/reader.ts';
import { dataDirOption, organizationOption } from '../data.ts';
import { deliver, subtitleFormatOf, type Delivered, type Delivery } from '../speech/delivery.ts';
import { CommandError, usageError } from '../errors.ts';
import { readFormat } from '../speech/format.ts';
import { narrate } from '../../speech/narration.ts';
import {
  addFormatOptions,
  addOutputOptions,
  bothWant,
  fileOf,
  outputOf,
  reportMade,
  type OutputOptions,
} from '../speech/output-options.ts';
import { localEngines, localSettings } from '../speech/local-voice.ts';
import { showProgress } from '../progress.ts';
import { remoteDialogue, remoteSpeech, remoteVoice } from '../speech/remote-speech.ts';
import { openSource, readText, type TextSource } from '../speech/source.ts';
import { chosenServer, type ServerAccess, type ServerChoice } from './status.ts';
import { untilSignal } from '../until-signal.ts';

type SayOptions = OutputOptions &
  ServerChoice & {
    readonly file?: string;
    readonly voice?: string;
    readonly speaker?: readonly string[];
    readonly language?: string;
    readonly speed?: string;
    readonly volume?: string;
    readonly emotion?: string;
    readonly subtitles?: string;
    readonly timestamps?: true;
    readonly lines?: true;
  };

const help = `
Without -o and --play the speech goes to speech.wav (or .mp3, .opus, .flac, .raw by --format), and an existing file of that name is
kept and an error. A file named with -o is overwritten. The text is UTF-8 and of any length; it may carry the tags of the API,
such as <break time="1s"/>. Ctrl-C keeps what has been written, as a whole file. What is typed at a terminal (say --play -) is
spoken line by line.

With --speaker the text names who speaks: [Anna] Hello. [Ben] Hi. What stands before the first name is spoken by --voice.

A voice that "sonorant clone" or a server has made in the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data) is spoken
without a server too. With --server, or SONORANT_URL in the environment, the text is spoken there, by the key in SONORANT_API_KEY.

Examples:
  sonorant say "Hello" -o hello.wav
  sonorant say "Hello" --play
  sonorant say -f book.txt -o book.mp3 --subtitles book.srt --voice Russell --speed 1.1
  sonorant say "Guten Tag" --language de -o hallo.wav
  sonorant say "Hello there" -o hello.wav --timestamps
  tail -f events.log | sonorant say --play --lines
  sonorant say "[Anna] Hello. [Ben] Hi." --speaker Anna=Sadie --speaker Ben=Russell -o talk.mp3
  sonorant say "Hello" --play --server https://speech.example.com
  echo "Hello" | sonorant say -o - | aplay
  sonorant say "Hello" -o - --format raw --encoding pcm_s16le --sample-rate 16000 > hello.pcm`;

export function addSay(program: Command): void {
  const command = program
    .command('say')
    .description('Speak a text into a file, to standard output or aloud, without a server and without a key.')
    .argument('[text...]', 'what to say; "-" or nothing: standard input');
  addOutputOptions(command)
    .option('-f, --file <file>', 'read the text from a file, "-" for standard input')
    .option('--subtitles <file>', 'also write subtitles, as .srt or .vtt')
    .option('--timestamps', 'print each word with its start and end in seconds')
    .option('--lines', 'speak each line of the text as soon as it is complete (always so at a terminal)')
    .option(
      '--voice <id or name>',
      'a voice of "sonorant voices", or one of the data folder (default: one of the language)',
    )
    .option(
      '--speaker <name=voice>',
      'a voice for a name that the text has in brackets; again for each of them',
      (given: string, before: readonly string[] | undefined) => [...(before ?? []), given],
    )
    .option(
      '-l, --language <code>',
      'language (de) or locale (pt-BR) of the text (default: the voice’s own, else English)',
    )
    .option('--speed <number>', '0.6 to 1.5 (default: 1)')
    .option('--volume <number>', '0.5 to 2 (default: 1)')
    .option('--emotion <name>', 'such as happy, calm, sad');
  addFormatOptions(command, "the voice's own")
    .option('--server <url>', 'a running server that speaks it, with the key in SONORANT_API_KEY')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'print what was made as JSON')
    .addHelpText('after', help)
    .action(say);
}

/** What speaks a text, known before anything is loaded or sent. */
interface Speaker {
  readonly format: OutputFormat;
  readonly speak: (task: Task, delivery: Delivery) => Promise<Delivered | undefined>;
}

interface Task {
  readonly source: TextSource;
  readonly isByLine: boolean;
  readonly wantsWords: boolean;
}

async function say(text: readonly string[], options: SayOptions): Promise<void> {
  const source = await openSource(text, options.file);
  const output = outputOf(options, 'speech');
  const wantsWords = options.subtitles !== undefined || options.timestamps === true;
  if (options.subtitles !== undefined) subtitleFormatOf(options.subtitles);
  if (output === '-' && options.timestamps === true) throw bothWant('--timestamps');
  const server = chosenServer(options);
  const { format, speak } = await (server === undefined
    ? here(options, output, wantsWords)
    : there(server, options, output));
  const isByLine = options.lines === true || (source.stream === process.stdin && process.stdin.isTTY);
  const made = await untilSignal((signal) =>
    speak(
      { source, isByLine, wantsWords },
      {
        output,
        format,
        isPlayed: options.play === true,
        subtitles: options.subtitles,
        onWord: options.timestamps === true && options.json !== true ? printWord : undefined,
        progress: showProgress({ stream: process.stderr, totalBytes: source.totalBytes }),
        signal,
      },
    ),
  );
  if (made === undefined) throw new CommandError(`there is nothing to speak in ${source.name}`);
  const { seconds, words } = made;
  const more = { subtitles: options.subtitles ?? null, ...(wantsWords && { words }) };
  reportMade(options, { output, format, seconds }, more);
}

function printWord({
  word,
  start,
  end,
}: {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}): void {
  console.log(`${start.toFixed(3)}\t${end.toFixed(3)}\t${word}`);
}

function configOf({ speed, volume, emotion }: SayOptions): GenerationConfig {
  const given = { speed: number('speed', speed), volume: number('volume', volume), emotion };
  return readGenerationConfig(given, null, newestVersion) ?? {};
}

/** The engines of this process. */
async function here(options: SayOptions, output: string | undefined, wantsWords: boolean): Promise<Speaker> {
  const engines = await localEngines(options);
  const generationConfig = configOf(options);
  const settingsOf = (voice: string | undefined): Promise<SpeechSettings> =>
    localSettings({ ...options, voice, wordTimestamps: wantsWords }, engines);
  const settings = await settingsOf(options.voice);
  const speakers = new Map<string, SpeechSettings>();
  for (const [name, given] of speakersOf(options)) speakers.set(name, await settingsOf(given));
  for (const each of [settings, ...speakers.values()]) {
    requireProsody(each, generationConfig);
    if (!wantsWords || each.capabilities.marks !== 'none') continue;
    const { name } = each.speaker;
    throw usageError(`the voice ${name} has no word times: choose another one for --subtitles and --timestamps`);
  }
  // The rate is the speaker's own unless one is asked, so the format comes last.
  const format = readFormat(fileOf(output, options), settings.capabilities.sampleRate);
  const used = [settings, ...speakers.values()].map(({ speaker }) => speaker.engine);
  const spoken = { ...settings, format };
  const whole = {
    settings: spoken,
    cast: speakers.size === 0 ? undefined : { speakers, voice: spoken },
    generationConfig,
    engines: enginesById([...new Set(used)], engines),
  };
  return { format, speak: (task, delivery) => speakHere({ ...task, ...whole }, delivery) };
}

/** A server. What speaks there is not known, so neither is its own sample rate. */
async function there(
  { address: server, key }: ServerAccess,
  options: SayOptions,
  output: string | undefined,
): Promise<Speaker> {
  const { language } = options;
  configOf(options);
  const speakers = speakersOf(options);
  const given = {
    speed: number('speed', options.speed),
    volume: number('volume', options.volume),
    emotion: options.emotion,
  };
  const format = readFormat(fileOf(output, options), 24_000);
  const voice = options.voice ?? (language === undefined ? undefined : await remoteVoice(server, key, language));
  return {
    format,
    speak: ({ source, isByLine, wantsWords }, delivery) => {
      const { signal } = delivery;
      const how = { server, key, voice, language, generationConfig: given, format, wantsWords, signal };
      const text = readText(source, signal, isByLine);
      return deliver(
        speakers.size > 0 ? remoteDialogue(text, { ...how, speakers }) : remoteSpeech(text, how),
        delivery,
      );
    },
  };
}

/** The voices of `--speaker`, by the names in the text. */
function speakersOf({ speaker = [] }: SayOptions): ReadonlyMap<string, string> {
  const pairs = speaker.map((given): [string, string] => {
    const at = given.lastIndexOf('=');
    if (at < 1 || at === given.length - 1) {
      throw usageError(`--speaker: '${given}' is not a name and a voice, such as Anna=Sadie`);
    }
    return [given.slice(0, at), given.slice(at + 1)];
  });
  const twice = pairs.find(([name], index) => pairs.some(([other], before) => before < index && other === name));
  if (twice !== undefined) throw usageError(`--speaker: '${twice[0]}' has two voices`);
  return pairs.length === 0 ? new Map() : speakerNames(Object.fromEntries(pairs));
}

function number(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const value = given.trim() === '' ? NaN : Number(given);
  if (Number.isNaN(value)) throw usageError(`--${option}: '${given}' is not a number`);
  return value;
}

/** A thread for every so many bytes of text: a short text is spoken before a second one has loaded. */
const bytesPerThread = 4000;

/** How many threads: as many as the machine runs at once, where the text is worth them; for a text of unknown length two. */
function threadsFor(totalBytes = 2 * bytesPerThread): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalBytes / bytesPerThread)));
}

interface LocalTask extends Task {
  readonly settings: SpeechSettings;
  /** Who speaks, where the text names its speakers. */
  readonly cast: Cast | undefined;
  readonly generationConfig: GenerationConfig;
  /** What speaks. */
  readonly engines: readonly EngineDescriptor[];
}

async function speakHere(task: LocalTask, delivery: Delivery): Promise<Delivered | undefined> {
  const { source, settings, cast, generationConfig, engines, isByLine } = task;
  const { signal } = delivery;
  const scheduler = await Scheduler.start({
    threads: threadsFor(source.totalBytes),
    engines,
    reference: referenceEngine(),
    // A text that comes later, or is long, finds engines that are warm.
    ...((source.totalBytes ?? Infinity) < bytesPerThread && { spawn: spawnBriefThread }),
  });
  try {
    const text = readText(source, signal, isByLine);
    return await deliver(narrate(text, { scheduler, settings, cast, generationConfig, signal }), delivery);
  } finally {
    await scheduler.close();
  }
}
