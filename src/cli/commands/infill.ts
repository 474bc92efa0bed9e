/** `sonorant infill`: speech that joins recordings, without a server or by a running one. */
import type { Command } from 'commander';
import { payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import { joinedRate } from '../../audio/infill/index.ts';
import { createSegmentPipeline } from '../../audio/pipeline.ts';
import { referenceEngine } from '../../engines/registry.ts';
import { spawnBriefThread } from '../../engines/scheduling/engine-thread.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import {
  infillText,
  joined,
  joinedPieces,
  jointSeconds,
  neighbourFields,
  neighbours,
  type Joined,
} from '../../speech/recordings/infill.ts';
import { dataDirOption, organizationOption } from '../data.ts';
import { usageError } from '../errors.ts';
import { showProgress } from '../progress.ts';
import { localVoice, type LocalVoice, type LocalVoiceOptions } from '../speech/local-voice.ts';
import { localLimits, namedProblem, readRecording, uploadOf, type Recording } from '../recordings/recording.ts';
import { rawFormat, remoteAudio, remoteServer } from '../recordings/remote.ts';
import { deliver } from '../speech/delivery.ts';
import { readFormat } from '../speech/format.ts';
import type { SpokenAudio } from '../../speech/narration.ts';
import { unlessAborted } from '../../timing/deadline.ts';
import {
  addFormatOptions,
  addOutputOptions,
  fileOf,
  outputOf,
  reportMade,
  type OutputOptions,
} from '../speech/output-options.ts';
import { openSource, readText } from '../speech/source.ts';
import { untilSignal } from '../until-signal.ts';
import { chosenServer, type ServerAccess, type ServerChoice } from './status.ts';

interface InfillOptions extends OutputOptions, LocalVoiceOptions, ServerChoice {
  readonly left?: string;
  readonly right?: string;
  readonly file?: string;
  readonly whole?: true;
}

const help = `
What is said joins the recordings: it is as loud as they are where they meet, has their noise between its words, their pitch at the joints,
their rate and their pauses. With one recording it goes on from it, or leads into it. The voice is the one that is named: "sonorant clone"
makes one of the speaker.

The recordings are a flac, mp3, ogg, wav or webm of at most ten minutes each; one of them may be "-", standard input. Without -o and --play the
result goes to joined.wav (or .mp3, .opus, .flac, .raw by --format), and an existing file of that name is kept and an error. A file named with
-o is overwritten. What comes is the middle alone; with --whole the recordings stand around it.

The voice is a built-in one ("sonorant voices"), or one of the data folder that "sonorant clone" made. With --server, or
SONORANT_URL in the environment, it is one of that server, which does the work, by the key in SONORANT_API_KEY.

Examples:
  sonorant infill --left a.wav --right b.wav --voice Russell "and then, after an hour or so," --whole -o whole.wav
  sonorant infill --left a.wav --voice Sadie "to be continued" --play
  sonorant infill --right b.mp3 --voice Russell -f opening.txt -o opening.mp3
  sonorant infill --left a.wav --right b.wav --voice "My voice" --data-dir ./data "what was lost" -o lost.wav
  sonorant infill --left a.wav --voice Russell "and so on" -o end.wav --server https://speech.example.com`;

export function addInfill(program: Command): void {
  const command = program
    .command('infill')
    .description('Speak what is missing between two recordings, or behind or before one.')
    .argument('[text...]', 'what to say; "-" or nothing: standard input')
    .requiredOption('--voice <id or name>', 'the voice that says it')
    .option('--left <recording>', 'what comes before, "-" for standard input')
    .option('--right <recording>', 'what comes behind, "-" for standard input')
    .option('--whole', 'the recordings as well, joined; --json says at which seconds they meet');
  addOutputOptions(command)
    .option('-f, --file <file>', 'read the text from a file, "-" for standard input')
    .option('-l, --language <code>', 'language (de) or locale (pt-BR) of the text (default: the voice’s own)');
  addFormatOptions(command, String(joinedRate))
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--server <url>', 'a running server that does it, with the key in SONORANT_API_KEY')
    .option('--json', 'print what was made as JSON')
    .addHelpText('after', help)
    .action(infill);
}

interface Task {
  readonly left: Recording | undefined;
  readonly right: Recording | undefined;
  readonly text: string;
  readonly format: OutputFormat;
  readonly signal: AbortSignal;
  /** With the recordings: where the parts meet, in seconds. Called before the first audio. */
  readonly onJoints: (seconds: readonly number[]) => void;
}

async function infill(words: readonly string[], options: InfillOptions): Promise<void> {
  refuseContradictions(words, options);
  const access = chosenServer(options);
  const output = outputOf(options, 'joined');
  const format = readFormat(fileOf(output, options), joinedRate);
  const partsOf = access === undefined ? await here(options) : there(access, options);
  const text = await textOf(words, options.file);
  const [left, right] = [await recordingOf(options.left), await recordingOf(options.right)];
  let joints: readonly number[] = [];
  const onJoints = (seconds: readonly number[]): void => void (joints = seconds);
  const made = await untilSignal((signal) =>
    deliver(partsOf({ left, right, text, format, signal, onJoints }), {
      ...{ output, format, signal, isPlayed: options.play === true, subtitles: undefined, onWord: undefined },
      // All of it is there at once, but for the way from a server.
      progress: showProgress({ stream: process.stderr, totalBytes: access === undefined ? 0 : undefined }),
    }),
  );
  reportMade(options, { output, format, seconds: made!.seconds }, options.whole === true ? { joints } : {});
}

/** @throws {CommandError} for options that do not go together, before anything is read */
function refuseContradictions(words: readonly string[], options: InfillOptions): void {
  const { left, right, file } = options;
  if ((left ?? right) === undefined) throw usageError('name a recording with --left, --right or both');
  const isText = file === '-' || (file === undefined && (words.length === 0 || words.join() === '-'));
  if ([left === '-', right === '-', isText].filter(Boolean).length > 1) {
    throw usageError('standard input can be one of the recordings or the text, not several of them');
  }
}

/** @throws {CommandError} when there is none, or it is too long */
async function textOf(words: readonly string[], file: string | undefined): Promise<string> {
  const source = await openSource(words, file);
  const text = await untilSignal(async (signal) => {
    let whole = '';
    for await (const piece of readText(source, signal)) whole += piece.text;
    return whole;
  });
  const read = infillText.safeParse(text);
  if (!read.success) throw usageError(`${source.name}: ${read.error.issues[0]!.message}`);
  return read.data;
}

function recordingOf(path: string | undefined): Promise<Recording | undefined> {
  return path === undefined ? Promise.resolve(undefined) : readRecording(path);
}

/** Fields of the form by what gives them. */
function namesOf({ left, right }: Pick<Task, 'left' | 'right'>): Record<string, string> {
  return {
    [neighbourFields.left]: left?.name ?? '--left',
    [neighbourFields.right]: right?.name ?? '--right',
    voice_id: '--voice',
    transcript: 'the text',
  };
}

/** The voices of this machine. */
async function here(options: InfillOptions): Promise<(task: Task) => AsyncGenerator<SpokenAudio>> {
  const voice = await localVoice(options);
  return async function* parts(task) {
    const { format, signal, onJoints } = task;
    const made = await joinedHere(task, voice, options.whole === true).catch((error: unknown) => {
      throw namedProblem(error, namesOf(task));
    });
    onJoints(jointSeconds(made).map(Number));
    const pipeline = createSegmentPipeline({ ...payloadFormat(format), inputRate: joinedRate });
    for (const piece of joinedPieces(made)) {
      signal.throwIfAborted();
      const seconds = piece.length / joinedRate;
      yield { type: 'audio', payload: pipeline.write(piece), seconds, textBytes: 0 };
    }
    yield { type: 'audio', payload: pipeline.end(), seconds: 0, textBytes: 0 };
  };
}

async function joinedHere(
  { left, right, text: transcript, signal }: Task,
  { settings, engine }: LocalVoice,
  whole: boolean,
): Promise<Joined> {
  const pair = await neighbours({ left: left?.bytes, right: right?.bytes }, { whole, ...localLimits });
  signal.throwIfAborted();
  const scheduler = await Scheduler.start({
    threads: 1,
    engines: [engine],
    reference: referenceEngine(),
    spawn: spawnBriefThread,
  });
  try {
    // There is no organization that it could be counted for.
    const said = { transcript, scheduler, settings, meter: 'exempt' } as const;
    return await unlessAborted(joined(pair, said), signal);
  } finally {
    await scheduler.close();
  }
}

/** A server's. */
function there(access: ServerAccess, options: InfillOptions): (task: Task) => AsyncGenerator<SpokenAudio> {
  const { voice, language, whole } = options;
  const server = remoteServer(access);
  return async function* parts({ left, right, text, format, signal, onJoints }) {
    const request = { text, voice, language, whole, format: rawFormat(format) };
    const clips = { left: left && uploadOf(left), right: right && uploadOf(right) };
    const names = namesOf({ left, right });
    const speech = server.client.infill({ ...request, ...clips }, { signal });
    for await (const audio of remoteAudio(speech, { format, server, names })) {
      onJoints(speech.joints);
      yield audio;
    }
  };
}
