/** The files that keep one caller from another and one caller from all, and the tests that have to notice when they break. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mutantsOf, type Mutant, type MutantOptions } from './mutants.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Guard extends MutantOptions {
  readonly area: 'authentication' | 'tenancy' | 'signature' | 'limits' | 'abort' | 'flow';
  readonly file: string;
  /** In the order in which they are tried: those that end soonest first. */
  readonly tests: readonly string[];
  /** Whether its tests run only where the environment names a Redis. */
  readonly needsRedis?: boolean | undefined;
}

export interface GuardMutant extends Mutant {
  readonly guard: Guard;
}

const contextTests = ['test', 'interruptions.test', 'timers.test', 'admission.test', 'engines.test'].map(
  (name) => `src/speech/context.${name}.ts`,
);
const credentialTests = ['src/http/credentials/authentication.test.ts', 'src/identity/authenticator.test.ts'];
const organizationFilter = /organization_id/;
const tenancyTests = ['test/tenancy.test.ts'];

/** A repository of which only the filters by organization are broken. @param name below `src/store` */
function repository(name: string, ...tests: readonly string[]): Guard {
  return {
    area: 'tenancy',
    file: `src/store/${name}.ts`,
    filters: organizationFilter,
    tests: ['src/store/tenancy.test.ts', ...tests, ...tenancyTests],
  };
}

/** Limits that several processes count together, each of which has to ask the same Redis. */
function onRedis(name: string): Guard {
  return {
    area: 'limits',
    file: `src/limits/redis/${name}.ts`,
    tests: ['limiters', 'redis/closing', 'redis/revocations', 'redis/away'].map((test) => `src/limits/${test}.test.ts`),
    needsRedis: true,
  };
}

export const guards: readonly Guard[] = [
  {
    area: 'authentication',
    file: 'src/http/credentials/authentication.ts',
    tests: [
      ...credentialTests,
      'test/slips.test.ts',
      'test/page-keys.test.ts',
      'test/console-session.test.ts',
      'test/shares.test.ts',
    ],
  },
  { area: 'authentication', file: 'src/identity/authenticator.ts', tests: credentialTests },
  {
    area: 'authentication',
    file: 'src/store/last-known.ts',
    tests: ['src/store/last-known.test.ts', 'src/store/last-known-keys.test.ts', 'src/identity/authenticator.test.ts'],
  },
  {
    area: 'authentication',
    file: 'src/identity/access-tokens.ts',
    tests: ['src/identity/access-tokens.test.ts', ...credentialTests],
  },
  { area: 'limits', file: 'src/http/requests/limits.ts', tests: ['src/http/requests/limits.test.ts'] },
  {
    area: 'limits',
    file: 'src/limits/in-flight.ts',
    tests: ['src/limits/limiters.test.ts', 'src/http/requests/limits.test.ts'],
  },
  { area: 'limits', file: 'src/limits/rate.ts', tests: ['src/limits/limiters.test.ts', 'src/limits/rate.test.ts'] },
  ...['in-flight', 'rates', 'connection', 'revocations', 'index'].map(onRedis),
  {
    area: 'limits',
    file: 'src/identity/failed-credentials.ts',
    tests: ['src/http/credentials/failed-credentials.test.ts'],
  },
  {
    area: 'limits',
    file: 'src/http/connections-per-address.ts',
    tests: ['src/http/connections-per-address.test.ts', 'src/http/connections.test.ts'],
  },
  { area: 'limits', file: 'src/http/requests/client-address.ts', tests: ['src/http/requests/client-address.test.ts'] },
  {
    area: 'limits',
    file: 'src/http/requests/idempotency.ts',
    tests: [
      'src/http/requests/idempotency.test.ts',
      'src/http/requests/idempotent-answers.test.ts',
      'test/idempotency.test.ts',
    ],
  },
  {
    area: 'flow',
    file: 'src/timing/outbound-flow.ts',
    tests: ['src/timing/outbound-flow.test.ts', 'src/http/sockets/connection.test.ts'],
  },
  {
    area: 'flow',
    file: 'src/http/sockets/websocket.ts',
    tests: [
      'src/http/sockets/websocket.test.ts',
      'src/http/sockets/serve.test.ts',
      'test/rfc6455/handshake.test.ts',
      'test/rfc6455/closing.test.ts',
      'src/http/connections.test.ts',
    ],
  },
  { area: 'signature', file: 'src/webhooks/signature.ts', tests: ['src/webhooks/signature.test.ts'] },
  { area: 'signature', file: 'src/webhooks/address.ts', tests: ['src/webhooks/address.test.ts'] },
  {
    area: 'signature',
    file: 'src/outbound/address.ts',
    tests: ['src/outbound/address.test.ts', 'src/webhooks/address.test.ts'],
  },
  {
    area: 'signature',
    file: 'src/outbound/connector.ts',
    tests: ['src/outbound/reach.test.ts', 'src/outbound/limits.test.ts', 'src/outbound/http-client.test.ts'],
  },
  {
    area: 'signature',
    file: 'src/webhooks/post.ts',
    tests: ['src/webhooks/post.test.ts', 'src/webhooks/delivery.test.ts'],
  },
  {
    area: 'abort',
    file: 'src/engines/thread/task-signal.ts',
    tests: ['src/engines/thread/executor.test.ts', 'src/engines/thread/worker.test.ts'],
  },
  {
    area: 'abort',
    file: 'src/engines/scheduling/engine-thread.ts',
    tests: [
      ...['engine-thread', 'thread-group', 'scheduler', 'engine-groups', 'thread-replacement'].map(
        (name) => `src/engines/scheduling/${name}.test.ts`,
      ),
      'src/engines/thread/segment-alignment.test.ts',
      'src/engines/thread/worker.test.ts',
    ],
  },
  {
    area: 'abort',
    file: 'src/speech/context.ts',
    within: /\b(cancel|abandon|fail|pause|suspend|resume|#takeBack|#end|#close|#done)$/,
    tests: contextTests,
  },
  { area: 'flow', file: 'src/jobs/owner.ts', tests: ['src/jobs/owner.test.ts', 'src/jobs/several-servers.test.ts'] },
  {
    area: 'tenancy',
    file: 'src/store/owned-rows.ts',
    tests: ['src/store/tenancy.test.ts', 'src/routes/webhooks/webhooks.test.ts', ...tenancyTests],
  },
  repository('agents/agent-tools', 'src/store/agents/agents.test.ts'),
  repository('agents/agents', 'src/store/agents/agents.test.ts'),
  repository('identity/api-keys', 'src/store/identity/api-keys.test.ts', 'src/store/store.test.ts'),
  repository('voices/datasets', 'src/store/store.test.ts'),
  repository('files/files', 'src/store/files/files.test.ts'),
  repository('voices/fine-tunes', 'src/store/store.test.ts'),
  repository('usage/idempotency', 'src/store/usage/idempotency.test.ts'),
  repository('identity/invites', 'src/store/identity/invites.test.ts'),
  repository('voices/pronunciation-dicts', 'src/store/store.test.ts'),
  repository('usage/request-log', 'src/store/usage/request-log.test.ts'),
  repository('usage/usage', 'src/store/usage/usage.test.ts'),
  repository('identity/users', 'src/store/store.test.ts'),
  repository('voices/voices', 'src/store/voices/voices.test.ts'),
  repository('webhooks/webhook-deliveries', 'src/store/webhooks/webhooks.test.ts'),
  repository('webhooks/webhooks', 'src/store/webhooks/webhooks.test.ts'),
];

/** The mutants of the guards as they stand now. */
export function allMutants(chosen: readonly Guard[] = guards): GuardMutant[] {
  return chosen.flatMap((guard) =>
    mutantsOf(guard.file, readFileSync(root + guard.file, 'utf8'), guard).map((mutant) => ({ ...mutant, guard })),
  );
}

/** Why a mutant that no test kills is no hole. */
export interface Explanation {
  readonly id: string;
  readonly file: string;
  /** What is broken, for the reader; the id alone counts. */
  readonly change: string;
  readonly reason: string;
}

/** The mutants that are known to survive. An id that no mutant has any more is an error: the code under the reason has changed. */
export function readExplanations(): readonly Explanation[] {
  return JSON.parse(readFileSync(`${root}test/mutation/explained.json`, 'utf8')) as Explanation[];
}

/** A line for each explanation whose code has changed. */
export function staleExplanations(mutants: readonly GuardMutant[], explanations: readonly Explanation[]): string[] {
  const ids = new Map(mutants.map(({ id, guard }) => [id, guard.file]));
  return explanations
    .filter(({ id, file }) => ids.get(id) !== file)
    .map(({ id, file, change }) => `${file}: no mutant ${id} any more (${change}): run its mutants and explain anew`);
}
