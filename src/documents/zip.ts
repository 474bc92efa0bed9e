/** Archives whose entries are read within limits: the sizes that an archive tells are held against what really comes out of it. */
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { DocumentError, shown, type ReadLimits } from './document.ts';

/** Archives below this may be packed as well as they like, in bytes unpacked. */
const smallBytes = 10_000_000;

export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits: ReadLimits;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ReadLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /** @throws {DocumentError} `damaged`, `protected` or `too_large` */
  static async open(bytes: Uint8Array, limits: ReadLimits): Promise<Archive> {
    const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(archive, { lazyEntries: true, validateEntrySizes: true }, (error, opened) => {
        if (error !== null) reject(damaged());
        else resolve(opened);
      });
    });
    return new Archive(zip, await entriesOf(zip, bytes.length, limits), limits);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Bytes that an entry says it unpacks to; 0 where there is none. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  /**
   * The bytes of an entry; undefined where there is none.
   * @throws {DocumentError} `damaged`, also where more comes out than the archive tells; `too_large`
   */
  async read(name: string): Promise<Buffer | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const { maxEntryBytes } = this.#limits;
    if (entry.uncompressedSize > maxEntryBytes) {
      throw new DocumentError(
        'too_large',
        `A file in the archive unpacks to more than ${shown(maxEntryBytes)} bytes, the limit`,
      );
    }
    const chunks: Buffer[] = [];
    try {
      const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
        this.#zip.openReadStream(entry, (error, opened) => {
          if (error !== null) reject(error);
          else resolve(opened);
        });
      });
      for await (const chunk of stream) chunks.push(chunk as Buffer);
    } catch {
      throw damaged();
    }
    return Buffer.concat(chunks);
  }
}

/** Reads the directory of the archive: nothing is unpacked yet. */
async function entriesOf(zip: ZipFile, packedBytes: number, limits: ReadLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.maxEntries) {
    throw new DocumentError(
      'too_large',
      `The archive has ${shown(zip.entryCount)} entries, and the limit is ${shown(limits.maxEntries)}`,
    );
  }
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      const refused = refusedSize(unpacked, packedBytes, limits) ?? (isLocked(entry) ? locked() : undefined);
      if (refused !== undefined) reject(refused);
      else {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      }
    });
    zip.once('end', resolve);
    zip.once('error', () => reject(damaged()));
    zip.readEntry();
  });
  return entries;
}

function refusedSize(unpacked: number, packed: number, limits: ReadLimits): DocumentError | undefined {
  if (unpacked > limits.maxUnpackedBytes) {
    return new DocumentError(
      'too_large',
      `The archive unpacks to more than ${shown(limits.maxUnpackedBytes)} bytes, the limit`,
    );
  }
  if (unpacked > smallBytes && unpacked > packed * limits.maxRatio) {
    return new DocumentError(
      'too_large',
      `The archive unpacks to more than ${shown(limits.maxRatio)} times its size, the limit: no book does`,
    );
  }
  return undefined;
}

/** The first bit says that an entry is encrypted. */
function isLocked({ generalPurposeBitFlag }: Entry): boolean {
  return (generalPurposeBitFlag & 1) === 1;
}

function locked(): DocumentError {
  return new DocumentError('protected', 'The archive is locked with a password');
}

function damaged(): DocumentError {
  return new DocumentError('damaged', 'The archive cannot be unpacked: it is damaged or cut off');
}
