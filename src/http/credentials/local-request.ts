import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
// The same as an IPv4 address inside IPv6, as a listener of both sees it.
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** What proxies add: behind one, every client seems to be at this machine. */
const forwardingHeaders = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/;

/**
 * Whether the request comes from a program of this machine: over a loopback address, and not through a proxy that says so.
 * Whether a proxy is trusted changes nothing.
 */
export function isLocalRequest({ raw, headers }: FastifyRequest): boolean {
  if (Object.keys(headers).some((name) => forwardingHeaders.test(name))) return false;
  return isLoopback(raw.socket.remoteAddress ?? '');
}

/** Whether only programs of this machine reach what listens there. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
