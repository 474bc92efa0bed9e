/** The cookie of the console. Only requests below `/console/api` are asked for it, and only they get it. */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consoleApiPath } from './console-path.ts';
import { isFromSecurePage } from './same-origin.ts';

const sessionCookie = 'sonorant_session';

/** Decorates replies with `setCookie`; the header `Cookie` is read by {@link sessionTokenOf} alone. */
export async function addCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie, { hook: false });
}

/**
 * The text of the session's cookie. Undefined also where it came several times: another server of the same host name, or of a
 * name above it, can add one of its own for a longer path, and nothing says which is whose (RFC 6265, 8.6).
 */
export function sessionTokenOf({ server, headers: { cookie: header = '' } }: FastifyRequest): string | undefined {
  const given = header.split(';').filter((pair) => pair.trim().startsWith(`${sessionCookie}=`));
  return given.length === 1 ? server.parseCookie(given[0]!)[sessionCookie] : undefined;
}

const attributes = { path: consoleApiPath, httpOnly: true, sameSite: 'strict' } as const;

/** @param expiresAt after it the browser forgets the cookie; the server's own time decides */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
): void {
  void reply.setCookie(sessionCookie, token, { ...attributes, secure: isFromSecurePage(request), expires: expiresAt });
}

/** Makes the browser forget the cookie. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(sessionCookie, { ...attributes, secure: isFromSecurePage(request) });
}
