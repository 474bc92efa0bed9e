import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/characters.ts';
import { encodeForm, fieldPart, filePart, formBoundary, uploadRoute } from './upload-testing.ts';

describe('an upload that cannot be taken', () => {
  const route = uploadRoute();

  describe('is 415', () => {
    it('as JSON or without a type, and so is multipart on a route that reads JSON', async () => {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/mixed; boundary=x',
        '',
      ]) {
        const answer = await route.send('{}', type);
        assert.deepEqual([answer.status, answer.body.error_code], [415, 'unsupported_media_type'], type);
        assert.match(answer.body.message!, /multipart\/form-data/, type);
        assert.doesNotMatch(answer.body.message!, /json/i, type);
      }
      assert.equal((await route.send(encodeForm([filePart('a')]), undefined, '/json')).status, 415);
      assert.deepEqual(route.kept, []);
    });
  });

  describe('is 400', () => {
    const good = [fieldPart('name', 'Ada'), filePart('abc')];

    it('without a formBoundary, with another one or an endless one', async () => {
      for (const type of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        `multipart/form-data; boundary=${'x'.repeat(5000)}`,
      ]) {
        route.refused(await route.send(encodeForm(good), type), 400, /multipart\/form-data/);
      }
    });

    it('cut off anywhere before the end of its last boundary', async () => {
      const whole = encodeForm(good);
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 3), async (length) => {
          [route.kept, route.discarded] = [[], []];
          route.refused(await route.send(whole.subarray(0, length)), 400, /ends early|expected a file/);
        }),
        { numRuns: 40, examples: [[0], [whole.length - 3], [whole.length - 5]] },
      );
    });

    it('with no file, two files or a file of another name', async () => {
      route.refused(
        await route.send(encodeForm([fieldPart('name', 'Ada')])),
        400,
        /Required: expected a file\n {2}→ at file/,
      );
      route.refused(
        await route.send(encodeForm([...good, filePart('second')])),
        400,
        /More than one file\n {2}→ at file/,
      );
      route.refused(
        await route.send(encodeForm([filePart('first', { name: 'clip' }), ...good])),
        400,
        /only one is "file"\n {2}→ at clip/,
      );
      route.refused(
        await route.send(encodeForm([...good, filePart('second', { name: 'clip' })])),
        400,
        /only one is "file"\n {2}→ at clip/,
      );
    });

    it('with a field in place of the file or a file in place of a field', async () => {
      route.refused(
        await route.send(encodeForm([fieldPart('name', 'Ada'), fieldPart('file', 'abc')])),
        400,
        /expected a file.*\n {2}→ at file/,
      );
      route.refused(
        await route.send(encodeForm([{ ...filePart('Ada'), name: 'name' }, filePart('abc')])),
        400,
        /Not a file.*\n {2}→ at name/,
      );
      route.refused(
        await route.send(encodeForm([filePart('abc'), { ...filePart('Ada'), name: 'name' }])),
        400,
        /Not a file.*\n {2}→ at name/,
      );
    });

    it('with a field that is missing, comes twice, is too large or has no name', async () => {
      route.refused(await route.send(encodeForm([filePart('abc')])), 400, /Required: expected string\n {2}→ at name/);
      route.refused(
        await route.send(encodeForm([...good, fieldPart('name', 'Eve')])),
        400,
        /Given twice\n {2}→ at name/,
      );
      route.refused(
        await route.send(encodeForm([...good, fieldPart('__proto__', '1'), fieldPart('__proto__', '2')])),
        400,
        /Given twice\n {2}→ at __proto__/,
      );
      route.refused(
        await route.send(encodeForm([...good, fieldPart('note', 'x'.repeat(65_537))])),
        400,
        /at most 65536 bytes\n {2}→ at note/,
      );
      for (const part of [
        { content: 'x' },
        fieldPart('', 'x'),
        fieldPart('x'.repeat(257), 'x'),
        { filename: 'a', content: 'x' },
      ]) {
        route.refused(await route.send(encodeForm([part, ...good])), 400, /Each part of the body has a name/);
      }
    });

    it('with more fields than any route has', async () => {
      const many = Array.from({ length: 41 }, (_, index) => fieldPart(`field${index}`, 'x'));
      route.refused(await route.send(encodeForm([...many, ...good])), 400, /more than 40 fields/);
      route.refused(
        await route.send(encodeForm([...Array.from({ length: 60 }, () => ({ content: 'x' })), ...good])),
        400,
        /name|more than 40 fields/,
      );
    });

    it('with a bad query, which goes before its body', async () => {
      route.refused(await route.send(encodeForm(good), undefined, '/upload?size=xl'), 400, /→ at size/);
      assert.deepEqual(route.kept, []);
    });

    it('whatever its bytes are, and never anything else', async () => {
      const pieces = fc.oneof(
        fc.constantFrom(
          '\r\n',
          '--',
          formBoundary,
          `--${formBoundary}`,
          `--${formBoundary}--`,
          'content-disposition: form-data',
          '; name="file"',
          '; filename="x"',
          '; name="name"',
          ': ',
          '\r\n\r\n',
          '"',
          ';',
          'content-type: application/octet-stream',
        ),
        fc.string({ unit: anyCharacter, maxLength: 10 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
          [route.kept, route.discarded] = [[], []];
          const answer = await route.send(parts.join(''));
          if (answer.status !== 200) route.refused(answer, 400, /./);
        }),
        { numRuns: 100 },
      );
    });
  });
});
