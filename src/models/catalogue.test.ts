import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../engines/neural/manifest.ts';
import { catalogue, downloadSize, entryNamed } from './catalogue.ts';
import { modelName } from './folder.ts';
import { recognizerFamilies } from '../recognizers/sherpa/manifest.ts';
import { licenceOf } from './licence.ts';
import { licenceSummary } from './licence-words.ts';
import { purposeOf, recommendedFor, type Machine, type Purpose } from './recommended.ts';
import { findSource } from './source.ts';

describe('the table of models', () => {
  it('has a recognizer of every kind that conversations and files were asked for', () => {
    const kinds = catalogue.flatMap(({ kind, family, streaming }) =>
      kind === 'recognizer' ? [`${family}${streaming === true ? ', streaming' : ''}`] : [],
    );
    assert.deepEqual([...new Set(kinds)].sort(), [
      ...['moonshine', 'nemo-ctc', 'nemo-transducer', 'nemo-transducer, streaming', 'sense-voice', 'whisper'],
      ...['zipformer, streaming', 'zipformer-ctc, streaming'],
    ]);
  });

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
      assert.ok(entry.licencePage === undefined || (URL.canParse(entry.licencePage) && entry.licence !== null));
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

describe('the recommended models', () => {
  const choice = (machine: Machine, purpose: Purpose, language: string): string | undefined =>
    catalogue.find(
      (entry) => purposeOf(entry) === purpose && recommendedFor(catalogue, machine).get(entry.name)?.includes(language),
    )?.name;
  const large = { memoryBytes: 8e9, cores: 4 };

  it('are one for each language and purpose, the best that the machine runs', () => {
    const languages = new Map<Purpose, string[]>();
    for (const [name, codes] of recommendedFor(catalogue, large)) {
      const purpose = purposeOf(entryNamed(name)!);
      languages.set(purpose, [...(languages.get(purpose) ?? []), ...codes]);
    }
    for (const [purpose, codes] of languages) assert.equal(new Set(codes).size, codes.length, purpose);
    assert.equal(choice(large, 'speaking', 'en'), 'kokoro-multi-lang-v1_0');
    assert.equal(choice({ ...large, cores: 1 }, 'speaking', 'en'), 'kitten-nano-en-v0_2-fp16');
    assert.equal(choice({ ...large, memoryBytes: 300e6 }, 'speaking', 'en'), 'kitten-nano-en-v0_2-fp16');
    assert.equal(choice({ ...large, memoryBytes: 300e6 }, 'speaking', 'fr'), 'fr_fr-siwis-medium');
    assert.equal(choice(large, 'speaking', 'de'), 'de_de-thorsten-medium');
    assert.equal(choice(large, 'cloning', 'en'), 'pocket-tts-int8-en');
    assert.equal(choice(large, 'hearing', 'de'), 'zipformer-de-kroko');
    assert.equal(choice(large, 'hearing', 'zh'), 'sense-voice-int8');
    assert.equal(choice(large, 'detecting', '*'), 'silero-vad');
    assert.equal(choice({ memoryBytes: 10e6, cores: 4 }, 'speaking', 'en'), undefined);
  });

  it('may be used by anyone, where there is one that may', () => {
    assert.equal(choice(large, 'speaking', 'tr'), 'supertonic-3-int8');
    assert.equal(choice({ ...large, cores: 1 }, 'speaking', 'tr'), 'tr_tr-dfki-medium');
    assert.equal(choice({ ...large, cores: 1 }, 'speaking', 'ru'), 'ru_ru-dmitri-medium');
  });
});

describe('a licence in words', () => {
  it('is there for every licence of the table but the rarest, and says whether it may be used to earn money', () => {
    const without = catalogue.filter(({ licence }) => licence !== null && licenceSummary(licence).words === null);
    assert.deepEqual([...new Set(without.map(({ licence }) => licence))], ['FunASR Model License 1.1']);
    const { words, commercial, url } = licenceSummary('CC-BY-NC-SA-4.0');
    assert.deepEqual([commercial, url], [false, 'https://spdx.org/licenses/CC-BY-NC-SA-4.0.html']);
    assert.match(words!, /^Not for commercial use\./);
    assert.equal(
      licenceSummary('CC-BY-4.0, and by the notice in the archive not for commercial use').commercial,
      false,
    );
    assert.equal(
      licenceSummary(entryNamed('zipvoice-distill-int8-zh-en')!.licence).words,
      'Its makers state none; what it was trained on is not for commercial use.',
    );
    const { commercial: unknown, words: none } = licenceSummary(entryNamed('zipformer-ctc-zh-int8')!.licence);
    assert.deepEqual([unknown, none?.slice(0, 23)], [null, 'Its makers state none: ']);
    assert.deepEqual(licenceSummary(null), { words: null, commercial: null, url: null });
    assert.deepEqual(licenceSummary('unknown: ask its publisher'), { words: null, commercial: null, url: null });
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
