/**
 * Access tokens: JSON Web Tokens (RFC 7519) signed with HS256. They are not stored: all that is known of one is in its
 * claims.
 */
import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { TokenVerifier } from './authenticator.ts';
import { grants, type Grant, type TokenSession } from '../store/index.ts';

export interface NewToken {
  readonly organizationId: string;
  /** The API key that asks for it. */
  readonly keyId: string;
  readonly grants: readonly Grant[];
  /** How long it is valid. */
  readonly seconds: number;
  /** The address of this server, its `iss`. */
  readonly issuer: string;
  /** Default: it opens all that it grants. */
  readonly session?: TokenSession | undefined;
}

/** Issues and verifies access tokens. */
export interface AccessTokens {
  readonly mint: (token: NewToken) => Promise<string>;
  /** Checks the signature, which alone proves that this server issued the token, and the claims. */
  readonly verify: TokenVerifier;
}

const algorithm = 'HS256';

const claimsSchema = z.object({
  jti: z.string(),
  /** Every member of {@link grants}. */
  grants: z.partialRecord(z.enum(grants), z.boolean()),
  organization_id: z.string(),
  key_id: z.string(),
  /** The end to the millisecond, since `exp` counts whole seconds: a token lives exactly as long as was asked for. */
  expires_at_ms: z.int(),
  /** For one conversation. */
  session: z.object({ agent_id: z.string(), sealed: z.string() }).optional(),
});

/** @param key 32 secret bytes that sign nothing else */
export function accessTokens(key: Uint8Array, now: () => Date = () => new Date()): AccessTokens {
  return {
    mint({ organizationId, keyId, grants: granted, seconds, issuer, session }) {
      const nowMs = now().getTime();
      const issuedAt = Math.floor(nowMs / 1000);
      const claims: z.input<typeof claimsSchema> = {
        jti: randomUUID(),
        grants: Object.fromEntries(grants.map((grant) => [grant, granted.includes(grant)])),
        organization_id: organizationId,
        key_id: keyId,
        expires_at_ms: nowMs + seconds * 1000,
        ...(session !== undefined && { session: { agent_id: session.agentId, sealed: session.sealed } }),
      };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key);
    },
    async verify(token) {
      if (!isCanonical(token)) return undefined;
      const verified = await jwtVerify(token, key, {
        algorithms: [algorithm],
        clockTolerance: 1,
        currentDate: now(),
      }).catch(() => undefined);
      const claims = claimsSchema.safeParse(verified?.payload);
      if (!claims.success) return undefined;
      const {
        jti,
        grants: granted,
        organization_id: organizationId,
        key_id: keyId,
        expires_at_ms: endMs,
        session,
      } = claims.data;
      return {
        kind: 'token',
        organizationId,
        keyId,
        tokenId: jti,
        grants: grants.filter((grant) => granted[grant] === true),
        expiresAt: new Date(endMs),
        ...(session !== undefined && { session: { agentId: session.agent_id, sealed: session.sealed } }),
      };
    },
  };
}

/** The last character of a signature has bits that stand for nothing: of the texts that decode to the same bytes one is the token. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
