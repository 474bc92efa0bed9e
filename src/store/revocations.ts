/**
 * Tells every process that shares a database which keys were revoked, so that none goes on taking a key it remembers.
 * It says what may no longer be trusted, never what may: who remembers a key asks the database again.
 */

/** @param keyId the key that was revoked; undefined when some may have been missed, so that no remembered key may be trusted */
export type RevocationListener = (keyId: string | undefined) => void;

export interface RevocationFeed {
  /**
   * Tells the listeners of this process at once, those of others soon after. Called after the revocation has been
   * committed. It never rejects: who cannot be told learns of it when it asks the database again.
   */
  readonly publish: (keyId: string) => Promise<void>;
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
