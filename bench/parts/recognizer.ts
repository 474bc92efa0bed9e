/** What hearing a file costs beside its recognizer: PocketSphinx by its own programs and its library, and behind the server's route. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { editDistance, pocketsphinx as batchArguments, wordsOf } from '../pocketsphinx.ts';
import { harvardLists } from '../speech/harvard.ts';
import { wavOf } from '../../src/audio/decoding/testing.ts';
import { SpeechPieces } from '../../src/hearing/speech-pieces.ts';
import { recognizerRate } from '../../src/recognizers/adapter.ts';
import { installPocketsphinx, packagedModel, pocketsphinx } from '../../src/recognizers/pocketsphinx/index.ts';
import { processes } from '../../src/recognizers/pocketsphinx/recognizer.ts';
import type { RecognizerTasks } from '../baseline/recognizer.ts';
import { defaultWorkers, onStage, type Bench, type Part } from '../bench.ts';
import { Child } from '../processes/child.ts';
import { spoken } from '../load/callers.ts';
import { headers } from '../speech/requests.ts';
import { fixed, type Row, type Table } from '../report/table.ts';
import { joinIntegers } from '../../src/audio/samples.ts';

const run = promisify(execFile);
const aims = { time: 1.1, wordError: 0.02, fileSpeed: 0.9 } as const;
/** Seconds of silence on either side of a sentence. */
const pauseSeconds = 0.5;

/** One sentence as a recording. */
interface Recording {
  readonly text: string;
  readonly samples: Int16Array;
}

/** How long something took, of it the loading of its model, and what it heard in all. */
interface TimedRecognition {
  readonly ms: number;
  readonly loadingMs: number;
  readonly words: readonly string[];
}

export const recognizer: Part = async (bench) => {
  if (pocketsphinx() === undefined) throw new Error(`PocketSphinx is not installed: ${installPocketsphinx}`);
  const folder = await mkdtemp(join(tmpdir(), 'sonorant-bench-'));
  const bare = Array.from({ length: processes }, () => new Child<RecognizerTasks>(bareUrl));
  try {
    await Promise.all(bare.map((each) => each.call('load', packagedModel)));
    const stage = { workers: defaultWorkers(bench), settings: { SONORANT_RECOGNIZERS: '["pocketsphinx"]' } };
    return await onStage(bench, stage, async ({ url }) => {
      bench.progress('recordings');
      const texts = harvardLists.flat().slice(0, bench.quick ? 3 : 20);
      const recordings: Recording[] = [];
      for (const text of texts) recordings.push({ text, samples: padded(await spoken(text)) });
      const whole = joinIntegers(recordings.map(({ samples }) => samples));
      const files = new Files(url, folder, recordings, whole);
      await files.write();
      await files.byRoute();
      const rounds = await measure(bench, files, bare, await piecesOf(whole));
      const seconds = whole.length / recognizerRate;
      return table(rowsOf(rounds, texts.flatMap(wordsOf), seconds), texts.length, rounds.length);
    });
  } finally {
    await Promise.all(bare.map((each) => each.stop()));
    await rm(folder, { recursive: true });
  }
};

const bareUrl = new URL('../baseline/recognizer.ts', import.meta.url);

function table(rows: readonly Row[], sentences: number, rounds: number): Table {
  return {
    title: 'Hearing files',
    method: `${sentences} Harvard sentences (IEEE, 1969), spoken by flite at 16 kHz with ${pauseSeconds} s of silence on either side. \`pocketsphinx_batch\` and \`pocketsphinx_continuous\` of Debian hear with the same model; the time in which they load it, which is that of a file of 0.1 s, is taken off. The server hears the sentences as WAV files over \`POST /stt\`, one request after the other, and all of them as one file; the library alone hears the pieces into which the server cuts that file, in as many processes as the server has (${processes}), without anything around it. All take turns in ${rounds} rounds, and the best time of each counts: other work of the machine makes a time longer and never shorter. Word error is that of all words, substitutions, insertions and deletions.`,
    rows,
  };
}

function padded(samples: Int16Array): Int16Array {
  const pause = new Int16Array(pauseSeconds * recognizerRate);
  return joinIntegers([pause, samples, pause]);
}

async function piecesOf(samples: Int16Array): Promise<Int16Array[]> {
  const pieces: Int16Array[][] = [];
  const listener = {
    begin: () => void pieces.push([]),
    samples: (part: Int16Array) => void pieces.at(-1)!.push(part.slice()),
    end: () => undefined,
  };
  const cutter = await SpeechPieces.create(listener);
  cutter.write(samples);
  cutter.end();
  return pieces.map(joinIntegers);
}

/** The recordings on disk, and who hears them. */
class Files {
  readonly #url: string;
  readonly #folder: string;
  readonly #recordings: readonly Recording[];
  readonly #whole: Int16Array;

  constructor(url: string, folder: string, recordings: readonly Recording[], whole: Int16Array) {
    this.#url = url;
    this.#folder = folder;
    this.#recordings = recordings;
    this.#whole = whole;
  }

  async write(): Promise<void> {
    const short = new Int16Array(recognizerRate / 10);
    const all = [...this.#recordings.map(({ samples }) => samples), short];
    for (const [index, samples] of all.entries()) await this.#file(`u${index}.raw`, Buffer.from(samples.buffer));
    await this.#file('list', Buffer.from(this.#recordings.map((_recording, index) => `u${index}`).join('\n')));
    await this.#file('short', Buffer.from(`u${this.#recordings.length}`));
    await this.#file('whole.wav', wav(this.#whole));
    await this.#file('short.wav', wav(short));
  }

  async byBatch(): Promise<TimedRecognition> {
    const hear = async (list: string): Promise<string> => {
      const args = [...batchArguments(this.#folder, list), '-lm', packagedModel.languageModel, '-hyp', 'heard'];
      await this.#program('pocketsphinx_batch', args);
      return readFile(join(this.#folder, 'heard'), 'utf8');
    };
    return this.#timed(
      () => hear('short'),
      () => hear('list'),
    );
  }

  async byContinuous(): Promise<TimedRecognition> {
    const { acousticModel, languageModel, dictionary } = packagedModel;
    const hear = (file: string): Promise<string> => {
      const model = ['-hmm', acousticModel, '-lm', languageModel, '-dict', dictionary];
      return this.#program('pocketsphinx_continuous', [
        ...model,
        '-infile',
        join(this.#folder, file),
        '-logfn',
        '/dev/null',
      ]);
    };
    return this.#timed(
      () => hear('short.wav'),
      () => hear('whole.wav'),
    );
  }

  async byRoute(): Promise<TimedRecognition> {
    const from = performance.now();
    const words: string[] = [];
    for (const { samples } of this.#recordings) words.push(...wordsOf(await this.#post(samples)));
    return { ms: performance.now() - from, loadingMs: 0, words };
  }

  async wholeByRoute(): Promise<TimedRecognition> {
    const from = performance.now();
    const words = wordsOf(await this.#post(this.#whole));
    return { ms: performance.now() - from, loadingMs: 0, words };
  }

  async #post(samples: Int16Array): Promise<string> {
    const form = new FormData();
    form.set('model', 'ink-whisper');
    form.set('file', new Blob([new Uint8Array(wav(samples))]), 'speech.wav');
    const answer = await fetch(`${this.#url}/stt`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`POST /stt answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { readonly text: string }).text;
  }

  #file(name: string, content: Buffer): Promise<void> {
    return writeFile(join(this.#folder, name), content);
  }

  async #program(program: string, args: readonly string[]): Promise<string> {
    return (await run(program, [...args], { cwd: this.#folder })).stdout;
  }

  async #timed(short: () => Promise<string>, all: () => Promise<string>): Promise<TimedRecognition> {
    const began = performance.now();
    await short();
    const loaded = performance.now();
    const text = await all();
    // Of a hypothesis only the words: the program names the file and a score behind it.
    const words = wordsOf(text.replaceAll(/\s*\([^)]*\)$/gmu, ''));
    return { ms: performance.now() - loaded, loadingMs: loaded - began, words };
  }
}

function wav(samples: Int16Array): Buffer {
  return Buffer.from(
    wavOf(
      Float32Array.from(samples, (sample) => sample / 32_768),
      recognizerRate,
    ),
  );
}

interface Round {
  readonly batch: TimedRecognition;
  readonly route: TimedRecognition;
  readonly continuous: TimedRecognition;
  readonly whole: TimedRecognition;
  readonly bareMs: number;
}

async function measure(
  bench: Bench,
  files: Files,
  bare: readonly Child<RecognizerTasks>[],
  pieces: readonly Int16Array[],
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
    bench.progress(`round ${round + 1}`);
    rounds.push({
      batch: await files.byBatch(),
      route: await files.byRoute(),
      continuous: await files.byContinuous(),
      whole: await files.wholeByRoute(),
      bareMs: await hearAlone(bare, pieces),
    });
  }
  return rounds;
}

/** Each process takes the next piece when it has heard one. */
async function hearAlone(bare: readonly Child<RecognizerTasks>[], pieces: readonly Int16Array[]): Promise<number> {
  const left = [...pieces];
  const from = performance.now();
  await Promise.all(
    bare.map(async (each) => {
      for (let piece = left.shift(); piece !== undefined; piece = left.shift()) await each.call('hear', piece);
    }),
  );
  return performance.now() - from;
}

function rowsOf(rounds: readonly Round[], said: readonly string[], seconds: number): Row[] {
  const of = (figure: (round: Round) => number): number => Math.min(...rounds.map(figure));
  // The best of each alone: a loading that other work made longer would make the rest shorter than it is.
  const timeOf = (what: (round: Round) => TimedRecognition): number =>
    of((round) => what(round).ms) - of((round) => what(round).loadingMs);
  const error = ({ words }: TimedRecognition): number => editDistance(said, words) / said.length;
  const [first] = rounds as [Round];
  const against = (
    id: string,
    name: string,
    ours: (round: Round) => TimedRecognition,
    theirs: (round: Round) => TimedRecognition,
  ): Row[] => {
    const time = timeOf(ours) / timeOf(theirs);
    const more = error(ours(first)) - error(theirs(first));
    const times = `${fixed(timeOf(ours) / 1000, 2)} s, ${fixed(timeOf(theirs) / 1000, 2)} s`;
    return [
      {
        id: `recognizer.${id}.time`,
        what: `${name}: time`,
        aim: `≤ ${aims.time} ×`,
        measured: `${fixed(time, 2)} × (${times} for ${fixed(seconds, 0)} s of audio)`,
        pass: time <= aims.time,
      },
      {
        id: `recognizer.${id}.words`,
        what: `${name}: word error`,
        aim: `≤ ${aims.wordError} more`,
        measured: `${more < 0 ? '−' : '+'}${fixed(Math.abs(more), 3)} (${fixed(error(ours(first)), 3)}, ${fixed(error(theirs(first)), 3)}; ${said.length} words)`,
        pass: more <= aims.wordError,
      },
    ];
  };
  const speed = of(({ bareMs }) => bareMs) / of(({ whole }) => whole.ms);
  const rate = (ms: (round: Round) => number): string => fixed((seconds * 1000) / of(ms), 1);
  return [
    ...against(
      'batch',
      'Files one by one against `pocketsphinx_batch`',
      ({ route }) => route,
      ({ batch }) => batch,
    ),
    ...against(
      'continuous',
      'One file against `pocketsphinx_continuous`',
      ({ whole }) => whole,
      ({ continuous }) => continuous,
    ),
    {
      id: 'recognizer.speed',
      what: 'One file against the library alone: speed',
      aim: `≥ ${aims.fileSpeed}`,
      measured: `${fixed(speed, 3)} (${rate(({ whole }) => whole.ms)} × real time, library ${rate(({ bareMs }) => bareMs)} ×)`,
      pass: speed >= aims.fileSpeed,
    },
  ];
}
