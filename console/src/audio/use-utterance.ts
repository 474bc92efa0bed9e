import type { Speech, SpeechRequest } from '@sonorant/client';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sonorant } from '../base/api.ts';
import { useSessionCheck } from '../base/session.ts';
import { Take, type TakeView } from './take.ts';

/** What is played: 16 bits, mono. */
export const sampleRate = 24_000;

const none = new Take(sampleRate);

/** A take as it changes. */
export function useTakeView(take: Take | undefined): TakeView {
  const { subscribe, view } = take ?? none;
  return useSyncExternalStore(subscribe, view);
}

export interface Utterance {
  readonly take: Take | undefined;
  readonly view: TakeView;
  /** Whether the server is still at it. */
  readonly isRunning: boolean;
  /** Asks the server; what ran before is stopped. */
  readonly speak: (request: SpeechRequest) => Take;
  /** Stops it on the server too. What had come stays. */
  readonly stop: () => void;
}

/** Makes one utterance after the other. Leaving the page stops the server. */
export function useUtterance(): Utterance {
  const [take, setTake] = useState<Take>();
  const view = useTakeView(take);
  const running = useRef<Speech | undefined>(undefined);
  const checkSession = useSessionCheck();

  const stop = useCallback(() => {
    running.current?.cancel();
    running.current = undefined;
  }, []);

  const speak = useCallback(
    (request: SpeechRequest) => {
      stop();
      const next = new Take(sampleRate);
      // Over SSE the server waits for a slow reader, and a refusal has its status.
      const speech = sonorant.speak(
        { ...request, timestamps: true, format: { container: 'raw', encoding: 'pcm_s16le', sampleRate } },
        { transport: 'sse' },
      );
      running.current = speech;
      setTake(next);
      void next
        .read(speech, () => running.current !== speech)
        .then(() => {
          if (running.current === speech) running.current = undefined;
          if (next.view().state === 'failed') checkSession();
        });
      return next;
    },
    [stop, checkSession],
  );

  useEffect(() => stop, [stop]);
  return {
    take,
    view,
    isRunning: take !== undefined && (view.state === 'waiting' || view.state === 'arriving'),
    speak,
    stop,
  };
}
