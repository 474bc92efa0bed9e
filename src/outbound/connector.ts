/** Opens the connections of a client, each to an address that was judged. */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import { isAllowedAddress, literalAddress, schemesOf } from './address.ts';
import { HttpError } from './http-error.ts';

/**
 * What may be connected to: addresses of the public internet, over https only; local networks too, and plain http; whatever the
 * operator has named.
 */
export type Reach = 'public' | 'private' | 'any';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface ConnectorOptions {
  readonly reach: Reach;
  /** From the query for the name until the connection stands, TLS included; undefined: as long as the system tries. */
  readonly connectMs: number | undefined;
  readonly clock: Clock;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
}

const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

export class Connector {
  readonly #options: ConnectorOptions;
  readonly #connecting = new Set<Socket>();
  /** For the resumption of TLS, by host and port. */
  readonly #sessions = new Map<string, Buffer>();

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** As undici calls it: once for each connection, never for a request over one that stands. */
  readonly connect: buildConnector.connector = (target, callback) => {
    const { reach, connectMs, clock } = this.#options;
    const url = `${target.protocol}//${target.host ?? target.hostname}`;
    try {
      if (reach !== 'any' && !schemesOf(reach === 'private').includes(target.protocol)) {
        throw new HttpError('https_required', 'is not an https address', { url });
      }
      const literal = literalAddress(target);
      if (literal !== undefined) this.#judge([literal], url);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    const socket = this.#open(target, url);
    this.#connecting.add(socket);
    const stop =
      connectMs === undefined
        ? undefined
        : arrivalTimer(clock).after(connectMs, () =>
            socket.destroy(new HttpError('connect_timeout', `no connection within ${connectMs / 1000} s`, { url })),
          );
    const settled = (): boolean => {
      stop?.();
      return !this.#connecting.delete(socket);
    };
    socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      if (!settled()) callback(null, socket);
    });
    socket.on('error', (error) => {
      if (!settled()) callback(error, null);
    });
  };

  /** Gives up the connections that do not stand yet. */
  close(): void {
    for (const socket of this.#connecting) {
      socket.destroy(Object.assign(new Error('the client was closed'), { code: 'ECONNABORTED' }));
    }
  }

  #open({ protocol, host, hostname, port, servername }: buildConnector.Options, url: string): Socket {
    const options = { host: hostname, lookup: this.#lookup(url), noDelay: true, keepAlive: true };
    if (protocol !== 'https:') return connectTcp({ ...options, port: Number(port || 80) });
    const key = host ?? hostname;
    const name = servername ?? (literalAddress({ hostname }) === undefined ? hostname : undefined);
    const socket = connectTls({
      ...options,
      port: Number(port || 443),
      ALPNProtocols: ['http/1.1'],
      ...(name !== undefined && { servername: name }),
      session: this.#sessions.get(key),
    });
    return socket.on('session', (session) => this.#sessions.set(key, session));
  }

  /** The system connects to what this gives: the name is asked for once, so there is no second answer that differs. */
  #lookup(url: string): LookupFunction {
    const { resolve = systemResolve } = this.#options;
    return (hostname, { all }, callback) => {
      const judged = resolve(hostname).then((addresses) => {
        if (addresses.length === 0) throw new HttpError('name_not_found', 'the name has no address', { url });
        this.#judge(
          addresses.map(({ address }) => address),
          url,
        );
        return addresses;
      });
      judged.then(
        (addresses) =>
          all === true ? callback(null, [...addresses]) : callback(null, addresses[0]!.address, addresses[0]!.family),
        (error: unknown) => callback(error as Error, []),
      );
    };
  }

  /** @throws {HttpError} unless all of them may be reached: which one the system takes is not known */
  #judge(addresses: readonly string[], url: string): void {
    const { reach } = this.#options;
    const allow = (allowPrivate: boolean): boolean =>
      addresses.every((address) => isAllowedAddress(address, allowPrivate));
    if (reach === 'any' || allow(reach === 'private')) return;
    throw new HttpError('address_refused', 'leads to an address that may not be reached', {
      url,
      isPrivate: reach === 'public' && allow(true),
    });
  }
}
