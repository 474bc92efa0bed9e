/** What servers do with calls by themselves: they end those that were lost and remove old contents. They never make one. */
import type { JobHandler } from '../jobs/handler.ts';
import { isDead } from '../jobs/owner.ts';
import type { CallRow, Store } from '../store/index.ts';
import { endCall } from './ending.ts';

/** Calls that are read at once. */
const atOnce = 100;

/** Ends the calls of processes that have ended. */
export function endLostCalls(store: Store, onEnd: (call: CallRow) => void, now: () => number = Date.now): JobHandler {
  return async (_job, { signal }) => {
    const dead = (await store.calls.owners()).filter(isDead);
    for (;;) {
      const lost = await store.calls.lost(dead, atOnce);
      for (const call of lost) {
        const { lease_owner: owner, lease_until: until } = call;
        signal.throwIfAborted();
        const ended = await endCall(
          store,
          { ...call, owner: owner!, until: until! },
          {
            status: 'failed',
            reason: 'error',
            errorMessage: 'The server that carried the call has ended.',
            // The process may have ended long before its lease.
            endedAt: new Date(Math.min(Date.parse(until!), now())),
          },
        );
        if (ended !== undefined) onEnd(ended);
      }
      if (lost.length < atOnce) return undefined;
    }
  };
}

/** Removes the contents of calls that ended so many days ago. */
export function forgetCalls(store: Store, days: number, now: () => number = Date.now): JobHandler {
  return async (_job, { signal }) => {
    const before = new Date(now() - days * 86_400_000);
    for (;;) {
      const old = await store.calls.endedBefore(before, atOnce);
      for (const { id, organization_id: organizationId } of old) {
        signal.throwIfAborted();
        await store.transaction(({ calls }) => calls.redact(organizationId, id));
      }
      if (old.length < atOnce) return undefined;
    }
  };
}
