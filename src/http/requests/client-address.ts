/** Where a request comes from: the address of its connection, or what a trusted proxy says it is. */
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client: of the connection, or what trusted proxies say (docs/rules.md#trusted-proxies). */
    clientAddress: string;
  }
}

/** Names that stand for several networks, as in other programs that trust proxies. */
const networks = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const satisfies Record<string, readonly string[]>;

/** What {@link trustedProxies} takes, as a noun phrase. */
export const proxyForms = `addresses, networks such as 10.0.0.0/8 or fd00::/8, and ${Object.keys(networks).join(', ')}`;

/**
 * @param trusted as {@link proxyForms} says
 * @returns whether an address is one of them; undefined when an entry is none of the allowed forms
 */
export function trustedProxies(trusted: readonly string[]): ((address: string) => boolean) | undefined {
  const list = new BlockList();
  for (const entry of trusted.flatMap((name) => (isNetworkName(name) ? networks[name] : [name]))) {
    const [address = '', length, ...rest] = entry.split('/');
    const family = familyOf(address);
    if (family === undefined || rest.length > 0) return undefined;
    if (length === undefined) list.addAddress(address, family);
    else {
      const bits = /^[1-9]\d{0,2}$/.test(length) ? Number(length) : Infinity;
      // A length of 0 would believe every client.
      if (bits > (family === 'ipv4' ? 32 : 128)) return undefined;
      list.addSubnet(address, bits, family);
    }
  }
  // Asked for each request.
  if (trusted.length === 0) return () => false;
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && list.check(address, family);
  };
}

function isNetworkName(name: string): name is keyof typeof networks {
  return Object.hasOwn(networks, name);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)];
}

/**
 * What limits by address count as one client: an IPv4 address, also written as IPv6, and the first 64 bits of an IPv6 one, since a
 * host has the rest to itself (RFC 4291, 2.5.1).
 * @param address also with a zone, as of link-local addresses
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return bytes.join('.');
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // The last 32 bits may be written as an IPv4 address.
  const [, before = '', dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  const bytes = (dotted ?? '').split('.').map(Number);
  const hex =
    dotted === undefined
      ? address
      : `${before}${((bytes[0]! << 8) | bytes[1]!).toString(16)}:${((bytes[2]! << 8) | bytes[3]!).toString(16)}`;
  const [head = '', tail] = hex.split('::');
  const parse = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [first, last] = [parse(head), parse(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Must come before every hook that reads {@link FastifyRequest.clientAddress}. */
export function addClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, done) => {
    request.clientAddress = addressOf(request);
    done();
  });
}

/** A proxy may pass on what is no address ("unknown", or one with a port): then its own counts. */
function addressOf(request: FastifyRequest): string {
  // Requests that a test injects into a socket's route have no connection.
  const forwarded = request.ip as string | undefined;
  const own = (request.raw.socket as FastifyRequest['raw']['socket'] | undefined)?.remoteAddress ?? '';
  return forwarded !== undefined && forwarded !== own && isIP(forwarded) !== 0 ? forwarded : own;
}
