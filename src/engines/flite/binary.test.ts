import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addedEntries, openModule } from './binary.ts';
import { webAssembly } from '../../audio/webassembly.ts';

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value)];
}

function section(id: number, ...body: number[]): number[] {
  return [id, body.length, ...body];
}

/** A module with two functions that answer 7 and 9, of which only the first is exported. */
const program = Uint8Array.from([
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  ...section(1, 1, 0x60, 0, 1, 0x7f),
  ...section(3, 2, 0, 0),
  ...section(4, 1, 0x70, 1, 3, 3),
  ...section(5, 1, 0, 1),
  ...section(6, 1, 0x7f, 1, 0x41, 0x20, 0x0b),
  ...section(7, 1, ...text('seven'), 0, 0),
  ...section(10, 2, 4, 0, 0x41, 7, 0x0b, 4, 0, 0x41, 9, 0x0b),
  ...section(11, 2, 0, 0x41, 8, 0x0b, ...text('ro'), 0, 0x41, 16, 0x0b, ...text('rw')),
  ...section(0, ...text('.debug'), 1, 2, 3),
  ...section(
    0,
    ...text('name'),
    ...section(1, 2, 0, ...text('seven'), 1, ...text('nine')),
    ...section(9, 2, 0, ...text('.rodata'), 1, ...text('.data')),
  ),
]);

describe('opening the packaged module', () => {
  it('exports the functions asked for by their names, beside those it exported before', () => {
    const { bytes } = openModule(program, ['nine']);
    const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes), {});
    assert.deepEqual(Object.keys(exports), ['seven', 'nine', 'table', 'stack_pointer']);
    assert.equal((exports.nine as () => number)(), 9);
  });

  it('makes room for more functions', () => {
    const { bytes } = openModule(program, []);
    const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes), {});
    assert.equal((exports.table as { length: number }).length, 3 + addedEntries);
  });

  it('drops debug information and says where data can be written', () => {
    const { bytes, mutableFrom } = openModule(program, []);
    assert.ok(!Buffer.from(bytes).includes('.debug'));
    assert.equal(mutableFrom, 16);
  });

  it('names a function the module does not have', () => {
    assert.throws(() => openModule(program, ['ten']), /no function ten/);
  });

  it('refuses what is cut short', () => {
    assert.throws(() => openModule(program.subarray(0, 60), ['nine']));
  });
});
