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
  requestTimeoutMs: preset(milliseconds, '300000', 'How long a request may take to arrive.'),
  keepAliveMs: preset(
    milliseconds,
    '72000',
    'How long a connection is kept for its next request: longer than the 60 s of most load balancers, so that they close first.',
  ),
} as const;
