import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { manifestFile, parseManifest } from '../../model-files/manifest.ts';
import { checkVoiceManifest, readVoiceManifest, type VoiceManifest } from './manifest.ts';
import { ModelError } from '../../model-files/model-error.ts';
import { inspectModel } from '../../model-files/onnx/inspect.ts';
import { prepareModel } from './prepare.ts';
import { isLibraryInstalled } from '../../model-files/sherpa-onnx.ts';
import { piperConfig, piperGraph, writeKittenModel, writeKokoroModel, writePiperModel } from './testing.ts';

const details = { name: 'tiny', licence: 'CC0-1.0', source: 'https://example.org/tiny' };

describe('preparing a model', () => {
  let root: string;
  let count = 0;
  const fresh = (): string => path.join(root, String(count++));
  const refused = (source: string, message: RegExp): Promise<void> =>
    assert.rejects(prepareModel(source, fresh(), details), (error) => {
      assert.ok(error instanceof ModelError, String(error));
      assert.match(error.message, message);
      return true;
    });
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sonorant-prepare-'));
  });
  after(() => rm(root, { recursive: true }));

  it('makes a model of direct mode out of a Piper voice', async () => {
    const [source, target] = [fresh(), fresh()];
    await writePiperModel(source, { speakers: 1 });
    const manifest = await prepareModel(source, target, details);
    assert.deepEqual(await readVoiceManifest(target), manifest);
    assert.deepEqual(
      [manifest.family, manifest.mode, manifest.sampleRate, manifest.languages, manifest.licence],
      ['piper', 'direct', 22_050, ['en'], 'CC0-1.0'],
    );
    const [{ level, ...speaker }] = manifest.speakers as [VoiceManifest['speakers'][number]];
    assert.deepEqual(speaker, {
      id: 0,
      name: 'tiny',
      gender: null,
      language: 'en',
      accent: 'general-american',
      phonemes: 'en-us',
    });
    // A tone with an amplitude of 0.3, with pauses.
    assert.ok(level! > -20 && level! < -10, `${level} LUFS`);
    assert.equal(manifest.direct?.hopLength, 256);
    assert.deepEqual((await readdir(target)).sort(), ['model.json', 'model.onnx', 'tokens.txt']);
    for (const { path: name, bytes } of manifest.files) {
      assert.equal((await readFile(path.join(target, name))).length, bytes);
    }
    const { metadata } = inspectModel(await readFile(path.join(target, 'model.onnx')));
    assert.equal(metadata.get('frontend'), 'characters');
  });

  it('knows the gender of well-known voices and the speakers of a voice of many', async () => {
    const source = fresh();
    await writePiperModel(source, { speakers: 3 });
    const names = ['p1', 'amy', 'ryan'];
    const config = { ...piperConfig(3), speaker_id_map: Object.fromEntries(names.map((name, id) => [name, id])) };
    await writeFile(path.join(source, 'en_US-tiny-low.onnx.json'), JSON.stringify(config));
    const { speakers } = await prepareModel(source, fresh(), details);
    assert.deepEqual(
      speakers.map(({ name, gender }) => [name, gender]),
      [
        ['p1', null],
        ['amy', 'feminine'],
        ['ryan', 'masculine'],
      ],
    );
  });

  it('makes a model of direct mode out of a Kokoro archive, in a folder of its own', async () => {
    const [source, target] = [fresh(), fresh()];
    await writeKokoroModel(path.join(source, 'kokoro-en-v0_19'), { speakers: 3 });
    const manifest = await prepareModel(source, target, details);
    assert.deepEqual([manifest.family, manifest.mode, manifest.direct?.hopLength], ['kokoro', 'direct', 600]);
    assert.deepEqual(
      manifest.speakers.map(({ gender, accent, phonemes }) => [gender, accent, phonemes]),
      [
        ['feminine', 'general-american', 'en-us'],
        ['masculine', 'british', 'en-gb'],
        ['feminine', 'general-american', 'en-us'],
      ],
    );
    assert.deepEqual(manifest.direct?.ids[' '], [3]);
    assert.ok(manifest.speakers.every(({ level }) => level !== undefined && level > -30 && level < -5));
  });

  it('speaks without durations where the graph gives none', async () => {
    for (const write of [writePiperModel, writeKokoroModel]) {
      const source = fresh();
      await write(source, { hasDurations: false });
      const { direct } = await prepareModel(source, fresh(), details);
      assert.equal(direct?.hopLength, undefined);
    }
  });

  it('copies a model of native mode whole, with its folder of data', async () => {
    const [source, target] = [fresh(), fresh()];
    await writeKittenModel(source);
    const manifest = await prepareModel(source, target, details);
    assert.deepEqual([manifest.family, manifest.mode], ['kitten', 'native']);
    assert.ok(manifest.files.some(({ path: name }) => name === 'espeak-ng-data/lang/gmw/en-US'));
    assert.equal((await readdir(path.join(target, 'espeak-ng-data'))).length, 6);
  });

  it('refuses what is no model, or only a part of one, and names the file', async () => {
    await refused(path.join(root, 'nowhere'), /nowhere is not a folder/u);
    const empty = fresh();
    await mkdir(empty);
    await refused(empty, /no model that is known/u);
    const alone = fresh();
    await mkdir(alone);
    await writeFile(path.join(alone, 'voice.onnx'), piperGraph());
    await refused(alone, /voice\.onnx has no voice\.onnx\.json/u);
    const part = fresh();
    await writeKokoroModel(part);
    await rm(path.join(part, 'voices.bin'));
    await refused(part, /family kokoro, but has no voices/u);
  });

  it('refuses damaged and foreign files, and leaves nothing behind', async () => {
    const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
      ['en_US-tiny-low.onnx', '', /en_US-tiny-low\.onnx is empty/u],
      ['en_US-tiny-low.onnx', piperGraph().subarray(0, 1000), /en_US-tiny-low\.onnx: .*damaged/u],
      ['en_US-tiny-low.onnx', '<html>', /en_US-tiny-low\.onnx: .*no ONNX model/u],
      ['en_US-tiny-low.onnx.json', '{', /onnx\.json is not JSON/u],
      ['en_US-tiny-low.onnx.json', '{}', /onnx\.json is not the configuration of a Piper voice: audio/u],
      [
        'en_US-tiny-low.onnx.json',
        JSON.stringify({ ...piperConfig(2), phoneme_type: 'text' }),
        /phonemes of the kind text/u,
      ],
    ];
    for (const [name, content, message] of cases) {
      const [source, target] = [fresh(), fresh()];
      await writePiperModel(source);
      await writeFile(path.join(source, name), content);
      await refused(source, message);
      await assert.rejects(readdir(target), { code: 'ENOENT' });
    }
  });

  it('refuses a graph of another family, voices of another size and tokens that are none', async () => {
    const piper = fresh();
    await writePiperModel(piper);
    await writeKokoroModel(path.join(root, 'other'));
    await writeFile(path.join(piper, 'en_US-tiny-low.onnx'), await readFile(path.join(root, 'other', 'model.onnx')));
    await refused(piper, /not the graph of a Piper voice: it has no input input/u);
    for (const [name, content, message] of [
      ['voices.bin', 'short', /voices\.bin has 5 bytes; 2 speakers take 16320/u],
      ['tokens.txt', 'a b c', /tokens\.txt has a line/u],
      ['model.onnx', piperGraph(), /model\.onnx has no metadata of a Kokoro model/u],
    ] as const) {
      const source = fresh();
      await writeKokoroModel(source);
      await writeFile(path.join(source, name), content);
      await refused(source, message);
    }
  });

  it(
    'refuses a model that does not run',
    { skip: isLibraryInstalled() ? false : 'sherpa-onnx-node is not installed' },
    async () => {
      const source = fresh();
      await writePiperModel(source, { faultySymbol: 'ˈ' });
      const target = fresh();
      await assert.rejects(prepareModel(source, target, details), /the model tiny failed on a segment: .*Gather/u);
      await assert.rejects(readdir(target), { code: 'ENOENT' });
    },
  );

  it('refuses a name that cannot be one of an engine, and a target that is in use', async () => {
    const source = fresh();
    await writePiperModel(source);
    await assert.rejects(prepareModel(source, fresh(), { ...details, name: 'A,b' }), /model\.json is not valid: name/u);
    await assert.rejects(prepareModel(source, source, details), /is not empty/u);
  });
});

describe('a manifest', () => {
  let folder: string;
  let text: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sonorant-manifest-'));
    await writePiperModel(path.join(folder, 'source'));
    await prepareModel(path.join(folder, 'source'), path.join(folder, 'target'), details);
    text = await readFile(path.join(folder, 'target', manifestFile), 'utf8');
  });
  after(() => rm(folder, { recursive: true }));

  it('leads to no file outside its folder', () => {
    for (const name of ['../model.onnx', '/etc/passwd', 'a/../../b', 'C:\\\\x']) {
      assert.throws(() => parseManifest(text.replace('"model.onnx"', `"${name}"`)), /inside the folder of the model/u);
    }
    assert.throws(() => parseManifest(text.replace('"format": 1', '"format": 2')), /model\.json is not valid: format/u);
    assert.throws(() => parseManifest('nonsense'), /is not JSON/u);
  });

  it('is that of a voice where it was written before there were other kinds', () => {
    const before = text.replace('  "kind": "voice",\n', '');
    assert.notEqual(before, text);
    assert.deepEqual(checkVoiceManifest(parseManifest(before)), checkVoiceManifest(parseManifest(text)));
    const other = text.replace('"kind": "voice"', '"kind": "recognizer"');
    assert.throws(() => checkVoiceManifest(parseManifest(other)), /model\.json is not valid: kind: /u);
  });

  it('leads to no file outside its folder in native mode either', async () => {
    await writeKittenModel(path.join(folder, 'kitten'));
    const manifest = await prepareModel(path.join(folder, 'kitten'), path.join(folder, 'native'), details);
    const leading = (native: object): VoiceManifest =>
      checkVoiceManifest({ ...manifest, native: { ...manifest.native!, ...native } });
    assert.deepEqual(leading({ ruleFsts: 'date.fst,rules/number.fst' }).native?.ruleFsts, 'date.fst,rules/number.fst');
    for (const name of ['../model.onnx', '/etc/passwd', 'model.onnx,../x', 'model.onnx,', '']) {
      assert.throws(() => leading({ files: { model: name } }), /native\.files\.model: has paths inside the folder/u);
      assert.throws(() => leading({ ruleFsts: name }), /native\.ruleFsts: has paths inside the folder/u);
    }
  });

  it('is a file of a limited length', { skip: process.platform === 'win32' && 'no /dev/zero' }, async () => {
    const target = path.join(folder, 'target');
    await assert.rejects(readVoiceManifest(target, 100), /model\.json is longer than 100 bytes/u);
    const endless = path.join(folder, 'endless');
    await mkdir(endless);
    await symlink('/dev/zero', path.join(endless, manifestFile));
    await assert.rejects(readVoiceManifest(endless), /model\.json is no file/u);
  });

  it('has a rate that every format can be made of', () => {
    const strange = text.replace('"sampleRate": 22050', '"sampleRate": 44101');
    assert.throws(() => checkVoiceManifest(parseManifest(strange)), /sampleRate: cannot be converted/u);
  });
});
