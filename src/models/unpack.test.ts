import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/characters.ts';
import { pathParts } from './entry-name.ts';
import { ModelError } from '../model-files/model-error.ts';
import { bzip2, filesBelow, noise, tar, tarGz, temporaryFolder, type TarEntry } from './testing.ts';
import { unpack, type UnpackOptions } from './unpack.ts';

/** Unpacks bytes; the files that came of them, and all that lies in the folder around. */
async function unpacked(t: TestContext, archive: Buffer, options?: UnpackOptions) {
  const around = await temporaryFolder(t);
  const file = join(around, 'archive');
  await writeFile(file, archive);
  const inner = await unpack(file, 'model.tar', join(around, 'out', 'raw').replace('/out', ''), options);
  return { inner, files: await filesBelow(inner) };
}

async function refused(t: TestContext, archive: Buffer, pattern: RegExp, options?: UnpackOptions): Promise<void> {
  const around = await temporaryFolder(t);
  await mkdir(join(around, 'a/b'), { recursive: true });
  await writeFile(join(around, 'a/b/archive'), archive);
  await assert.rejects(
    unpack(join(around, 'a/b/archive'), 'model.tar', join(around, 'a/b/raw'), options),
    (error: Error) => {
      assert.ok(error instanceof ModelError, String(error.stack));
      assert.match(error.message, pattern);
      return true;
    },
  );
  const outside = (await filesBelow(around)).filter((name) => !name.startsWith('a/b/'));
  assert.deepEqual(outside, [], 'nothing is written beyond the folder');
}

const model: readonly TarEntry[] = [
  { name: 'voice/', type: 'directory' },
  { name: 'voice/model.onnx', content: noise(300_000) },
  { name: 'voice/espeak-ng-data/phontab', content: 'tab' },
  { name: 'voice/empty', content: '' },
];
const names = ['empty', 'espeak-ng-data/phontab', 'model.onnx'];

describe('an archive of a model', () => {
  it('is unpacked as tar and tar.gz, without its outer folder', async (t) => {
    for (const archive of [await tar(...model), await tarGz(...model)]) {
      const { inner, files } = await unpacked(t, archive);
      assert.deepEqual(files, names);
      assert.ok((await readFile(join(inner, 'model.onnx'))).equals(model[1]!.content as Buffer));
    }
  });

  it('is unpacked as tar.bz2', async (t) => {
    const archive = bzip2(await tar(...model));
    if (archive === undefined) {
      t.skip('this machine has no bzip2 program');
      return;
    }
    const { inner, files } = await unpacked(t, archive);
    assert.deepEqual(files, names);
    assert.ok((await readFile(join(inner, 'model.onnx'))).equals(model[1]!.content as Buffer));
  });

  it('keeps files that lie side by side where they are', async (t) => {
    const archive = await tar({ name: './voice.onnx', content: 'a' }, { name: 'voice.onnx.json', content: '{}' });
    assert.deepEqual((await unpacked(t, archive)).files, ['voice.onnx', 'voice.onnx.json']);
  });

  it('may have long names', async (t) => {
    const name = `${'f'.repeat(120)}/${'n'.repeat(200)}.onnx`;
    const { files } = await unpacked(t, await tar({ name, content: 'a' }, { name: 'other', content: '' }));
    assert.deepEqual(files, [name, 'other']);
  });

  const hostile: readonly [what: string, entries: readonly TarEntry[], pattern: RegExp][] = [
    ['a path upwards', [{ name: '../evil', content: 'x' }], /"\.\.\/evil", a path that leads out of the folder/],
    ['a path upwards inside', [{ name: 'a/../../evil', content: 'x' }], /leads out of the folder/],
    ['a path upwards for Windows', [{ name: 'a\\..\\..\\evil', content: 'x' }], /leads out of the folder/],
    ['an absolute path', [{ name: '/tmp/evil', content: 'x' }], /absolute path/],
    ['a drive', [{ name: 'C:/evil', content: 'x' }], /absolute path/],
    ['a symbolic link', [{ name: 'a', type: 'symlink', linkname: '/etc' }], /"a", a symbolic link/],
    ['a hard link', [{ name: 'a', type: 'link', linkname: '/etc/passwd' }], /"a", a link/],
    ['a device', [{ name: 'a', type: 'character-device', devmajor: 1, devminor: 5 }], /"a", a device/],
    ['a disk', [{ name: 'a', type: 'block-device', devmajor: 8 }], /"a", a device/],
    ['a pipe', [{ name: 'a', type: 'fifo' }], /"a", a pipe/],
    [
      'a file twice',
      [
        { name: 'a', content: '1' },
        { name: './a', content: '2' },
      ],
      /"a" twice/,
    ],
    [
      'names that differ in case only',
      [
        { name: 'Model', content: '1' },
        { name: 'model', content: '2' },
      ],
      /case only/,
    ],
    [
      'a file that is a folder',
      [
        { name: 'a', content: '1' },
        { name: 'a/b', content: '2' },
      ],
      /"a" twice/,
    ],
    ['a name of a device', [{ name: 'dir/NUL.txt', content: 'x' }], /a device on Windows/],
    ['a control character', [{ name: 'a\u0007b', content: 'x' }], /not every system takes/],
    ['a stream of NTFS', [{ name: 'a:b', content: 'x' }], /not every system takes|absolute/],
    ['a name that ends in a dot', [{ name: 'a.', content: 'x' }], /a dot at its end/],
    ['a name that is too long', [{ name: 'n'.repeat(256), content: 'x' }], /longer than 255 bytes/],
    ['too many folders', [{ name: 'd/'.repeat(17) + 'f', content: 'x' }], /more than 16 folders/],
  ];
  for (const [what, entries, pattern] of hostile) {
    it(`is refused with ${what}`, async (t) => refused(t, await tar(...entries), pattern));
  }

  it('is refused when it has too many entries', async (t) => {
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `f${index}`, content: '' }));
    await refused(t, await tar(...many), /more than 10 files and folders/, { maxEntries: 10 });
  });

  it('is refused when its files are too large, by what they claim and by what comes', async (t) => {
    const archive = await tar({ name: 'a', content: noise(100_000) }, { name: 'b', content: noise(100_000) });
    await refused(t, archive, /more than 150000 bytes/, { maxBytes: 150_000 });
    const claims = await tar({ name: 'a', content: noise(1000) });
    // The size of the entry, in octal.
    claims.write('77777777777\0', 124, 'latin1');
    claims.write('        ', 148, 'latin1');
    const sum = claims.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    claims.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    await refused(t, claims, /more than 1000000000 bytes/, { maxBytes: 1_000_000_000 });
  });

  it('is refused when it is a bomb', async (t) => {
    const zeros = await tar({ name: 'zeros', content: Buffer.alloc(80 * 2 ** 20) });
    await refused(t, gzipSync(zeros), /more than 200 times its size/);
    const packed = bzip2(zeros.subarray(0, 5 * 2 ** 20));
    if (packed === undefined) t.diagnostic('no bzip2 program: not tried with bzip2');
    else await refused(t, packed, /more than 1000 bytes/, { maxBytes: 1000 });
  });

  it('is refused when it is damaged, cut short or something else', async (t) => {
    const content = await tar(...model);
    const packed = [gzipSync(content), ...[bzip2(content)].filter((archive) => archive !== undefined)];
    for (const archive of packed) {
      await refused(t, archive.subarray(0, archive.length >> 1), /model\.tar: is damaged or cut short/);
      const changed = Buffer.from(archive);
      changed.fill(0x55, archive.length >> 1, (archive.length >> 1) + 64);
      await refused(t, changed, /model\.tar: is damaged or cut short/);
    }
    await refused(t, content.subarray(0, 100_000), /model\.tar: is damaged or cut short/);
    await refused(t, Buffer.from(' <!DOCTYPE html><title>Not Found</title>'), /is a web page/);
    await refused(t, Buffer.alloc(0), /model\.tar: is empty/);
    await refused(t, noise(5000), /is no archive/);
    await refused(t, gzipSync(noise(5000)), /is damaged/);
    await refused(t, gzipSync(Buffer.alloc(10_240)), /model\.tar: is empty/);
  });

  it('ends when the signal is raised', async (t) => {
    const controller = new AbortController();
    controller.abort(new Error('stopped'));
    await assert.rejects(unpacked(t, await tar(...model), { signal: controller.signal }), /^Error: stopped$/);
  });
});

describe('a path of an archive', () => {
  it('never leads out of the folder, whatever it is', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '\\..', 'a', 'c:', '..\\', '...'),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const name = parts.join('/');
        try {
          for (const taken of pathParts(name)) assert.doesNotMatch(taken, /^\.\.?$|[/\\]|^$/);
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
        }
      }),
    );
  });
});
