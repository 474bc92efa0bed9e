import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '../../test/support/property-runs.ts';
import { ignoredFields, withIgnoredFields } from './ignored-fields.ts';
import { ServiceError } from './service-error.ts';
import { parseWith } from './validation.ts';

const schema = z.looseObject({
  transcript: z.string(),
  model_id: z.string().nullish(),
  voice: z.union([z.string(), z.looseObject({ id: z.string() }), z.object({ mode: z.literal('embedding') })]),
  output_format: z.looseObject({ container: z.string(), encoding: z.string().optional() }),
  items: z.array(z.object({ text: z.string() })).default([]),
  limit: z.preprocess((value) => Number(value), z.number()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  extra: z.unknown().optional(),
  strict: z.strictObject({ known: z.string().optional() }).optional(),
});

const good = { transcript: 'Hi', voice: 'x', output_format: { container: 'wav' } };

/** The message of the error that the value gives. */
function messageFor(value: object): string {
  try {
    parseWith(schema, value);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return withIgnoredFields(error, schema, ignoredFields(schema, value)).message;
  }
  return assert.fail('the value fits');
}

describe('the ignored fields of a value', () => {
  it('are those its schema does not have, at every depth', () => {
    assert.deepEqual(
      ignoredFields(schema, {
        transcript: 'Hi',
        nme: 1,
        voice: { id: 'x', mode: 'id', speed: 2 },
        output_format: { container: 'wav', encodng: 'x' },
        items: [{ text: 'a' }, { text: 'b', txt: 'c' }, { txt: 'd' }],
      }),
      ['nme', 'voice.speed', 'output_format.encodng', 'items[].txt'],
    );
  });

  it('are none where the schema takes any name, or refuses unknown ones itself', () => {
    const value = { ...good, labels: { a: 'b' }, extra: { a: { b: 1 } }, strict: { other: 1 }, limit: '3' };
    assert.deepEqual(ignoredFields(schema, value), []);
  });

  it('are ten at most', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 1]));
    assert.equal(ignoredFields(schema, { ...good, ...many }).length, 10);
  });

  it('are found in any value, and never among the names of the schema', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const field of ignoredFields(schema, value)) assert.ok(!Object.hasOwn(schema.shape, field), field);
      }),
      runs(),
    );
  });
});

describe('an error of a request with ignored fields', () => {
  it('names one that is a synonym, has other capitals, or differs in two letters from the field it is about', () => {
    const { transcript, ...rest } = good;
    for (const name of ['text', 'input', 'Transcript', 'trancsript', 'transcrip', 'transscripts']) {
      assert.equal(
        messageFor({ ...rest, [name]: transcript }),
        `✖ Required: expected string; "${name}" is ignored: did you mean "transcript"?\n  → at transcript`,
      );
    }
    assert.match(
      messageFor({ ...good, voice: undefined, voice_id: 'x' }),
      /"voice_id" is ignored: did you mean "voice"/,
    );
  });

  it('names one that belongs into another place', () => {
    assert.match(
      messageFor({ ...good, output_format: {}, container: 'wav' }),
      /"container" is ignored: did you mean "output_format\.container"\?\n {2}→ at output_format\.container$/,
    );
    const { output_format, ...rest } = good;
    assert.match(
      messageFor({ ...rest, ...output_format }),
      /did you mean "output_format\.container"\?\n {2}→ at output_format$/,
    );
    assert.match(
      messageFor({ ...good, items: [{ txt: 'a' }] }),
      /"items\[\]\.txt".*"items\[\]\.text".*\n {2}→ at items\[0\]\.text$/,
    );
  });

  it('says nothing of fields that have to do with another one, or with none', () => {
    const rest = { voice: good.voice, output_format: good.output_format };
    const plain = '✖ Required: expected string\n  → at transcript';
    assert.equal(messageFor({ ...rest, colour: 'red' }), plain);
    assert.equal(messageFor({ ...rest, model: 'x' }), plain);
    assert.equal(messageFor(rest), plain);
  });

  it('keeps its code, its status and the time to wait', () => {
    const error = new ServiceError('voice_not_found', '✖ No voice\n  → at voice', {
      status: 400,
      retryAfterSeconds: 3,
    });
    const { code, status, retryAfterSeconds, message } = withIgnoredFields(error, schema, ['voice_id']);
    assert.deepEqual([code, status, retryAfterSeconds], ['voice_not_found', 400, 3]);
    assert.match(message, /voice_id/);
  });
});
