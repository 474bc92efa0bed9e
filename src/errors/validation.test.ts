import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '../../test/support/property-runs.ts';
import { ServiceError } from './service-error.ts';
import { parseWith } from './validation.ts';

const schema = z.object({
  transcript: z.string(),
  voice: z.union([
    z.string(),
    z.object({ id: z.string().min(1) }),
    z.object({ mode: z.literal('id'), id: z.string() }),
  ]),
  output_format: z.discriminatedUnion('container', [
    z.object({ container: z.literal('raw'), encoding: z.enum(['pcm_f32le', 'pcm_s16le']) }),
    z.object({ container: z.literal('wav') }),
  ]),
  speed: z.number().min(0.6).max(1.5).optional(),
  tags: z.array(z.string()).optional(),
});

const good = { transcript: 'Hi', voice: 'x', output_format: { container: 'wav' } };

function messageFor(value: unknown): string {
  try {
    parseWith(schema, value);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'invalid_request');
    return error.message;
  }
  return '';
}

describe('the message of a value that does not fit its schema', () => {
  it('names the problem on one line and its place on the next', () => {
    assert.equal(
      messageFor({ ...good, transcript: 3 }),
      '✖ Invalid input: expected string, received number\n  → at transcript',
    );
    assert.equal(
      messageFor({ ...good, tags: ['a', 1] }),
      '✖ Invalid input: expected string, received number\n  → at tags[1]',
    );
  });

  it('calls a missing field required', () => {
    assert.equal(
      messageFor({ voice: 'x', output_format: { container: 'wav' } }),
      '✖ Required: expected string\n  → at transcript',
    );
  });

  it('names what is allowed', () => {
    assert.match(
      messageFor({ ...good, output_format: { container: 'raw', encoding: 'flac' } }),
      /"pcm_f32le"\|"pcm_s16le"\n {2}→ at output_format\.encoding/,
    );
    assert.match(
      messageFor({ ...good, output_format: { container: 'ogg' } }),
      /'raw' \| 'wav'\n {2}→ at output_format\.container/,
    );
    assert.match(messageFor({ ...good, speed: 2 }), /<=1\.5\n {2}→ at speed/);
  });

  it('speaks of the nearest alternative of a union, or of all types when none is near', () => {
    assert.equal(
      messageFor({ ...good, voice: { id: '' } }),
      '✖ Too small: expected string to have >=1 characters\n  → at voice.id',
    );
    assert.equal(
      messageFor({ ...good, voice: 5 }),
      '✖ Invalid input: expected string or object, received number\n  → at voice',
    );
    assert.equal(
      messageFor({ transcript: 'x', output_format: { container: 'wav' } }),
      '✖ Required: expected string or object\n  → at voice',
    );
  });

  it('lists every problem, at most twenty', () => {
    assert.equal(messageFor({}).match(/✖/g)?.length, 3);
    const message = messageFor({ ...good, tags: Array.from({ length: 1000 }, () => 1) });
    assert.equal(message.match(/→/g)?.length, 20);
    assert.match(message, /✖ and 980 more$/);
  });

  it('never repeats what was sent', () => {
    fc.assert(
      fc.property(fc.constantFrom('transcript', 'voice', 'output_format', 'speed', 'tags'), (field) => {
        for (const value of [
          's3cret',
          ['s3cret', { s3cret: 1 }],
          { id: ['s3cret'], container: 's3cret', mode: 's3cret' },
        ]) {
          assert.ok(!messageFor({ ...good, [field]: value }).includes('s3cret'));
        }
      }),
      runs(),
    );
  });

  it('is there for every value that does not fit, and nothing else is thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.notEqual(messageFor(value), '');
      }),
      runs(),
    );
  });
});
