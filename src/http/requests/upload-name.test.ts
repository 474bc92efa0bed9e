import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/characters.ts';
import { plainName } from './uploads.ts';

describe('the name of a file', () => {
  it('has no folders and no control characters, and is never empty', () => {
    for (const [given, plain] of [
      ['a.wav', 'a.wav'],
      ['../../etc/passwd', 'passwd'],
      ['C:\\clips\\a.wav', 'a.wav'],
      ['/etc/', 'unnamed'],
      ['', 'unnamed'],
      ['a\u0000b\r\n.wav', 'ab.wav'],
      ['\ud800', '\ufffd'],
      ['x'.repeat(300), 'x'.repeat(255)],
      ['Élan 🎙.wav', 'Élan 🎙.wav'],
    ] as const) {
      assert.equal(plainName(given), plain);
    }
  });

  it('is well-formed text of 1 to 255 units, whatever was given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 400 }),
          fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
        ),
        (given) => {
          const name = plainName(given);
          assert.ok(name.length >= 1 && name.length <= 255 && name.isWellFormed());
          assert.doesNotMatch(name, /[/\\\p{Cc}]/u);
        },
      ),
    );
  });
});
