/** `sonorant clone`: a voice from a recording, on a running server or in the data folder. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { ServiceError } from '../../errors/service-error.ts';
import { uploadClip } from '../clip-upload.ts';
import { dataDirOption, organizationOption, withOrganization } from '../data.ts';
import { enginesFrom } from '../engines.ts';
import { CommandError, problemsOf, usageError } from '../errors.ts';
import { progressBar } from '../progress.ts';
import { chosenServer, type ServerAccess, type ServerChoice } from './status.ts';
import { table } from '../table.ts';
import { untilSignal } from '../until-signal.ts';

interface CloneOptions extends ServerChoice {
  readonly name: string;
  readonly language: string;
  readonly baseVoice?: string;
  readonly transcript?: string;
  readonly description?: string;
  readonly json?: true;
}

/** What is shown of the voice; with --json all that the server says of it. */
interface MadeVoice {
  readonly id: string;
  readonly name: string;
  readonly language: string;
}

interface Clip {
  readonly path: string;
  readonly bytes: number;
}

/** Fields of the form by the option that gives them, where the two are not named alike. */
const optionNames: Readonly<Record<string, string>> = { base_voice_id: '--base-voice' };
/** A smaller clip is sent before a bar could be read. */
const longBytes = 2_000_000;

const help = `
With --server, or SONORANT_URL in the environment, the clip is sent to that server, by the key in SONORANT_API_KEY. Without, the
voice is made in the data folder (--data-dir, else SONORANT_DATA_DIR, else ./data), where a running server finds it at once.
The clip is a flac, mp3, ogg, wav or webm file with at least a second of speech.

Examples:
  sonorant clone anna.wav --name Anna
  sonorant clone anna.mp3 --name Anna --language de --transcript "Was in der Aufnahme gesagt wird."
  sonorant clone anna.wav --name Anna --server https://speech.example.com --json

Then, where the voice was made:
  sonorant say "Hello" --play --voice Anna`;

export function addClone(program: Command): void {
  program
    .command('clone')
    .description('Make a voice from a recording.')
    .argument('<clip>', 'the recording')
    .requiredOption('--name <name>', 'how the voice is called')
    .option('-l, --language <code>', 'language of the voice, such as de', 'en')
    .option('--base-voice <id>', 'the voice it derives from: it lends what the clip does not tell')
    .option('--transcript <text>', 'what is said in the clip, word for word; some models need it')
    .option('--description <text>', 'more about the voice')
    .option('--server <url>', 'a running server that makes it, with the key in SONORANT_API_KEY')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(clone);
}

async function clone(path: string, options: CloneOptions): Promise<void> {
  const server = chosenServer(options);
  const clip = await clipAt(path);
  const voice = await (server === undefined ? here(clip, options) : there(server, clip, options));
  if (options.json === true) {
    console.log(JSON.stringify(voice, undefined, 2));
    return;
  }
  console.log(table(['ID', 'NAME', 'LANGUAGE'], [[voice.id, voice.name, voice.language]]));
  const where = server === undefined ? folderOf(options) : ['--server', server.address];
  console.error(['Hear it with: sonorant say "Hello" --play --voice', voice.id, ...where].join(' '));
}

/** The options that name the same folder and organization again. */
function folderOf({ dataDir, organization }: CloneOptions): string[] {
  return [
    ...(dataDir === undefined ? [] : ['--data-dir', shellWord(dataDir)]),
    ...(organization === undefined ? [] : ['--organization', shellWord(organization)]),
  ];
}

/** As it has to be written on a command line. */
function shellWord(text: string): string {
  return /^[\w./:-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** @throws {CommandError} when it is no file or an empty one */
async function clipAt(path: string): Promise<Clip> {
  const found = await stat(path);
  if (!found.isFile()) throw new CommandError(`${path}: is not a file`);
  if (found.size === 0) throw new CommandError(`${path}: is empty`);
  return { path, bytes: found.size };
}

function fieldsOf({ name, language, baseVoice, transcript, description }: CloneOptions): Record<string, string> {
  return {
    name,
    language,
    ...(baseVoice !== undefined && { base_voice_id: baseVoice }),
    ...(transcript !== undefined && { transcript }),
    ...(description !== undefined && { description }),
  };
}

async function there(
  { address: server, key }: ServerAccess,
  { path, bytes }: Clip,
  options: CloneOptions,
): Promise<MadeVoice> {
  const progress = showUpload(bytes);
  try {
    const { status, body } = await untilSignal((signal) =>
      uploadClip({ server, key, path, bytes, fields: fieldsOf(options), onProgress: progress.update, signal }),
    );
    const answer = parsed(body) as { readonly message?: string } & Partial<MadeVoice>;
    if (status === 413) throw new CommandError(`${path}: is too big: ${answer.message ?? `status ${status}`}`);
    if (status !== 200) throw refusal(answer.message ?? `${server} answers with status ${status}`, path);
    if (typeof answer.id !== 'string') throw new CommandError(`what answers at ${server} is not a Sonorant server`);
    return answer as MadeVoice;
  } finally {
    progress.stop();
  }
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What is wrong, in terms of the file and the options. */
function refusal(message: string, path: string): CommandError {
  const problems = problemsOf(message).map(({ field, problem }) =>
    field === 'clip' ? `${path}: ${problem}` : `${optionNames[field] ?? `--${field}`}: ${problem}`,
  );
  return new CommandError(problems.length === 0 ? message : problems.join('; '));
}

function showUpload(bytes: number): { readonly update: (sent: number) => void; readonly stop: () => void } {
  if (!process.stderr.isTTY || bytes < longBytes) return { update: () => undefined, stop: () => undefined };
  const megabytes = (count: number): string => (count / 1e6).toFixed(1);
  const bar = progressBar(process.stderr, `  {bar} {percentage} %, {sent} of ${megabytes(bytes)} MB{step}`);
  bar.start(bytes, 0, { sent: megabytes(0), step: '' });
  return {
    update: (sent) =>
      bar.update(sent, { sent: megabytes(sent), step: sent === bytes ? ', the server listens to it' : '' }),
    stop: () => bar.stop(),
  };
}

async function here({ path, bytes }: Clip, options: CloneOptions): Promise<MadeVoice> {
  const [{ cloneFields }, { voiceMetadata }, { VoiceService }, { voiceLibrary }, { emitEvent }, blobStores] =
    await Promise.all([
      import('../../voices/fields.ts'),
      import('../../voices/metadata.ts'),
      import('../../voices/voice-service.ts'),
      import('../../voices/library.ts'),
      import('../../webhooks/envelope.ts'),
      import('../../store/blobs/index.ts'),
    ]);
  const read = cloneFields.safeParse(fieldsOf(options));
  if (!read.success) {
    const [{ path: field, message }] = read.error.issues as [(typeof read.error.issues)[number]];
    const name = String(field[0]);
    throw usageError(`${optionNames[name] ?? `--${name}`}: ${message}`);
  }
  const { name, language, tagline, description, accent, base_voice_id: baseVoiceId, transcript } = read.data;
  const state: { made?: MadeVoice } = {};
  await withOrganization(options, 'must exist', async (store, organizationId, config) => {
    if (bytes > config.maxClipBytes) {
      throw new CommandError(`${path}: is too big: at most ${config.maxClipBytes} bytes (SONORANT_MAX_CLIP_BYTES)`);
    }
    const source = { engines: await enginesFrom({ ...process.env, SONORANT_DATA_DIR: config.dataDir }) };
    const blobs = await blobStores.openBlobs(config);
    try {
      const service = new VoiceService({
        store,
        blobs,
        emitEvent,
        library: voiceLibrary(store.voices, source),
        source,
        clipLimits: { maxSeconds: config.maxClipSeconds },
      });
      const clip = blobStores.newBlobKey('clips');
      await blobs.put(clip, createReadStream(path));
      const texts = { name, language, tagline, accent, description: description ?? '', access: 'private' as const };
      const request = { ...texts, baseVoiceId, clip, clipTranscript: transcript };
      const voice = await service.clone({ organizationId }, request).catch((error: unknown) => {
        throw error instanceof ServiceError ? refusal(error.message, path) : error;
      });
      state.made = voiceMetadata(voice);
    } finally {
      await blobs.close();
    }
  });
  return state.made!;
}
