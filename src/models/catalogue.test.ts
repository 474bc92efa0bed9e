import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../engines/neural/manifest.ts';
import { catalogue, downloadSize, entryNamed } from './catalogue.ts';
import { modelName } from './folder.ts';
import { recognizerFamilies } from '../recognizers/sherpa/manifest.ts';
import { licenceOf } from './licence.ts';
import { findSource } from './source.ts';

describe('the table of models', () => {
  it('has names that can be installed, each once', () => {
    const names = catalogue.map(({ name }) => name);
    assert.deepEqual(names, names.map(modelName));
    assert.equal(new Set(names).size, names.length);
  });

  for (const entry of catalogue) {
    it(`says of ${entry.name} what is needed to add it`, () => {
      const known: readonly string[] = { voice: families, recognizer: recognizerFamilies, vad: ['silero'] }[entry.kind];
      assert.ok(known.includes(entry.family));
      assert.deepEqual(
        [entry.speakers !== undefined, entry.streaming !== undefined],
        [entry.kind === 'voice', entry.kind === 'recognizer'],
      );
      // The graph of Whisper names its languages, and silence has none.
      const isAny = entry.family === 'whisper' || entry.kind === 'vad';
      assert.ok(isAny || entry.languages.length > 0);
      assert.ok(entry.languages.every((code) => /^[a-z]{2}$/.test(code)));
      assert.equal(URL.canParse(entry.modelCard), true);
      for (const { url, size, checksums } of [...entry.files, ...(entry.cardFile ? [entry.cardFile] : [])]) {
        assert.match(url, /^https:\/\/(?:huggingface\.co|github\.com)\//);
        assert.ok(Number.isInteger(size) && size > 0);
        for (const checksum of checksums ?? []) assert.match(checksum, /^(?:md5:[0-9a-f]{32}|sha256:[0-9a-f]{64})$/);
      }
      assert.ok(downloadSize(entry) > (entry.kind === 'vad' ? 1e5 : 1e6));
    });
  }

  it('records no checksum twice', () => {
    const files = catalogue.flatMap(({ files: published, cardFile }) => [
      ...published,
      ...(cardFile ? [cardFile] : []),
    ]);
    const checksums = files.flatMap(({ checksums: recorded }) => recorded ?? []);
    assert.equal(new Set(checksums).size, checksums.length);
  });

  it('is looked up without case, as the publishers write the names', () => {
    assert.equal(entryNamed('de_DE-thorsten-medium')?.name, 'de_de-thorsten-medium');
    assert.equal(entryNamed('KOKORO-multi-lang-v1_0')?.family, 'kokoro');
    assert.equal(entryNamed('nothing'), undefined);
  });

  it('gives a Piper voice the paths of its publisher, also at a mirror', async () => {
    const files = async (from?: string) => {
      const { source } = await findSource('en_GB-alba-medium', { from });
      return source.kind === 'published' ? source.files.map(({ url }) => url) : [];
    };
    const path = '/rhasspy/piper-voices/resolve/main/en/en_GB/alba/medium/en_GB-alba-medium.onnx';
    assert.deepEqual(await files(), [`https://huggingface.co${path}`, `https://huggingface.co${path}.json`]);
    assert.deepEqual(await files('http://mirror.example:8000/a/'), [
      `http://mirror.example:8000/a${path}`,
      `http://mirror.example:8000/a${path}.json`,
    ]);
  });
});

describe('a model card', () => {
  it('names its licence in a line of its own', () => {
    assert.equal(licenceOf('# Card\n\n* Language: x\n* License: CC-BY-4.0\r\n'), 'CC-BY-4.0');
    assert.equal(licenceOf('---\nlicense: apache-2.0\n---\nText'), 'apache-2.0');
    assert.equal(licenceOf('    - Licence: public domain'), 'public domain');
    assert.equal(licenceOf('* License: \u001b[31mred'), '[31mred');
    assert.equal(licenceOf('See the license: it is below'), undefined);
    assert.equal(licenceOf('* License:\n* Dataset: y'), undefined);
    assert.equal(licenceOf(''), undefined);
  });
});
