/** Files that only ffmpeg reads, written and read by that of Debian; and files that try to make it do something else. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/errors/service-error.ts';
import { audioOf } from '../../src/hearing/audio-file.ts';
import { voiceLike, wavOf } from '../../src/audio/decoding/testing.ts';
import { fakeRecognizer } from '../../src/recognizers/fake/index.ts';
import { apiKey, start, toneEngines, version, type TestServer } from '../support/server.ts';

const seconds = 6;
const wav = wavOf(voiceLike({ seconds, sampleRate: 44_100, pitch: 130 }), 44_100);

let folder: string;
let server: TestServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonorant-ffmpeg-'));
  await writeFile(join(folder, 'in.wav'), wav);
  server = await start({}, toneEngines, [fakeRecognizer()]);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Writes a file of this name by ffmpeg. */
function make(name: string, ...args: readonly string[]): string {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', join(folder, 'in.wav'), ...args, path]);
  return path;
}

async function heard(path: string): Promise<number> {
  const { sampleRate, blocks } = await audioOf({ folder: '', path }, {});
  let samples = 0;
  for await (const block of blocks) samples += block.length;
  return samples / sampleRate;
}

function refusal(error: unknown): boolean {
  return (
    error instanceof ServiceError && error.status === 400 && /damaged|none of the audio formats/u.test(error.message)
  );
}

describe('a file that only ffmpeg reads', () => {
  for (const [name, ...args] of [
    ['a.m4a'],
    ['start.m4a', '-movflags', '+faststart'],
    ['a.mp4', '-f', 'lavfi', '-i', 'color=s=64x64:d=6', '-shortest'],
    ['a.mov'],
    ['a.3gp', '-c:a', 'aac'],
    ['a.aiff'],
    ['a.caf'],
    ['a.wma'],
    ['a.aac'],
    ['a.au'],
    ['a.mkv', '-c:a', 'aac'],
    ['adpcm.wav', '-c:a', 'adpcm_ms'],
  ]) {
    it(`is heard: ${name}`, async () => {
      const found = await heard(make(name!, ...args));
      assert.ok(Math.abs(found - seconds) < 0.15, `${found} s`);
    });
  }

  it('is heard over HTTP', async () => {
    const form = new FormData();
    form.set('file', new Blob([await readFile(make('sent.m4a'))]), 'sent.m4a');
    const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };
    const answer = await fetch(`${server.url}/stt`, { method: 'POST', headers, body: form });
    const { text, duration } = (await answer.json()) as { text: string; duration: number };
    assert.equal(answer.status, 200);
    assert.match(text, /^one two three/);
    assert.ok(Math.abs(duration - seconds) < 0.15);
  });
});

/** Where the body of the first atom of this name begins. */
function bodyOf(bytes: Buffer, atom: string): number {
  const at = bytes.indexOf(atom);
  assert.ok(at > 0, atom);
  return at + 4;
}

describe('a hostile file', () => {
  let whole: Buffer;
  before(async () => {
    whole = await readFile(make('hostile.m4a', '-movflags', '+faststart'));
  });

  async function file(name: string, bytes: Uint8Array | string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  }

  it('that is cut off is what there is of it, or refused', async () => {
    const some = await heard(await file('cut.m4a', whole.subarray(0, whole.length / 2)));
    assert.ok(some > 1 && some < seconds - 1, `${some} s`);
    await assert.rejects(async () => heard(await file('cut.m4a', whole.subarray(0, 60))), refusal);
  });

  for (const [what, atom, offset] of [
    ['how many samples it has', 'stsz', 8],
    ['how long they last', 'stts', 4],
    ['where they stand', 'stco', 4],
  ] as const) {
    it(`that lies about ${what} is refused`, async () => {
      const lying = Buffer.from(whole);
      lying.writeUInt32BE(0x7fff_ffff, bodyOf(lying, atom) + offset);
      await assert.rejects(async () => heard(await file('lie.m4a', lying)), refusal);
    });
  }

  it('that names another file does not open it', async () => {
    const target = join(folder, 'in.wav');
    for (const [name, text] of [
      ['list.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:6,\nfile://${target}\n#EXT-X-ENDLIST\n`],
      ['like.m4a', `\0\0\0\x1cftyp#EXTM3U\n#EXTINF:6,\nfile://${target}\n#EXT-X-ENDLIST\n`],
      ['list.txt', `ffconcat version 1.0\nfile '${target}'\n`],
    ] as const) {
      await assert.rejects(async () => heard(await file(name, text)), refusal, name);
    }
  });

  it('of random bytes behind an honest beginning ends', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const broken = Buffer.from(whole);
      for (let at = 40 * seed; at < broken.length; at += 97) broken[at] = (at * seed * 31) & 0xff;
      await heard(await file('broken.m4a', broken)).catch((error: unknown) => assert.ok(refusal(error)));
    }
  });
});
