/** Takes go into the history once they are whole. What was heard is sent; nothing is made again. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { arrived } from '../base/arrived.ts';
import { useSessionCheck } from '../base/session.ts';
import type { Take } from '../audio/take.ts';
import type { MadeFrom, WholeSound } from './made.ts';
import { historyKey, useHistoryState, type KeptTake } from './history.ts';

/** What became of the last take. */
export type Keeping =
  | { readonly kind: 'none' }
  | { readonly kind: 'keeping' }
  | { readonly kind: 'kept'; readonly take: KeptTake }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void };

export interface Keeper {
  readonly keeping: Keeping;
  /** Keeps a sound, where the member wants that. */
  readonly keep: (sound: WholeSound, from: MadeFrom) => void;
  /** Keeps it once it is whole, where the member wants that; one that broke off or was stopped is not kept. */
  readonly watch: (take: Take, from: MadeFrom) => void;
}

/** Takes of a page, one after the other. */
export function useKeeper(): Keeper {
  const [keeping, setKeeping] = useState<Keeping>({ kind: 'none' });
  const client = useQueryClient();
  const checkSession = useSessionCheck();
  const { data } = useHistoryState();
  const isOn = useRef(false);
  const last = useRef<object>(undefined);
  useEffect(() => void (isOn.current = data?.is_on === true && data.is_wanted), [data]);

  const begin = useCallback(
    async (what: object, soundOf: () => WholeSound, from: MadeFrom) => {
      const update = (next: Keeping): void => {
        if (last.current === what) setKeeping(next);
      };
      let sender: (() => Promise<KeptTake>) | undefined;
      const send = async (): Promise<void> => {
        update({ kind: 'keeping' });
        try {
          // Loaded when there is something to keep: the first visit does not wait for it.
          sender ??= (await arrived(import('./send-take.ts'))).takeSender(soundOf, from);
          update({ kind: 'kept', take: await sender() });
          await client.invalidateQueries({ queryKey: historyKey });
        } catch (error) {
          update({ kind: 'failed', error, retry: () => void send() });
          checkSession();
        }
      };
      if (isOn.current) await send();
    },
    [client, checkSession],
  );
  const keep = useCallback(
    (sound: WholeSound, from: MadeFrom) => {
      last.current = sound;
      setKeeping({ kind: 'none' });
      void begin(sound, () => sound, from);
    },
    [begin],
  );
  const watch = useCallback(
    (take: Take, from: MadeFrom) => {
      last.current = take;
      setKeeping({ kind: 'none' });
      void whenOver(take).then(() => {
        const { state, seconds, words } = take.view();
        if (state !== 'complete' || seconds === 0) return;
        void begin(take, () => ({ sound: take, seconds, words }), from);
      });
    },
    [begin],
  );
  return { keeping, keep, watch };
}

/** Settles when nothing more comes of a take, whatever became of it. */
export function whenOver(take: Take): Promise<void> {
  if (take.isOver) return Promise.resolve();
  return new Promise((resolve) => {
    const end = take.subscribe(() => {
      if (!take.isOver) return;
      end();
      resolve();
    });
  });
}
