/** `sonorant book`: a book or another document to audio with chapters, without a server or by one. */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { bitRates, type BitRate } from '../../audio/formats.ts';
import { BookSubtitles, writeBook } from '../../books/book.ts';
import { bookFormat, type BookContainer, type BookFormat } from '../../books/book-format.ts';
import { charactersOf, speakChapter } from '../../books/chapter-speech.ts';
import { fetchDocument } from '../../books/fetch-document.ts';
import { requireFfmpeg } from '../../books/ffmpeg.ts';
import { readDocument, type Chapter, type Document } from '../../documents/index.ts';
import { chosenChapters } from '../book/chapter-choice.ts';
import { dataDirOption, organizationOption } from '../data.ts';
import { openNarration, type Narration, type NarrationChoice } from '../book/narration.ts';
import { PartsFolder, type KeptChapter } from '../book/parts-folder.ts';
import { showSeconds } from '../duration.ts';
import { CommandError, describeError, usageError } from '../errors.ts';
import { showProgress, type Progress } from '../progress.ts';
import { subtitleFormatOf } from '../speech/delivery.ts';
import { table } from '../table.ts';
import { untilSignal } from '../until-signal.ts';

interface BookOptions extends NarrationChoice {
  readonly output?: string;
  readonly chapters?: string;
  readonly list?: true;
  readonly subtitles?: string;
  readonly bitRate?: string;
  readonly allowPrivate?: true;
  readonly keepParts?: true;
  readonly json?: true;
}

const help = `
The book is an EPUB, PDF, DOCX, Markdown, HTML or text file, or the https address of one. Page numbers, running heads, notes and their
marks are left out. A PDF of a scan has no text and needs text recognition first; books locked by DRM or a password are not read.

The output ends with .mp3 (chapters in its ID3 tag) or .m4b (needs ffmpeg); without -o it is an MP3 named by the book. Chapters that
are made wait in the folder <output>.parts until the whole is written: a run that was cut short goes on from there when it is called
again in the same way.

The voice is a built-in one, or one that "sonorant clone" or a server has made in the data folder (--data-dir, else SONORANT_DATA_DIR, else
./data). With --server, or SONORANT_URL in the environment, the book is spoken there, by the key in SONORANT_API_KEY.

Examples:
  sonorant book moby-dick.epub --list
  sonorant book moby-dick.epub -o moby-dick.m4b --subtitles moby-dick.srt
  sonorant book thesis.pdf --chapters 2-5 --voice Russell -o thesis.mp3
  sonorant book https://example.com/article.html -o article.mp3
  sonorant book buch.epub --language de --server https://speech.example.com`;

export function addBook(program: Command): void {
  program
    .command('book')
    .description('Read a book or another document aloud into one file with chapters.')
    .argument('<file or address>', 'what to read')
    .option('-o, --output <file>', 'where the audio goes, as .mp3 or .m4b')
    .option('--chapters <list>', 'which ones, such as 1,3-5 (default: all)')
    .option('--list', 'only list the chapters')
    .option('--subtitles <file>', 'also write subtitles, as .srt or .vtt')
    .option(
      '--voice <id or name>',
      'a voice of "sonorant voices", or one of the data folder (default: one of the book’s language)',
    )
    .option(
      '-l, --language <code>',
      'language (de) or locale (pt-BR) of the text (default: as the book tells, else English)',
    )
    .option('--speed <number>', '0.6 to 1.5 (default: 1)')
    .option('--bit-rate <bits per second>', `${bitRates.join(', ')} (default: 64000)`)
    .option('--allow-private', 'read the address also where it is of a private network, or plain http')
    .option('--keep-parts', 'keep the folder of the chapters')
    .option('--server <url>', 'a running server that speaks it, with the key in SONORANT_API_KEY')
    .option(...dataDirOption)
    .option(...organizationOption)
    .option('--json', 'print the chapters, and what was made, as JSON')
    .addHelpText('after', help)
    .action(book);
}

async function book(source: string, options: BookOptions): Promise<void> {
  if (options.subtitles !== undefined) subtitleFormatOf(options.subtitles);
  const asked = options.output === undefined ? undefined : containerOf(options.output);
  await untilSignal(async (signal) => {
    const document = await read(source, options, signal);
    const indices = chosenChapters(options.chapters, document.chapters.length);
    if (options.list === true) list(document, indices, options);
    else await make(document, indices, asked ?? 'mp3', options, signal);
  });
}

function containerOf(output: string): BookContainer {
  const ending = extname(output).toLowerCase();
  if (ending === '.mp3') return 'mp3';
  if (ending === '.m4b' || ending === '.m4a') return 'm4b';
  throw usageError(`'${output}' ends neither with .mp3 nor with .m4b`);
}

async function read(source: string, { allowPrivate }: BookOptions, signal: AbortSignal): Promise<Document> {
  try {
    if (/^https?:\/\//iu.test(source)) {
      const howToAllow = 'with --allow-private it is read all the same';
      const { bytes, ...name } = await fetchDocument(
        source,
        { allowPrivate: allowPrivate === true, howToAllow },
        signal,
      );
      return await readDocument(bytes, { ...name, signal });
    }
    const about = await stat(source);
    if (!about.isFile()) throw new CommandError('is not a file');
    return await readDocument(await readFile(source), { name: basename(source), signal });
  } catch (error) {
    signal.throwIfAborted();
    const text = describeError(error);
    throw new CommandError(text.startsWith(source) ? text : `${source}: ${text}`);
  }
}

/** About how many words: scripts without spaces are counted by two characters. */
function wordsOf({ paragraphs }: Chapter): number {
  return paragraphs.reduce((sum, text) => sum + Math.max(text.split(' ').length, countWide(text) / 2), 0);
}

function countWide(text: string): number {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
}

const wordsPerSecond = 2.6;

function list(
  { title, author, language, kind, chapters }: Document,
  indices: readonly number[],
  { json }: BookOptions,
): void {
  const shown = indices.map((index) => {
    const chapter = chapters[index]!;
    const words = Math.round(wordsOf(chapter));
    return { number: index + 1, title: chapter.title, words, characters: charactersOf(chapter) };
  });
  if (json === true) {
    console.log(
      JSON.stringify(
        { title, author: author ?? null, language: language ?? null, kind, chapters: shown },
        undefined,
        2,
      ),
    );
    return;
  }
  console.log(author === undefined ? title : `${title}, ${author}`);
  const rows = shown.map(({ number, words, title: name }) => [
    String(number),
    String(words),
    showSeconds(words / wordsPerSecond),
    name,
  ]);
  console.log(table(['NUMBER', 'WORDS', 'ABOUT', 'TITLE'], rows));
}

function outputOf({ title }: Document, { output }: BookOptions): string {
  if (output !== undefined) return output;
  const name =
    title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/gu, '')
      .slice(0, 80) || 'book';
  const file = `${name}.mp3`;
  if (existsSync(file)) throw new CommandError(`${file} exists already; name the output with -o`);
  return file;
}

function bitRateOf(given: string | undefined): BitRate | undefined {
  const value = bitRates.find((rate) => String(rate) === given);
  if (given !== undefined && value === undefined) {
    throw usageError(`--bit-rate: '${given}' is not one of ${bitRates.join(', ')}`);
  }
  return value;
}

async function make(
  document: Document,
  indices: readonly number[],
  container: BookContainer,
  options: BookOptions,
  signal: AbortSignal,
): Promise<void> {
  const output = outputOf(document, options);
  const chapters = indices.map((index) => document.chapters[index]!);
  if (container === 'm4b') await requireFfmpeg();
  const bitRate = bitRateOf(options.bitRate);
  const wantsWords = options.subtitles !== undefined;
  const total = chapters.reduce((sum, chapter) => sum + charactersOf(chapter), 0);
  const narration = await openNarration(options, document.language, { wantsWords, characters: total, signal });
  const progress = showProgress({ stream: process.stderr, totalBytes: total });
  try {
    const format = formatOf(container, narration.sampleRate, bitRate);
    const folder = new PartsFolder(output, { format, how: narration.identity, wantsWords });
    const parts = await makeChapters(chapters, { narration, format, folder, progress, signal }).catch(
      (error: unknown) => {
        progress.stop();
        throw cutShort(error, folder, signal);
      },
    );
    progress.stop();
    await finish(output, { document, format, parts, options, signal }).catch((error: unknown) => {
      throw cutShort(error, folder, signal);
    });
    if (options.keepParts !== true) await folder.remove();
    const seconds = parts.reduce((sum, { samples }) => sum + samples, 0) / format.sampleRate;
    report({ output, seconds, chapters: parts.length }, options);
  } finally {
    progress.stop();
    await narration.close();
  }
}

function formatOf(container: BookContainer, rate: number, bitRate: BitRate | undefined): BookFormat {
  try {
    return bookFormat(container, rate, bitRate);
  } catch (error) {
    throw usageError(`--bit-rate: ${(error as Error).message}`);
  }
}

interface Making {
  readonly narration: Narration;
  readonly format: BookFormat;
  readonly folder: PartsFolder;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** One after the other; those of a run before are taken as they are. */
async function makeChapters(chapters: readonly Chapter[], making: Making): Promise<KeptChapter[]> {
  const { narration, format, folder, progress, signal } = making;
  const parts: KeptChapter[] = [];
  let [characters, seconds] = [0, 0];
  for (const chapter of chapters) {
    signal.throwIfAborted();
    let part = await folder.find(chapter);
    if (part === undefined) {
      const file = await folder.begin(chapter);
      try {
        const made = await speakChapter(chapter, {
          format,
          narrate: (text) => narration.narrate(text, format),
          sink: (bytes) => file.writeFile(bytes),
          onProgress: (spoken, length) => progress.update(characters + spoken, seconds + length),
        });
        await file.sync();
        await folder.keep(chapter, made);
      } finally {
        await file.close();
      }
      part = (await folder.find(chapter))!;
    }
    parts.push(part);
    characters += charactersOf(chapter);
    seconds += part.samples / format.sampleRate;
    progress.update(characters, seconds);
  }
  if (seconds === 0) throw new CommandError('there is nothing to speak in these chapters');
  return parts;
}

interface Finishing {
  readonly document: Document;
  readonly format: BookFormat;
  readonly parts: readonly KeptChapter[];
  readonly options: BookOptions;
  readonly signal: AbortSignal;
}

/** The output has its name only when it is whole. */
async function finish(output: string, { document, format, parts, options, signal }: Finishing): Promise<void> {
  const unfinished = `${output}.unfinished`;
  try {
    await writeBook(unfinished, format, document, parts, { signal });
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const { subtitles } = options;
  if (subtitles === undefined) return;
  const all = new BookSubtitles(format);
  for (const part of parts) all.add(await part.words(), part);
  await writeFile(subtitles, all.file(subtitleFormatOf(subtitles)));
}

/** What is made stays, and the message says how to go on. */
function cutShort(error: unknown, folder: PartsFolder, signal: AbortSignal): unknown {
  if (!existsSync(folder.path)) return error;
  const stopped = signal.aborted ? (signal.reason as CommandError) : undefined;
  const goOn = `the chapters that are made lie in ${folder.path}, and the same command goes on from there`;
  return new CommandError(`${describeError(stopped ?? error)}; ${goOn}`, stopped?.exitCode ?? 1);
}

interface Made {
  readonly output: string;
  readonly seconds: number;
  readonly chapters: number;
}

function report({ output, seconds, chapters }: Made, { json, subtitles }: BookOptions): void {
  if (json === true) {
    const rounded = Math.round(seconds * 1000) / 1000;
    console.log(
      JSON.stringify({ file: output, seconds: rounded, chapters, subtitles: subtitles ?? null }, undefined, 2),
    );
    return;
  }
  console.error(
    `${output}: ${showSeconds(seconds)} of speech in ${chapters} ${chapters === 1 ? 'chapter' : 'chapters'}`,
  );
}
