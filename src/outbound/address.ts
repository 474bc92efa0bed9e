/**
 * Addresses that may be reached where a client of this server names them: by default only those of the public internet,
 * nothing of the machine, its network or its cloud (OWASP, Server-Side Request Forgery Prevention).
 */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA's special ranges for local networks. */
const localRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/** Metadata services of clouds, which give out credentials, on addresses outside of the link-local range. */
const hostServices: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
]);

const globalUnicast = ipaddr.IPv6.parse('2000::');
const globalUnicastBits = 3;

/**
 * @param address      an IPv4 or IPv6 address as text
 * @param allowPrivate also private, loopback, unique local and carrier-grade NAT ranges; link-local ones and other addresses
 *                     where clouds keep their metadata services are never allowed
 */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  const ip = parse(address);
  if (ip === undefined || hostServices.has(ip.toString())) return false;
  const range: string = ip.range();
  if (allowPrivate && localRanges.has(range)) return true;
  return range === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast, globalUnicastBits));
}

/** The address in its canonical form; undefined where it cannot be connected to. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  // ipaddr.js takes "::127.0.0.1" for the mapped "::ffff:127.0.0.1"; the system does not. A URL gives the words in hex.
  const host = `http://[${address}]`;
  return isIPv6(address) && URL.canParse(host)
    ? embedded(ipaddr.process(new URL(host).hostname.slice(1, -1)))
    : undefined;
}

/** Networks that speak IPv6 only reach the IPv4 address in the last four bytes of 64:ff9b::/96 (RFC 6052). */
function embedded(ip: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (ip.kind() === 'ipv4' || !ip.match(ipaddr.IPv6.parse('64:ff9b::'), 96)) return ip;
  return new ipaddr.IPv4(ip.toByteArray().slice(12));
}

/** The address in the host of a URL, without the brackets of IPv6; undefined for a name. */
export function literalAddress({ hostname }: Pick<URL, 'hostname'>): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/** Allowed schemes, as {@link URL.protocol} has them. */
export function schemesOf(allowPrivate: boolean): readonly string[] {
  return allowPrivate ? ['https:', 'http:'] : ['https:'];
}
