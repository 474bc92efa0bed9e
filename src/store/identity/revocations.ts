/**
 * Tells every process that shares a database which keys were revoked or changed, so that none goes on taking a key it remembers.
 * It says what may no longer be trusted, never what may: who remembers a key asks the database again.
 */

/**
 * @param keyId the key that was revoked; undefined when a key was changed or revocations may have been missed, so that no remembered
 *   key may be trusted
 */
export type RevocationListener = (keyId: string | undefined) => void;

/** Which keys were revoked, published to all processes of one database. */
export interface RevocationFeed {
  /**
   * Calls the listeners of this process at once, those of others soon after. To be called after the revocation has been
   * committed. It never rejects: a process that is not reached learns of it when it asks the database again.
   * @param keyId undefined for a key that still works, but not for all that it did
   */
  readonly publish: (keyId: string | undefined) => Promise<void>;
  /** Listeners of one process are called in the order of the calls. Returns what ends that. */
  readonly subscribe: (listener: RevocationListener) => () => void;
  /** Ends the subscriptions; a second call does nothing. */
  readonly close: () => Promise<void>;
}

/** Between the listeners of one process. */
export function localRevocations(): RevocationFeed {
  const listeners = new Set<RevocationListener>();
  return {
    publish(keyId) {
      for (const listener of listeners) listener(keyId);
      return Promise.resolve();
    },
    subscribe(listener) {
      // One function may subscribe twice, and then end one of the two.
      const own: RevocationListener = (keyId) => listener(keyId);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close() {
      listeners.clear();
      return Promise.resolve();
    },
  };
}

/** One feed of several: what is published goes to each, in their order, and what one of them tells is heard. */
export function joinedRevocations(feeds: readonly RevocationFeed[]): RevocationFeed {
  return {
    async publish(keyId) {
      // The listeners of this process, which the first feed tells, do not wait for a network.
      await Promise.all(feeds.map((feed) => feed.publish(keyId)));
    },
    subscribe(listener) {
      const ends = feeds.map((feed) => feed.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}

/**
 * Hears what other processes revoke by looking at the database now and then, and says only that some key was revoked.
 * @param read a text that every revocation changes
 * @param everyMs time between two looks. Default 250
 */
export function polledRevocations(read: () => Promise<string>, everyMs = 250): RevocationFeed {
  const local = localRevocations();
  let timer: NodeJS.Timeout | undefined;
  let known: string | undefined;
  let isClosed = false;
  let listeners = 0;

  async function look(): Promise<void> {
    // While the database cannot be read nothing is known of it; the first text after that tells whether it changed.
    const now = await read().catch(() => known);
    if (isClosed || listeners === 0) {
      timer = undefined;
      return;
    }
    if (now !== known) await local.publish(undefined);
    known = now;
    timer = setTimeout(() => void look(), everyMs);
    timer.unref();
  }

  return {
    publish: () => Promise.resolve(),
    subscribe(listener) {
      listeners += 1;
      const end = local.subscribe(listener);
      if (timer === undefined) {
        timer = setTimeout(() => void look(), 0);
        timer.unref();
      }
      return () => {
        listeners -= 1;
        end();
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await local.close();
    },
  };
}
