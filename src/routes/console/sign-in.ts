/** The ways into a session, each of which gives who it is for or refuses. */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/service-error.ts';
import { addressGroup, isLocalRequest } from '../../http/index.ts';
import type { NewSession } from '../../store/index.ts';
import type { ConsoleRouteOptions } from './options.ts';

/** Who signs in. */
export type SignedIn = Pick<NewSession, 'organizationId' | 'how' | 'userId' | 'keyId' | 'passwordAt'>;

/** What a session keeps of the client that began it. */
export function clientOf(request: FastifyRequest): Pick<NewSession, 'address' | 'userAgent'> {
  return { address: request.clientAddress, userAgent: request.headers['user-agent'] ?? '' };
}

/** @throws {ServiceError} `unauthorized`, or `rate_limited` after too many keys that were not good */
export async function signInWithKey(request: FastifyRequest, key: string): Promise<SignedIn> {
  const { failedCredentials } = request.server;
  const principal = await failedCredentials.authenticate(addressGroup(request.clientAddress), key);
  if (principal === undefined || principal.kind === 'session') {
    throw new ServiceError('unauthorized', 'The key is not known, has expired or was revoked.');
  }
  if (principal.kind === 'token') {
    throw new ServiceError('unauthorized', 'This is an access token: sign in with an API key or an admin key.');
  }
  return { how: 'key', organizationId: principal.organizationId, keyId: principal.keyId };
}

/** @throws {ServiceError} `unauthorized`, also for a good link that did not come from this machine, which stays good */
export async function signInWithLink(
  request: FastifyRequest,
  link: string,
  { links, store }: ConsoleRouteOptions,
): Promise<SignedIn> {
  if (!isLocalRequest(request)) {
    throw new ServiceError(
      'unauthorized',
      'A sign-in link works only in a browser on the machine of the server, and not through a proxy. Sign in with a key.',
    );
  }
  const organization = await store.organizations.first();
  if (organization === undefined || !links.redeem(link)) {
    await request.server.failedCredentials.countFailure(addressGroup(request.clientAddress));
    throw new ServiceError(
      'unauthorized',
      'The link was used already, is older than ten minutes, or is of an earlier start of the server.',
    );
  }
  return { how: 'link', organizationId: organization.id };
}
