/**
 * The addresses below `/console/api`: the session of the console is their credential, and no other address takes it. But for a
 * few of its own they are the public routes, which the router finds because the prefix is taken off the address before it looks
 * (docs/rules.md#console-session).
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The cookie's `Path`: browsers send it to the addresses below and to no others. */
export const consoleApiPath = '/console/api';

/** What stands at the prefix itself; every other address below it is a public route. */
const ownRoutes =
  /^\/(session|session\/organization|sessions|sessions\/[^/]+|account|password|password\/reset|server|encode|book-limits|history(\/[^/]+(\/(audio|share))?)?|history\/shares\/[^/]+)\/?$/;

/** Requests that came to an address below {@link consoleApiPath}. */
const marked = new WeakSet<IncomingMessage>();

/**
 * For Fastify's `rewriteUrl`, which sees requests and upgrades alike: marks a request below {@link consoleApiPath}, and gives the
 * address at which the router finds its route. Never more than one prefix is taken off.
 */
export function routedUrl(raw: IncomingMessage): string {
  const { url = '/' } = raw;
  if (!url.startsWith(`${consoleApiPath}/`)) return url;
  marked.add(raw);
  const rest = url.slice(consoleApiPath.length);
  const [path = ''] = rest.split('?');
  return ownRoutes.test(path) || rest.startsWith('/console') ? url : rest;
}

/** Whether the session is the credential of the request, and the only one. */
export function isConsoleRequest({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return marked.has(raw);
}
