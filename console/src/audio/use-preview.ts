import { useCallback, useEffect, useRef, useState } from 'react';
import { sonorant } from '../base/api.ts';
import { useSessionCheck } from '../base/session.ts';

export interface Preview {
  /** Id of the voice that is heard or about to be. */
  readonly voiceId: string | undefined;
  readonly error: unknown;
  /** Plays the sample of a voice; of the one that is heard, stops it. */
  readonly toggle: (voiceId: string) => void;
  readonly stop: () => void;
}

/** Plays the short sample that the server speaks of a voice. */
export function usePreview(): Preview {
  const [voiceId, setVoiceId] = useState<string>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController | undefined>(undefined);
  const checkSession = useSessionCheck();

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setVoiceId(undefined);
  }, []);

  const toggle = useCallback(
    (id: string) => {
      const isHeard = id === voiceId;
      stop();
      setError(undefined);
      if (isHeard) return;
      const mine = new AbortController();
      running.current = mine;
      setVoiceId(id);
      playSample(id, mine.signal).then(
        () => running.current === mine && stop(),
        (reason: unknown) => {
          if (running.current !== mine) return;
          stop();
          setError(reason);
          checkSession();
        },
      );
    },
    [voiceId, stop, checkSession],
  );

  useEffect(() => () => running.current?.abort(), []);
  return { voiceId, error, toggle, stop };
}

/**
 * @returns when it was heard to its end, or the signal came while it was heard
 * @throws {DOMException} `AbortError` where the signal came before
 */
async function playSample(voiceId: string, signal: AbortSignal): Promise<void> {
  // Made before anything is awaited, while the press still counts.
  const context = new AudioContext();
  try {
    const path = `/voices/${encodeURIComponent(voiceId)}/preview`;
    const response = (await sonorant.request('GET', path, { signal })) as Response;
    const buffer = await context.decodeAudioData(await response.arrayBuffer());
    signal.throwIfAborted();
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(context.destination);
    await new Promise<void>((resolve) => {
      source.addEventListener('ended', () => resolve());
      signal.addEventListener('abort', () => resolve());
      source.start();
    });
  } finally {
    void context.close();
  }
}
