/** `sonorant transcribe`: speech to text, by a recognizer of this machine or by a running server. */
import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { Sonorant } from '#client';
import type { SingleBar } from 'cli-progress';
import { ServiceError } from '../../errors/service-error.ts';
import { RecognizerPool } from '../../hearing/recognizer-pool.ts';
import { subtitleWords, transcribe as hear } from '../../hearing/transcribe.ts';
import { WordAligner } from '../../hearing/word-aligner.ts';
import { MemoryBudget } from '../../processes/memory-budget.ts';
import { readRecognizers } from '../../recognizers/registry.ts';
import { installedDetector } from '../../recognizers/silero/index.ts';
import { audioOf, discardFile, keepFile, type KeptFile } from '../../hearing/audio-file.ts';
import { bytes, milliseconds } from '../../server/settings/kinds.ts';
import { cuesOf, subtitleFile, type TimedWord } from '../../text/subtitles.ts';
import { languageNames } from '../../voices/languages.ts';
import { dataDirOption, type FolderOptions } from '../data.ts';
import { showSeconds } from '../duration.ts';
import { settingOf } from '../engines.ts';
import { CommandError, describeError, problemsOf, rootCause, usageError } from '../errors.ts';
import { progressBar } from '../progress.ts';
import { subtitleFormatOf } from '../speech/delivery.ts';
import { untilSignal } from '../until-signal.ts';
import { modelsOf } from './models.ts';
import { serverAddress } from './status.ts';

interface TranscribeOptions extends FolderOptions {
  readonly language?: string;
  readonly model?: string;
  readonly subtitles?: string;
  readonly server?: string;
  readonly json?: true;
}

/** What was heard, wherever. */
interface RecognizedSpeech {
  readonly text: string;
  readonly language: string | undefined;
  /** Seconds. */
  readonly duration: number;
  /** Undefined where no times are known. */
  readonly words: readonly TimedWord[] | undefined;
  /** The same for subtitles, where times may be nearly right only. */
  readonly shown: readonly TimedWord[];
}

const help = `
The file is a flac, mp3, ogg, wav or webm, or where ffmpeg is installed an m4a, mp4 or another that it reads; "-" is one
on standard input. The text goes to standard output.
Without --server a recognizer of this machine hears it: an installed model ("sonorant models list"), a server with OpenAI's
POST /v1/audio/transcriptions that SONORANT_RECOGNIZERS names, or for English Debian's packages pocketsphinx and
pocketsphinx-en-us. With --server a running server hears it, by the key in SONORANT_API_KEY.

Examples:
  sonorant transcribe talk.mp3
  sonorant transcribe talk.mp3 --subtitles talk.srt
  sonorant transcribe talk.wav --json | jq '.words[0]'
  arecord -d 5 -f S16_LE -r 16000 -t wav | sonorant transcribe -
  sonorant transcribe talk.ogg --server https://speech.example.com --language de`;

export function addTranscribe(program: Command): void {
  program
    .command('transcribe')
    .description('Turn speech into text.')
    .argument('<file>', 'the recording, "-" for standard input')
    .option(
      '-l, --language <code>',
      'language that is spoken, such as de (default: found out where it can be, else en)',
    )
    .option('--model <name>', 'a recognizer by its name (default: the best one of the language)')
    .option('--subtitles <file>', 'also write subtitles, as .srt or .vtt')
    .option(...dataDirOption)
    .option('--server <url>', 'a running server that hears it, with the key in SONORANT_API_KEY')
    .option('--json', 'print text, language, duration and words as JSON')
    .addHelpText('after', help)
    .action(transcribe);
}

async function transcribe(path: string, options: TranscribeOptions): Promise<void> {
  const { subtitles, language } = options;
  const format = subtitles === undefined ? undefined : subtitleFormatOf(subtitles);
  if (language !== undefined && !/^[a-z]{2}(?:[-_]\w+)*$/iu.test(language)) {
    throw usageError(`--language: '${language}' is no code such as de or pt-BR`);
  }
  const heard = await untilSignal(async (signal) => {
    const file = await open(path, signal);
    try {
      return options.server === undefined
        ? await hearHere(file, options, signal)
        : await hearThere(file, path, options, signal);
    } finally {
      if (path === '-') await discardFile(file);
    }
  });
  if (subtitles !== undefined) await writeFile(subtitles, subtitleFile(cuesOf(heard.shown), format!));
  const { text, duration, words } = heard;
  if (options.json === true) {
    console.log(JSON.stringify({ text, language: heard.language, duration, words }, undefined, 2));
  } else console.log(text);
}

async function open(path: string, signal: AbortSignal): Promise<KeptFile> {
  if (path === '-') {
    if (process.stdin.isTTY) throw usageError('"-" takes a recording on standard input, and that is a terminal');
    return keepFile(process.stdin, signal);
  }
  const found = await stat(path).catch((error: unknown) => {
    throw new CommandError(describeError(error));
  });
  if (!found.isFile()) throw new CommandError(`${path}: not a file`);
  return { folder: '', path };
}

async function hearHere(file: KeptFile, options: TranscribeOptions, signal: AbortSignal): Promise<RecognizedSpeech> {
  const { env } = process;
  const models = {
    folder: modelsOf(options),
    memory: new MemoryBudget(settingOf(env, 'SONORANT_MODELS_MEMORY', bytes)),
  };
  const timeoutMs = settingOf(env, 'SONORANT_RECOGNIZER_TIMEOUT_MS', milliseconds);
  const { recognizers: found, problems } = await readRecognizers(env.SONORANT_RECOGNIZERS, {
    ...(timeoutMs !== undefined && { timeoutMs }),
    models,
  });
  for (const { recognizer, reason } of problems) console.error(`sonorant: ${recognizer}: ${reason}`);
  const { detector } = await installedDetector(models.folder, models.memory);
  const pool = new RecognizerPool(found, { aligner: new WordAligner(), detector });
  try {
    const choice = { model: options.model, language: options.language?.slice(0, 2).toLowerCase() };
    const { recognizers, language } = pool.choose(choice);
    const source = await audioOf(file, {}).catch((error: unknown) => {
      throw named(error, file.path);
    });
    const progress = showHeard();
    try {
      const { onProgress } = progress;
      const wantsWords = options.json === true || options.subtitles !== undefined;
      const heard = await hear(source, { recognizers, language, wantsWords, onProgress, signal });
      return { ...heard, shown: subtitleWords(heard.pieces) };
    } finally {
      progress.stop();
    }
  } finally {
    await pool.close();
  }
}

async function hearThere(
  { path }: KeptFile,
  given: string,
  { server, language, model }: TranscribeOptions,
  signal: AbortSignal,
): Promise<RecognizedSpeech> {
  const key = process.env.SONORANT_API_KEY ?? '';
  if (key === '') throw usageError('--server needs a key: put it into the environment as SONORANT_API_KEY');
  const baseUrl = serverAddress(server);
  const file = new File([await openAsBlob(path)], given === '-' ? 'audio' : basename(given));
  try {
    const sonorant = new Sonorant({ baseUrl, apiKey: key });
    const { segments, ...heard } = await sonorant.transcribe(file, { language, model, signal });
    const pieces = segments.map((segment) => ({ ...segment, words: undefined, language: undefined, recognizer: '' }));
    const code = Object.entries(languageNames).find(([, name]) => name.toLowerCase() === heard.language)?.[0];
    return { ...heard, language: code ?? heard.language, shown: heard.words ?? subtitleWords(pieces) };
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(`${baseUrl}: ${describeError(rootCause(error))}`);
  }
}

/** An error of the form's field is one of the file. */
function named(error: unknown, path: string): unknown {
  const problem = error instanceof ServiceError ? problemsOf(error.message)[0]?.problem : undefined;
  return problem === undefined ? error : new CommandError(`${path}: ${problem}`);
}

/** At a terminal: how far it has come. The length of the file is not known before its end. */
function showHeard(): { readonly onProgress: (seconds: number) => void; readonly stop: () => void } {
  if (!process.stderr.isTTY) return { onProgress: () => undefined, stop: () => undefined };
  const bar: SingleBar = progressBar(process.stderr, '  {audio} heard, {speed}× real time');
  const startedAt = performance.now();
  bar.start(0, 0, { audio: showSeconds(0), speed: '–' });
  return {
    onProgress(seconds) {
      const speed = seconds / ((performance.now() - startedAt) / 1000);
      bar.update(0, { audio: showSeconds(seconds), speed: speed < 10 ? speed.toFixed(1) : speed.toFixed(0) });
    },
    stop: () => bar.stop(),
  };
}
