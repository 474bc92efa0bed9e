import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { isUsableSecret, signatureHeaders } from './signature.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"type":"voice.created","data":{"name":"Zoë 🎙"}}';

describe('a signature', () => {
  it('is accepted by the official library, whatever the body and the key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        (text, key) => {
          const given = `whsec_${Buffer.from(key).toString('base64')}`;
          const json = JSON.stringify({ text });
          assert.deepEqual(new Webhook(given).verify(json, signatureHeaders('msg_1', new Date(), json, [given])), {
            text,
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('of a secret without the prefix is by its UTF-8 bytes', () => {
    const plain = 'pässword';
    const verifier = new Webhook(Buffer.from(plain), { format: 'raw' });
    verifier.verify(body, signatureHeaders('msg_1', new Date(), body, [plain]));
  });

  it('is refused when a byte of the body, the id or the time has changed, and with another key', () => {
    const headers = signatureHeaders('msg_1', new Date(), body, [secret]);
    const verifier = new Webhook(secret);
    const refused = (text: string, given: Record<string, string>, by = verifier) =>
      assert.throws(() => by.verify(text, given), WebhookVerificationError);
    refused(body.replace('voice', 'Voice'), headers);
    refused(body, { ...headers, 'webhook-id': 'msg_2' });
    refused(body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) });
    refused(body, headers, new Webhook(`whsec_${randomBytes(32).toString('base64')}`));
  });

  it('is refused when it is six minutes old', () => {
    const headers = signatureHeaders('msg_1', new Date(Date.now() - 360_000), body, [secret]);
    assert.throws(() => new Webhook(secret).verify(body, headers), /too old/);
  });

  it('by two secrets is accepted with either of them', () => {
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    const headers = signatureHeaders('msg_1', new Date(), body, [secret, other]);
    for (const key of [secret, other]) new Webhook(key).verify(body, headers);
  });
});

describe('a secret', () => {
  it('is any text, or base64 of a byte or more behind "whsec_"', () => {
    for (const usable of ['x', 'hunter2', '🔑', 'whsec_AA==', secret]) {
      assert.equal(isUsableSecret(usable), true, usable);
    }
    for (const useless of [
      '',
      'whsec_',
      'whsec_*',
      'whsec_A',
      'whsec_AAA',
      'whsec_AA=',
      'whsec_AA==AA==',
      'whsec_AAAA\n',
      'whsec_AA-_',
    ]) {
      assert.equal(isUsableSecret(useless), false, useless);
    }
  });
});
