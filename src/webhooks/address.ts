/**
 * Addresses that webhooks may have. A client that sets an address makes this server call it, so by default only
 * addresses of the public internet are allowed: nothing of the machine, its network or its cloud (OWASP, Server-Side
 * Request Forgery Prevention). The text of the address is checked when it is set; the addresses that its host name
 * resolves to are checked at each delivery, since they can change at any time (docs/rules.md#webhook-address).
 */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { invalidField } from '../errors/service-error.ts';

const maxLength = 2048;

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

/** For receivers beside the server, in development and in a network of one's own. */
export const howToAllow =
  'the operator of the server can allow private addresses and plain http with SONORANT_ALLOW_PRIVATE_WEBHOOKS=true';

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
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Checks what can be seen in an address without asking the network.
 * @throws {ServiceError} `invalid_request` that names `url`
 */
export function checkUrl(text: string, allowPrivate: boolean): void {
  const problem = problemOf(text, allowPrivate);
  if (problem !== undefined) throw invalidField('url', problem);
}

/** As {@link URL.protocol} has them. */
export function schemesOf(allowPrivate: boolean): readonly string[] {
  return allowPrivate ? ['https:', 'http:'] : ['https:'];
}

function problemOf(text: string, allowPrivate: boolean): string | undefined {
  if (text.length > maxLength) return `Too long: at most ${maxLength} characters`;
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  const schemes = schemesOf(allowPrivate);
  if (url === undefined || !schemes.includes(url.protocol) || !text.slice(url.protocol.length).startsWith('//')) {
    const expected = `Expected an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
    return url?.protocol === 'http:' ? `${expected}; ${howToAllow}` : expected;
  }
  if (url.username !== '' || url.password !== '') return 'User name and password do not belong in the address';
  return addressProblem(url, allowPrivate);
}

/** What can be seen of the address that a URL leads to. */
function addressProblem(url: URL, allowPrivate: boolean): string | undefined {
  const literal = literalAddress(url);
  const isLocal =
    literal === undefined
      ? /(^|\.)localhost\.?$/.test(url.hostname) && !allowPrivate
      : !isAllowedAddress(literal, allowPrivate);
  if (!isLocal) return undefined;
  const problem = 'Webhooks of this server may not go to this address, which belongs to no public network';
  return !allowPrivate && (literal === undefined || isAllowedAddress(literal, true))
    ? `${problem}; ${howToAllow}`
    : problem;
}
