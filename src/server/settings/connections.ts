/** What an address may do before it is known who asks, and how long a connection may take. */
import { integer, milliseconds, proxies } from './kinds.ts';
import { optional, preset } from './setting.ts';

export const connections = {
  trustedProxies: optional(
    proxies,
    'none',
    'Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` are believed; from every other address they are ignored. `Forwarded` and the PROXY protocol are not read.',
  ),
  maxConnectionsPerAddress: preset(
    integer(1),
    '1000',
    'Connections that one address may have open on this process, with TLS and without; one more is refused with 429. IPv6 addresses count by their first 64 bits. For clients behind a trusted proxy it bounds their requests and sockets in flight, and the connections of the proxy are not bounded.',
  ),
  failedCredentialBurst: preset(
    integer(1),
    '100',
    'Credentials that are not good that one address may send at once; one more is refused with 429. Good ones go on.',
  ),
  failedCredentialsPerMinute: preset(integer(1), '60', 'The same in the long run, a minute.'),
  failedSignInBurst: preset(
    integer(1),
    '10',
    'Wrong passwords of an account at once; after them its sign-ins are refused with 429, also with the right one. An address from which the account has signed in before has a count of its own. They count as failed credentials of their address too.',
  ),
  failedSignInsPerMinute: preset(integer(1), '1', 'The same in the long run, a minute.'),
  headersTimeoutMs: preset(milliseconds, '30000', 'How long the headers of a request may take to arrive.'),
  requestTimeoutMs: preset(milliseconds, '300000', 'How long a request may take to arrive.'),
  tlsHandshakeMs: preset(milliseconds, '10000', 'How long a new connection with TLS may take to be encrypted.'),
  keepAliveMs: preset(
    milliseconds,
    '72000',
    'How long a connection is kept for its next request: longer than the 60 s of most load balancers, so that they close first.',
  ),
  maxRequestsPerConnection: preset(
    integer(0),
    '0',
    'Requests after which a connection is closed, so that clients spread over new servers; 0 for any number.',
  ),
} as const;
