/**
 * The address that a webhook is given, as text. The addresses that its host name resolves to are checked at each delivery,
 * since they can change at any time (docs/rules.md#webhook-address).
 */
import { invalidField } from '../errors/service-error.ts';
import { isAllowedAddress, literalAddress, schemesOf } from '../outbound/address.ts';

const maxLength = 2048;

/** For receivers beside the server, in development and in a network of one's own. */
export const howToAllow =
  'the operator of the server can allow private addresses and plain http with SONORANT_ALLOW_PRIVATE_WEBHOOKS=true';

/**
 * Checks what can be seen in an address without asking the network.
 * @throws {ServiceError} `invalid_request` that names `url`
 */
export function checkUrl(text: string, allowPrivate: boolean): void {
  const problem = problemOf(text, allowPrivate);
  if (problem !== undefined) throw invalidField('url', problem);
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
