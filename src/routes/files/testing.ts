/** Uploads for tests: forms, audio to put into them, and a folder to keep it in. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobs, type Blobs } from '../../store/blobs/index.ts';

const boundary = 'a-line-of-no-file';

export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  readonly content: Buffer | string;
}

/** A request's payload and the header that goes with it. */
export function form(parts: readonly FormPart[]): {
  readonly payload: Buffer;
  readonly headers: Record<string, string>;
} {
  return {
    payload: Buffer.concat([
      ...parts.flatMap(({ name, filename, content }) => [
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
        ),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** A WAV file of 16-bit samples at 8 kHz; `samples` of zeros where none are given. */
export function wav(samples: Int16Array = new Int16Array(800)): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

export interface TestBlobs extends Blobs {
  /** Keys of all objects. */
  readonly keys: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

/** A blob store in a folder of its own. */
export async function testBlobs(): Promise<TestBlobs> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonorant-blobs-'));
  const blobs = await openBlobs({ dataDir });
  return {
    ...blobs,
    async keys() {
      const keys: string[] = [];
      for await (const { key } of blobs.list()) keys.push(key);
      return keys.sort();
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
