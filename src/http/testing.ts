/** A server for tests: everything that {@link registerHttp} wires, a store in memory and one key of each kind. */
import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { createAuthenticator, type AuthenticatorOptions } from '../identity/authenticator.ts';
import { memoryLimiter } from '../limits/in-flight.ts';
import { openSecrets, openStore, type Store } from '../store/index.ts';
import { passwordCost } from '../store/testing.ts';
import {
  createMetrics,
  registerHttp,
  serverOptions,
  type HttpOptions,
  type Limits,
  type ServerOptions,
} from './index.ts';

export interface TestServerOptions extends Partial<Omit<HttpOptions, 'authenticator' | 'metrics'>> {
  /** Adds the routes under test. */
  readonly routes?: ((app: FastifyInstance, store: Store) => void | Promise<void>) | undefined;
  readonly server?: ServerOptions | undefined;
  readonly authentication?: Omit<AuthenticatorOptions, 'apiKeys'> | undefined;
}

/** A server that is called without a network; {@link TestServer.close} ends it with its store. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly apiKey: string;
  readonly adminKey: string;
  readonly organizationId: string;
  readonly limits: Limits;
  /** A request with the API key and the newest version; headers given as undefined are left out. */
  readonly inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  /** A WebSocket of the given address, with the header that every request has. */
  readonly injectSocket: (
    url: string,
    headers?: Record<string, string>,
    options?: Parameters<FastifyInstance['injectWS']>[2],
  ) => ReturnType<FastifyInstance['injectWS']>;
  readonly close: () => Promise<void>;
}

/** Starts a server with the given routes, an organization and a key of each kind. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { routes, server, authentication, ...http } = options;
  const store = await openStore({ passwordCost });
  const { organization, created } = await store.bootstrap();
  const limits = options.limits ?? {
    contexts: memoryLimiter(64),
    calls: memoryLimiter(64),
    recognitions: memoryLimiter(64),
    sockets: memoryLimiter(640),
  };
  const app = fastify(serverOptions(server));
  const authenticator = createAuthenticator({ ...authentication, apiKeys: store.apiKeys });
  await registerHttp(app, {
    idempotency: { keys: store.idempotencyKeys, secrets: openSecrets() },
    readiness: {
      node: () => Promise.resolve({ missing: [], notes: [] }),
      storage: () => Promise.resolve({ missing: [], notes: [] }),
      speech: () => Promise.resolve({ missing: [], notes: [] }),
    },
    ...http,
    limits,
    authenticator,
    metrics: createMetrics({ limits }),
  });
  await routes?.(app, store);
  await app.ready();
  const apiKey = created.apiKey!;
  return {
    app,
    store,
    apiKey,
    adminKey: created.adminKey!,
    organizationId: organization.id,
    limits,
    inject({ headers, ...rest }) {
      const given = { 'x-api-key': apiKey, 'service-version': '2026-08-14', ...headers };
      return app.inject({
        ...rest,
        headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      });
    },
    injectSocket: (url, headers = {}, options = {}) =>
      app.injectWS(url, { headers: { host: 'localhost', ...headers } }, options),
    async close() {
      await app.close();
      await store.close();
    },
  };
}
