/**
 * The packaged module is flite's command line program: it exports `_start` and `memory` only, so each run would register
 * all voices, write a file and tell nothing of the words. But flite's whole C interface is inside, and the module's name
 * section says where. This rewrites the export section in memory, so that the C functions can be called directly, and gives
 * the function table entries for callbacks. Format: WebAssembly core specification 1.0, chapter 5, and its
 * appendix on the name section.
 */

const sectionIds = { custom: 0, table: 4, export: 7, data: 11 } as const;
const externalKinds = { function: 0, table: 1, global: 3 } as const;
const nameSubsections = { functions: 1, dataSegments: 9 } as const;

/** Entries that the function table is given at its end. */
export const addedEntries = 2;

export interface OpenedModule {
  /** The module with the functions, `table` and `stack_pointer` exported, and without debug information. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Address of the first byte of static data that the program may write. */
  readonly mutableFrom: number;
}

interface Section {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('the flite module ends too early');
    return byte;
  }

  /** An unsigned LEB128 number. */
  unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const length = this.unsigned();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }
}

/**
 * @param functions names of C functions to export under the same name
 * @throws {Error} when the module does not have one of them, or is not a module of this kind
 */
export function openModule(bytes: Uint8Array, functions: readonly string[]): OpenedModule {
  const sections = readSections(bytes);
  const names = readNames(bytes, sections);
  const indexOf = (name: string): number => {
    const index = names.functions.get(name);
    if (index === undefined) throw new Error(`the flite module has no function ${name}`);
    return index;
  };
  const additions = [
    ...functions.map((name) => exportEntry(name, externalKinds.function, indexOf(name))),
    exportEntry('table', externalKinds.table, 0),
    exportEntry('stack_pointer', externalKinds.global, 0),
  ];
  const parts = [bytes.subarray(0, 8)];
  for (const section of sections) {
    if (section.id !== sectionIds.custom) parts.push(...encodeSection(section.id, rewrite(bytes, section, additions)));
  }
  const mutable = names.dataSegments.get('.data') ?? -1;
  return { bytes: new Uint8Array(Buffer.concat(parts)), mutableFrom: dataAddress(bytes, sections, mutable) };
}

function readSections(bytes: Uint8Array): Section[] {
  const sections: Section[] = [];
  const reader = new ByteReader(bytes, 8);
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const size = reader.unsigned();
    sections.push({ id, start: reader.at, end: reader.at + size });
    reader.at += size;
  }
  return sections;
}

function readNames(
  bytes: Uint8Array,
  sections: readonly Section[],
): { functions: Map<string, number>; dataSegments: Map<string, number> } {
  const functions = new Map<string, number>();
  const dataSegments = new Map<string, number>();
  for (const { id, start, end } of sections) {
    const reader = new ByteReader(bytes, start);
    if (id !== sectionIds.custom || reader.text() !== 'name') continue;
    while (reader.at < end) {
      const subsection = reader.byte();
      const size = reader.unsigned();
      const next = reader.at + size;
      const target =
        subsection === nameSubsections.functions
          ? functions
          : subsection === nameSubsections.dataSegments
            ? dataSegments
            : undefined;
      for (let count = target ? reader.unsigned() : 0; count > 0; count--) {
        const index = reader.unsigned();
        target!.set(reader.text(), index);
      }
      reader.at = next;
    }
  }
  return { functions, dataSegments };
}

function rewrite(bytes: Uint8Array, section: Section, additions: readonly Uint8Array[]): Uint8Array {
  if (section.id === sectionIds.export) return addExports(bytes, section, additions);
  if (section.id === sectionIds.table) return growTable(bytes, section);
  return bytes.subarray(section.start, section.end);
}

function addExports(bytes: Uint8Array, section: Section, additions: readonly Uint8Array[]): Uint8Array {
  const reader = new ByteReader(bytes, section.start);
  const count = reader.unsigned();
  return Buffer.concat([leb128(count + additions.length), bytes.subarray(reader.at, section.end), ...additions]);
}

/** One table with a minimum and a maximum becomes one table with more entries. */
function growTable(bytes: Uint8Array, section: Section): Uint8Array {
  const reader = new ByteReader(bytes, section.start);
  const [count, type, hasMaximum, minimum, maximum] = [
    reader.unsigned(),
    reader.byte(),
    reader.byte(),
    reader.unsigned(),
    reader.unsigned(),
  ];
  if (count !== 1 || hasMaximum !== 1) throw new Error('the flite module has another function table than expected');
  return Buffer.concat([
    Uint8Array.of(count, type, hasMaximum),
    leb128(minimum + addedEntries),
    leb128(maximum + addedEntries),
  ]);
}

function dataAddress(bytes: Uint8Array, sections: readonly Section[], segment: number): number {
  const section = sections.find(({ id }) => id === sectionIds.data);
  const i32Const = 0x41;
  const reader = new ByteReader(bytes, section?.start ?? bytes.length);
  const count = reader.unsigned();
  for (let i = 0; i < count; i++) {
    const isActive = reader.unsigned() === 0 && reader.byte() === i32Const;
    if (!isActive) break;
    // Signed in the format; addresses of this module are far from the sign bit.
    const address = reader.unsigned();
    reader.byte();
    if (i === segment) return address;
    const size = reader.unsigned();
    reader.at += size;
  }
  throw new Error('the flite module has other data segments than expected');
}

function exportEntry(name: string, kind: number, index: number): Uint8Array {
  const text = new TextEncoder().encode(name);
  return Buffer.concat([leb128(text.length), text, Uint8Array.of(kind), leb128(index)]);
}

function encodeSection(id: number, body: Uint8Array): Uint8Array[] {
  return [Buffer.concat([Uint8Array.of(id), leb128(body.length)]), body];
}

function leb128(value: number): Uint8Array {
  const out: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    out.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Uint8Array.from(out);
  }
}
