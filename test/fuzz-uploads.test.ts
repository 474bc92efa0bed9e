import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { anyCharacter } from './support/characters.ts';
import { openDatabase, type Database } from '../src/store/database.ts';
import { checkAnswer } from './support/fuzz.ts';
import { runs } from './support/property-runs.ts';
import { exchange, type RawResponse } from './support/clients/raw-http.ts';
import { expectJson, clientOf, speechClip } from './support/resources.ts';
import { eventually } from './support/eventually.ts';
import { apiKey, start, version, type TestServer } from './support/server.ts';

const boundary = 'a-line-of-no-file';

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly content: Buffer | string;
}

function encode(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, filename, content }) => {
      const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`;
      return [
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ];
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x'.repeat(300),
    '\u0000',
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '__proto__',
    'constructor',
    'null',
    '[]',
    'en',
    'private',
    'general-american',
    'äöü',
    '🏳️‍🌈',
    '%00',
    'a;b="c"',
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);

/** Content that is no speech: each of these must be refused. */
const noSpeech = fc.oneof(
  fc.constantFrom(
    Buffer.alloc(0),
    Buffer.from('RIFF'),
    Buffer.from('fLaC'),
    Buffer.from('OggS'),
    Buffer.from([0xff, 0xfb, 0x90, 0]),
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3]),
    Buffer.alloc(5000),
  ),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
);

describe('fuzz: garbage in uploads', () => {
  let server: TestServer;
  let database: Database;
  let dataset: string;
  let routes: Readonly<Record<string, readonly Part[]>>;
  let speech: Buffer;
  before(async () => {
    server = await start({
      SONORANT_WORKERS: '1',
      SONORANT_MAX_CLIP_BYTES: '2000000',
      SONORANT_MAX_FILE_BYTES: '2000000',
    });
    database = await openDatabase({ dataDir: server.dataDir });
    dataset = (
      await expectJson<{ id: string }>(
        clientOf(server.url, apiKey)('POST', '/datasets', { name: 'Set', description: '' }),
        200,
      )
    ).id;
    speech = Buffer.from(await (await speechClip(server)).arrayBuffer());
    const clip = { filename: 'a.wav', content: speech };
    routes = {
      '/voices/clone': [
        { name: 'name', content: 'Mine' },
        { name: 'language', content: 'en' },
        { name: 'clip', ...clip },
      ],
      '/files': [
        { name: 'purpose', content: 'fine_tune' },
        { name: 'file', ...clip },
      ],
      [`/datasets/${dataset}/files`]: [{ name: 'file', ...clip }],
    };
  });
  after(async () => {
    await database.close();
    await server.close();
  });

  /** Everything that is kept: rows of every table with something made by a caller, and every object. */
  const kept = async (): Promise<object> => {
    const count = async (table: 'voices' | 'files' | 'dataset_files' | 'jobs' | 'webhook_deliveries') =>
      Number(
        (
          await database.db
            .selectFrom(table)
            .select((row) => row.fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      );
    const objects = await readdir(join(server.dataDir, 'blobs'), { recursive: true }).catch(() => []);
    return {
      voices: await count('voices'),
      files: await count('files'),
      datasetFiles: await count('dataset_files'),
      jobs: await count('jobs'),
      deliveries: await count('webhook_deliveries'),
      objects: objects.filter((name) => /\w{20}/u.test(name)).sort(),
    };
  };

  const send = async (
    target: string,
    body: Buffer,
    type = `multipart/form-data; boundary=${boundary}`,
    announced?: number,
  ): Promise<RawResponse> => {
    const headers = [
      ['service-version', version],
      ['x-api-key', apiKey],
      ['content-type', type],
    ] as const;
    const answer = await exchange(server.url, {
      method: 'POST',
      target,
      headers,
      body,
      ...(announced !== undefined && { announced }),
    });
    assert.ok(answer !== undefined, 'the connection was closed without an answer');
    checkAnswer(answer, { secrets: [apiKey] });
    return answer;
  };

  const refuses = async (
    target: string,
    body: Buffer,
    statuses: readonly number[],
    type?: string,
  ): Promise<RawResponse> => {
    const before = await kept();
    const answer = await send(target, body, type);
    assert.ok(statuses.includes(answer.status), `${target}: ${answer.status} ${answer.body.toString()}`);
    assert.deepEqual(await kept(), before, target);
    return answer;
  };

  const aRoute = fc.nat().map((index) => Object.keys(routes)[index % 3]!);
  /** The same cases in every run. */
  const seed = 20_260_814;

  it('takes the parts in any order', async () => {
    for (const [target, parts] of Object.entries(routes)) {
      for (const order of [parts, [...parts].reverse()]) {
        const { status, body } = await send(target, encode(order));
        assert.ok(status < 300, `${target}: ${status} ${body.toString()}`);
      }
    }
  });

  it('refuses bytes that are no audio, under any name, and keeps nothing', async () => {
    await fc.assert(
      fc.asyncProperty(aRoute, noSpeech, oddText, async (target, content, filename) => {
        const name = filename.replaceAll(/["\r\n]/gu, '');
        const parts = routes[target]!.map((part) =>
          part.filename === undefined ? part : { ...part, filename: name, content },
        );
        await refuses(target, encode(parts), [400]);
      }),
      { seed, ...runs(60, 15) },
    );
  });

  it('judges every field, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'name',
          'language',
          'tagline',
          'description',
          'accent',
          'base_voice_id',
          'access',
          'access[type]',
          'mode',
          'purpose',
          '__proto__',
          '',
        ),
        oddText,
        async (name, content) => {
          const parts = routes['/voices/clone']!.filter((part) => part.name !== name && part.filename === undefined);
          // The clip is no speech, so that nothing is made even where the field is good.
          await refuses(
            '/voices/clone',
            encode([
              ...parts,
              { name: name.replaceAll('"', ''), content },
              { name: 'clip', filename: 'a.wav', content: 'noise' },
            ]),
            [400, 404],
          );
        },
      ),
      { seed, ...runs(80, 20) },
    );
  });

  it('refuses two files, a file in place of a field, a field in place of the file, and a missing one', async () => {
    for (const [target, parts] of Object.entries(routes)) {
      const file = parts.find((part) => part.filename !== undefined)!;
      const others = parts.filter((part) => part !== file);
      await refuses(target, encode([...parts, file]), [400]);
      await refuses(target, encode([...parts, { ...file, name: 'other' }]), [400]);
      await refuses(target, encode(others), [400]);
      await refuses(target, encode([...others, { name: file.name, content: 'text' }]), [400]);
      for (const part of others) {
        await refuses(
          target,
          encode([file, ...others.filter((other) => other !== part), { ...part, filename: 'x' }]),
          [400],
        );
      }
      for (const part of others) await refuses(target, encode([...parts, part]), [400]);
    }
  });

  it('refuses a body without its boundary, cut off, or of another type', async () => {
    for (const [target, parts] of Object.entries(routes)) {
      const body = encode(parts);
      await refuses(target, body, [400], 'multipart/form-data');
      await refuses(target, body, [400], 'multipart/form-data; boundary=another');
      for (const length of [10, 100, body.length - boundary.length - 8]) {
        await refuses(target, body.subarray(0, length), [400]);
      }
      await refuses(target, Buffer.from('{}'), [415], 'application/json');
      await refuses(target, body, [415], 'text/plain');
    }
  });

  it('refuses a file beyond the limit before it has read it all', async () => {
    for (const [target, parts] of Object.entries(routes)) {
      const large = parts.map((part) =>
        part.filename === undefined
          ? part
          : { ...part, content: Buffer.concat([speech, Buffer.alloc(2_000_001 - speech.length)]) },
      );
      const answer = await refuses(target, encode(large), [413]);
      assert.match(answer.body.toString(), /file_too_large/);
    }
  });

  it('leaves nothing of an upload whose client goes away', async () => {
    for (const [target, parts] of Object.entries(routes)) {
      const before = await kept();
      const body = encode(parts);
      const headers = [
        ['service-version', version],
        ['x-api-key', apiKey],
        ['content-type', `multipart/form-data; boundary=${boundary}`],
      ] as const;
      await exchange(server.url, {
        method: 'POST',
        target,
        headers,
        body: body.subarray(0, 40_000),
        announced: body.length,
      });
      await eventually(`nothing is left of ${target}`, async () => isDeepStrictEqual(await kept(), before));
    }
  });

  it('never lets a name reach the folder of the objects', async () => {
    const file = routes['/files']!.find((part) => part.filename !== undefined)!;
    const { body } = await send(
      '/files',
      encode([
        { name: 'purpose', content: 'fine_tune' },
        { ...file, filename: '../../../evil.wav' },
      ]),
    );
    const { filename } = JSON.parse(body.toString()) as { filename: string };
    assert.equal(filename, 'evil.wav');
    const names = await readdir(server.dataDir, { recursive: true });
    assert.deepEqual(
      names.filter((name) => name.includes('evil')),
      [],
    );
    assert.ok(
      (
        await readFile(
          join(
            server.dataDir,
            'blobs',
            names.find((name) => /^blobs\/files\/\w{24}$/u.test(name))!.slice('blobs/'.length),
          ),
        )
      ).length > 0,
    );
  });
});
