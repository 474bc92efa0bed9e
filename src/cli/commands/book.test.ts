import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { mp3Frames } from '../../audio/mp3/frames.ts';
import { decodeStream } from '../../audio/decoding/index.ts';
import { hasFfmpeg } from '../../books/ffmpeg.ts';
import { epubOf, pixel } from '../../documents/testing.ts';
import { command, interrupted } from '../testing.ts';

const sentence = 'The fox jumps, and nobody minds.';
const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, body: `<p>${sentence}</p>` }));

/** Frames of the tag in front of a file, with what is in them. */
function tagOf(file: Buffer): { readonly frames: [string, Buffer][]; readonly end: number } {
  assert.equal(file.toString('latin1', 0, 3), 'ID3');
  const size = [...file.subarray(6, 10)].reduce((sum, byte) => sum * 128 + byte, 0);
  const frames: [string, Buffer][] = [];
  for (let at = 10; at < size + 10;) {
    const length = file.readUInt32BE(at + 4);
    frames.push([file.toString('latin1', at, at + 4), file.subarray(at + 10, at + 10 + length)]);
    at += 10 + length;
  }
  return { frames, end: size + 10 };
}

function chaptersOf(frames: readonly (readonly [string, Buffer])[]): (readonly [string, number, number])[] {
  return frames
    .filter(([id]) => id === 'CHAP')
    .map(([, body]) => {
      const at = body.indexOf(0) + 1;
      return [body.toString('utf16le', at + 16 + 10 + 3), body.readUInt32BE(at), body.readUInt32BE(at + 4)];
    });
}

/** Seconds at which the subtitles show a text. */
function shownAt(srt: string, text: string): number[] {
  return [...srt.matchAll(/(\d+):(\d+):(\d+),(\d+) --> .*\n([^]*?)\n\n/gu)]
    .filter(([, , , , , shown]) => shown!.includes(text))
    .map(([, h, m, s, ms]) => Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000);
}

describe('sonorant book', () => {
  let folder: string;
  let book: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-test-'));
    book = join(folder, 'book.epub');
    await writeFile(book, epubOf(chapters));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('lists the chapters', async () => {
    const { code, stdout } = await command(['book', book, '--list', '--json', '--chapters', '2-']);
    const {
      title,
      author,
      chapters: listed,
    } = JSON.parse(stdout.toString()) as {
      title: string;
      author: string;
      chapters: { number: number; title: string }[];
    };
    assert.deepEqual([code, title, author], [0, 'The Book', 'Ada Author']);
    assert.deepEqual(
      listed.map(({ number, title: name }) => [number, name]),
      [
        [2, 'Two'],
        [3, 'Three'],
      ],
    );
  });

  it('makes an MP3 with chapters, cover and subtitles that stand where the words are heard', async () => {
    const [output, subtitles] = [join(folder, 'a.mp3'), join(folder, 'a.srt')];
    const { code, stderr } = await command(['book', book, '-o', output, '--subtitles', subtitles, '-l', 'de']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /a\.mp3: .* of speech in 3 chapters/);
    const file = await readFile(output);
    const { frames, end } = tagOf(file);
    assert.deepEqual(
      frames.map(([id]) => id),
      ['TIT2', 'TALB', 'TPE1', 'TCON', 'TLAN', 'APIC', 'CTOC', 'CHAP', 'CHAP', 'CHAP'],
    );
    assert.ok(
      frames
        .find(([id]) => id === 'APIC')![1]
        .subarray(-pixel.length)
        .equals(pixel),
    );
    const times = chaptersOf(frames);
    assert.deepEqual(
      times.map(([title]) => title),
      ['One', 'Two', 'Three'],
    );
    const audio = mp3Frames(file.subarray(end));
    const seconds = ((audio.length - 1) * audio[0]!.samples) / audio[0]!.sampleRate;
    assert.equal(times.at(-1)![2], Math.round(seconds * 1000));
    assert.deepEqual([times[0]![1], times[1]![1], times[2]![1]], [0, times[0]![2], times[1]![2]]);
    // Behind the silence at the end of a chapter the first word is heard where the subtitles show it.
    const { sampleRate, blocks } = await decodeStream(new Uint8Array(file.subarray(end)));
    const samples: number[] = [];
    for await (const block of blocks) for (const sample of block) samples.push(sample);
    const srt = `${await readFile(subtitles, 'utf8')}\n`;
    for (const [title, at] of times.slice(1)) {
      const shown = shownAt(srt, title);
      assert.equal(shown.length, 1, title);
      const from = Math.round((at / 1000 - 0.5) * sampleRate);
      const onset = samples.slice(from).findIndex((sample) => Math.abs(sample) > 0.02) + from;
      assert.ok(
        Math.abs(onset / sampleRate - shown[0]!) < 0.08,
        `${title}: heard at ${onset / sampleRate}, shown at ${shown[0]!}`,
      );
    }
    assert.ok(!existsSync(`${output}.parts`) && !existsSync(`${output}.unfinished`));
  });

  it('makes an M4B with chapters and cover where ffmpeg is', async (t) => {
    const output = join(folder, 'a.m4b');
    const { code, stderr } = await command(['book', book, '-o', output, '--chapters', '1,3', '-l', 'de']);
    if (!(await hasFfmpeg())) {
      assert.equal(code, 1);
      assert.match(stderr, /needs the program ffmpeg.*MP3 with chapters needs nothing/);
      return t.diagnostic('without ffmpeg');
    }
    assert.equal(code, 0, stderr);
    const file = await readFile(output);
    assert.equal(file.toString('latin1', 4, 12), 'ftypM4A ');
    for (const part of ['chpl', 'One', 'Three', 'covr', 'The Book']) assert.ok(file.includes(part), part);
    assert.ok(!file.includes('Two'));
  });

  it('goes on where it was stopped, with the same bytes in the end', async () => {
    const long = join(folder, 'long.epub');
    // The first chapter is made while there is enough to do in the second one to be stopped in.
    const lengths = { One: 1, Two: 6, Three: 1 };
    const longChapters = Object.entries(lengths).map(([title, count]) => ({
      title,
      body: `<p>${title}. ${Array<string>(count).fill(sentence).join(' ')}</p>`,
    }));
    await writeFile(long, epubOf(longChapters));
    const whole = join(folder, 'whole.mp3');
    assert.equal((await command(['book', long, '-o', whole, '-l', 'de'])).code, 0);
    const output = join(folder, 'long.mp3');
    const parts = `${output}.parts`;
    const made = async () => (await readdir(parts).catch(() => [])).filter((name) => name.endsWith('.json'));
    const arguments_ = ['book', long, '-o', output, '-l', 'de'];
    const { code, stderr } = await interrupted(arguments_, async () => (await made()).length > 0);
    assert.equal(code, 130, stderr);
    assert.match(stderr, /stopped; the chapters that are made lie in .*long\.mp3\.parts, and the same command goes on/);
    assert.ok(!existsSync(output));
    const [first] = await made();
    const before = await readFile(join(parts, first!.replace('.json', '.audio')));
    // What is kept is taken as it is: a changed part is in the result.
    assert.equal((await command([...arguments_, '--keep-parts'])).code, 0);
    assert.deepEqual(await readFile(join(parts, first!.replace('.json', '.audio'))), before);
    assert.deepEqual(await readFile(output), await readFile(whole));
  });

  it('reads no address of this machine unless told, and follows no redirect there', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response
        .setHeader('content-type', 'text/html')
        .end(`<html lang="de"><body><main><h1>Seite</h1><p>${sentence}</p></main></body></html>`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`;
      const refused = await command(['book', url, '--list']);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /is not an https address; with --allow-private/);
      assert.equal(asked, 0);
      const { code, stdout } = await command(['book', url, '--list', '--allow-private']);
      assert.deepEqual([code, asked], [0, 1]);
      assert.match(stdout.toString(), /Seite/);
    } finally {
      server.close();
    }
  });

  it('refuses what cannot be done in one line', async () => {
    const scan = join(folder, 'a.txt');
    await writeFile(scan, ' ');
    for (const [args, message, exit] of [
      [[book, '-o', 'a.wav'], /'a\.wav' ends neither with \.mp3 nor with \.m4b/, 2],
      [[book, '--chapters', '4'], /--chapters: there is no chapter 4, only 1 to 3/, 2],
      [[book, '--chapters', 'x'], /--chapters: 'x' is no list such as 1,3-5 or 4-/, 2],
      [[book, '--subtitles', 'a.txt'], /--subtitles: 'a\.txt' ends neither/, 2],
      [[book, '-o', 'a.mp3', '--bit-rate', '7'], /--bit-rate: '7' is not one of/, 2],
      [[join(folder, 'missing.pdf')], /missing\.pdf: no such file/, 1],
      [[scan], /a\.txt: There is no text in the file/, 1],
    ] as const) {
      const { code, stderr } = await command(['book', ...args]);
      assert.equal(code, exit, stderr);
      assert.match(stderr, message);
      assert.match(stderr, /^sonorant: [^\n]+\n$/);
    }
  });
});
