/** `sonorant change`: a recording in another voice, without a server or by a running one. */
import type { Command } from 'commander';
import { payloadFormat, type OutputFormat } from '../../audio/formats.ts';
import { createSegmentPipeline } from '../../audio/pipeline.ts';
import { changedRate, type ChangeableClip, type TargetVoice } from '../../audio/voice-change/index.ts';
import type { ClipNote } from '../../engines/adapter.ts';
import { referenceEngine } from '../../engines/registry.ts';
import { spawnBriefThread } from '../../engines/scheduling/engine-thread.ts';
import { Scheduler } from '../../engines/scheduling/scheduler.ts';
import { changeableClip } from '../../speech/recordings/changeable-clip.ts';
import { TargetVoices } from '../../speech/recordings/target-voices.ts';
import { notesOn } from '../../voices/clip-analysis.ts';
import { dataDirOption, organizationOption } from '../data.ts';
import { showProgress, type Progress } from '../progress.ts';
import { localVoice, type LocalVoice, type LocalVoiceOptions } from '../speech/local-voice.ts';
import { localLimits, namedProblem, readRecording, uploadOf, type Recording } from '../recordings/recording.ts';
import { rawFormat, remoteAudio, remoteServer } from '../recordings/remote.ts';
import { deliver } from '../speech/delivery.ts';
import { readFormat } from '../speech/format.ts';
import type { SpokenAudio } from '../../speech/narration.ts';
import {
  addFormatOptions,
  addOutputOptions,
  fileOf,
  outputOf,
  reportMade,
  type OutputOptions,
} from '../speech/output-options.ts';
import { untilSignal } from '../until-signal.ts';
import { chosenServer, type ServerAccess, type ServerChoice } from './status.ts';

type ChangeOptions = OutputOptions & LocalVoiceOptions & ServerChoice;

const help = `
Words, their times and the melody stay; pitch and loudness become those of the voice, formants and spectrum come near to its own. Accent,
rate and breath stay those of the speaker, and so does noise; music, several speakers and whispering are not for it.

The recording is a flac, mp3, ogg, wav or webm of at most ten minutes; "-" is one on standard input. Without -o and --play the result
goes to changed.wav (or .mp3, .opus, .flac, .raw by --format), and an existing file of that name is kept and an error. A file named with -o
is overwritten. Ctrl-C keeps what has been written, as a whole file.

The voice is a built-in one ("sonorant voices"), or one of the data folder that "sonorant clone" made. With --server, or
SONORANT_URL in the environment, it is one of that server, which does the work, by the key in SONORANT_API_KEY.

Examples:
  sonorant change talk.wav --voice Russell -o russell.wav
  sonorant change talk.mp3 --voice Sadie --play
  sonorant change talk.wav --voice "My voice" --data-dir ./data -o mine.mp3
  sonorant change talk.wav --voice Russell -o russell.wav --server https://speech.example.com
  arecord -d 5 -f S16_LE -r 16000 -t wav | sonorant change - --voice Sadie -o - | aplay`;

export function addChange(program: Command): void {
  const command = program
    .command('change')
    .description('Give a recording another voice.')
    .argument('<recording>', 'the recording, "-" for standard input')
    .requiredOption('--voice <id or name>', 'the voice that is to be heard');
  addOutputOptions(command);
  addFormatOptions(command, String(changedRate))
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--server <url>', 'a running server that does it, with the key in SONORANT_API_KEY')
    .option('--json', 'print what was made as JSON')
    .addHelpText('after', help)
    .action(change);
}

/** What is heard of a recording in its new voice. */
interface Change {
  readonly parts: AsyncGenerator<SpokenAudio>;
  readonly progress: Progress;
  /** Told with the first audio. */
  readonly notes: () => readonly string[];
}

interface Task {
  readonly recording: Recording;
  readonly format: OutputFormat;
  readonly signal: AbortSignal;
}

async function change(path: string, options: ChangeOptions): Promise<void> {
  const access = chosenServer(options);
  const output = outputOf(options, 'changed');
  const format = readFormat(fileOf(output, options), changedRate);
  const begin = access === undefined ? await here(options) : there(access, options);
  const recording = await readRecording(path);
  let notes: readonly string[] = [];
  const made = await untilSignal(async (signal) => {
    const begun = await begin({ recording, format, signal });
    const { parts, progress } = begun;
    const delivery = { output, format, isPlayed: options.play === true, subtitles: undefined, onWord: undefined };
    const delivered = await deliver(parts, { ...delivery, progress, signal });
    notes = begun.notes();
    return delivered;
  });
  if (options.json !== true) {
    for (const note of notes) console.error(`sonorant: ${recording.name}: ${warnings.get(note) ?? note}`);
  }
  reportMade(options, { output, format, seconds: made!.seconds }, { notes });
}

const warnings: ReadonlyMap<string, string> = new Map<ClipNote, string>([
  ['noisy', 'there is noise, which stays'],
  ['several_speakers', 'several speakers seem to be heard, who all become one'],
]);

/** The voices of this machine. */
async function here(options: LocalVoiceOptions): Promise<(task: Task) => Promise<Change>> {
  const voice = await localVoice(options);
  return async ({ recording, format, signal }) => {
    // The recording first: where it is no good, the voice need not speak.
    const clip = await changeableClip(recording.bytes, { field: 'clip', ...localLimits }).catch((error: unknown) => {
      throw namedProblem(error, { clip: recording.name });
    });
    try {
      signal.throwIfAborted();
      const target = await targetOf(voice);
      signal.throwIfAborted();
      const notes = notesOn(clip.measures);
      const progress = showProgress({ stream: process.stderr, totalBytes: clip.samples, longBytes: longSamples });
      return { parts: partsOf(clip, target, format, signal), progress, notes: () => notes };
    } catch (error) {
      await clip.close();
      throw error;
    }
  };
}

/** A shorter recording is changed before a bar could be read: ten seconds. */
const longSamples = 10 * changedRate;

/** A clone is what was measured of its speaker; any other voice speaks a sample, which is measured. */
async function targetOf({ settings, engine }: LocalVoice): Promise<TargetVoice> {
  if (settings.speaker.profile !== undefined) return settings.speaker.profile;
  const scheduler = await Scheduler.start({
    threads: 1,
    engines: [engine],
    reference: referenceEngine(),
    spawn: spawnBriefThread,
  });
  try {
    return await new TargetVoices(scheduler).of(settings);
  } finally {
    await scheduler.close();
  }
}

/** As far as the progress goes, a sample counts as a byte of text does. */
async function* partsOf(
  clip: ChangeableClip,
  target: TargetVoice,
  format: OutputFormat,
  signal: AbortSignal,
): AsyncGenerator<SpokenAudio> {
  const pipeline = createSegmentPipeline({ ...payloadFormat(format), inputRate: changedRate });
  let samples = 0;
  try {
    for await (const piece of clip.changed(target)) {
      signal.throwIfAborted();
      samples += piece.length;
      const seconds = piece.length / changedRate;
      yield { type: 'audio', payload: pipeline.write(piece), seconds, textBytes: samples };
    }
    yield { type: 'audio', payload: pipeline.end(), seconds: 0, textBytes: samples };
  } finally {
    await clip.close();
  }
}

/** A server's. */
function there(access: ServerAccess, { voice }: ChangeOptions): (task: Task) => Promise<Change> {
  const server = remoteServer(access);
  return ({ recording, format, signal }) => {
    const request = { clip: uploadOf(recording), voice, format: rawFormat(format) };
    const speech = server.client.changeVoice(request, { signal });
    const names = { clip: recording.name, 'voice[id]': '--voice' };
    const parts = remoteAudio(speech, { format, server, names });
    const progress = showProgress({ stream: process.stderr, totalBytes: undefined });
    return Promise.resolve({ parts, progress, notes: () => speech.notes });
  };
}
