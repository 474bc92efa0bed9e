/** A receiver of webhooks, for tests. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { deliveryJobKind, type Store } from '../store/index.ts';
import type { deliverWebhooks } from './delivery.ts';

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Keeps what it is sent and answers what `answer` says for each request, the first being 1; nothing at all for undefined. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;

  constructor(answer: (count: number, request: Received) => number | ReceiverAnswer | undefined) {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const got = { headers: request.headers as Record<string, string>, body };
        const given = answer(this.received.push(got), got);
        if (given === undefined) return;
        const { status, headers = {} } = typeof given === 'number' ? { status: given } : given;
        response.writeHead(status, headers).end();
      });
    });
  }

  /** @returns the address to send to */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The answers one after the other, the last one again and again. */
export function inTurn(...answers: readonly number[]) {
  return (count: number): number => answers[Math.min(count, answers.length) - 1]!;
}

/**
 * Sends what is due at this moment, one after the other, as the runner of jobs would.
 * @returns how many jobs ran
 */
export async function deliverDue(
  store: Store,
  deliver: ReturnType<typeof deliverWebhooks>,
  now: () => Date,
): Promise<number> {
  const share = { perLane: 4, perOrganization: 256, youngPerOrganization: 256, youngMs: 500 };
  for (let count = 0; ; count++) {
    const [job] = await store.jobs.claim({
      kind: deliveryJobKind,
      limit: 1,
      owner: `test ${count}`,
      until: new Date(now().getTime() + 60_000),
      share,
    });
    if (job === undefined) return count;
    const outcome = await deliver(
      { payload: JSON.parse(job.payload) as unknown },
      { signal: new AbortController().signal },
    );
    await (outcome === undefined ? store.jobs.complete(job) : store.jobs.reschedule(job, outcome.runAt));
  }
}
