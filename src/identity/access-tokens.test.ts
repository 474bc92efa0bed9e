import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { accessTokens } from './access-tokens.ts';

const key = Buffer.alloc(32, 7);
const clock = { ms: Date.parse('2026-06-01T00:00:00.700Z') };
function now(): Date {
  return new Date(clock.ms);
}

const tokens = accessTokens(key, now);
const wanted = {
  organizationId: 'o',
  keyId: 'k',
  grants: ['tts'],
  seconds: 60,
  issuer: 'https://speech.example',
} as const;

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('an access token', () => {
  it('goes by the clock of the machine where no other is given', async () => {
    const { mint, verify } = accessTokens(key);
    const before = Date.now();
    const principal = (await verify(await mint(wanted)))!;
    const lifeMs = principal.expiresAt.getTime() - 60_000;
    assert.ok(before <= lifeMs && lifeMs <= Date.now());
  });

  it('is a JWT signed with HS256 with its grants, the key that made it and its end', async () => {
    const token = await tokens.mint(wanted);
    assert.deepEqual(decodeProtectedHeader(token), { alg: 'HS256', typ: 'JWT' });
    const { grants, iss, iat, exp, jti } = decodeJwt(token);
    assert.deepEqual(grants, { tts: true, stt: false, agent: false });
    assert.deepEqual(
      [iss, iat, exp],
      ['https://speech.example', Math.floor(clock.ms / 1000), Math.floor(clock.ms / 1000) + 60],
    );
    assert.match(jti!, /^[0-9a-f-]{36}$/);
    assert.deepEqual(await tokens.verify(token), {
      kind: 'token',
      organizationId: 'o',
      keyId: 'k',
      tokenId: jti,
      grants: ['tts'],
      expiresAt: new Date(clock.ms + 60_000),
    });
    assert.equal(
      createHmac('sha256', key)
        .update(token.slice(0, token.lastIndexOf('.')))
        .digest('base64url'),
      token.split('.')[2],
    );
  });

  it('differs each time', async () => {
    assert.notEqual(await tokens.mint(wanted), await tokens.mint(wanted));
  });

  it('is none of ours with any other character, key, algorithm or claims', async () => {
    const token = await tokens.mint(wanted);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const claims = decodeJwt(token);
    const sign = (alg: string, body: object) => new SignJWT({ ...body }).setProtectedHeader({ alg }).sign(key);
    const forged = [
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, grants: { tts: true, agent: true } })}.${signature}`,
      `${header}.${payload}.`,
      await accessTokens(Buffer.alloc(32, 8), now).mint(wanted),
      await sign('HS512', claims),
      await sign('HS256', { ...claims, key_id: undefined }),
      await sign('HS256', { ...claims, grants: ['tts'] }),
      await sign('HS256', { ...claims, expires_at_ms: 'never' }),
      await sign('HS256', {}),
      ...Array.from(
        'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
        (last) => token.slice(0, -1) + last,
      ).filter((text) => text !== token),
      'a.b.c',
      '..',
      '',
    ];
    for (const text of forged) assert.equal(await tokens.verify(text), undefined, text);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_', '.'),
        async (at, character) => {
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          assert.equal((await tokens.verify(changed)) === undefined, changed !== token);
        },
      ),
      runs(300),
    );
  });

  it('is none once it has expired', async () => {
    const token = await tokens.mint({ ...wanted, seconds: 1 });
    const { expiresAt } = (await tokens.verify(token))!;
    assert.equal(expiresAt.getTime(), clock.ms + 1000);
    clock.ms += 2001;
    assert.equal(await tokens.verify(token), undefined);
  });
});
