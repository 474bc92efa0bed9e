import { useCallback, useEffect, useRef, useState } from 'react';
import { clipNotes } from '../audio/clips/clip-notes.ts';
import { Take, type TakeView } from '../audio/take.ts';
import { sampleRate, useTakeView } from '../audio/use-utterance.ts';
import { uploading } from '../base/upload.ts';
import { useSessionCheck } from '../base/session.ts';
import type { Voice } from '../speak/voices.ts';

/** One clip in another voice. */
export interface Change {
  readonly clip: File;
  readonly voice: Voice;
  readonly take: Take;
  /** What the server has remarked about the clip, in words. */
  readonly notes: readonly string[];
  /** 0 to 1 while the clip is sent. */
  readonly share: number;
}

export interface ChangeControls {
  /** The last one that was begun. */
  readonly change: Change | undefined;
  readonly view: TakeView;
  readonly isRunning: boolean;
  /** @returns what is heard of it, as it comes */
  readonly start: (clip: File, voice: Voice) => Take;
  /** Stops it on the server too. What had come stays. */
  readonly cancel: () => void;
  /** Forgets the result. */
  readonly clear: () => void;
}

/** Gives one clip after another to the voice changer. Leaving the page stops the server. */
export function useChange(): ChangeControls {
  const [change, setChange] = useState<Change>();
  const view = useTakeView(change?.take);
  const running = useRef<AbortController>(undefined);
  const checkSession = useSessionCheck();

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
  }, []);

  const start = useCallback(
    (clip: File, voice: Voice) => {
      cancel();
      const mine = (running.current = new AbortController());
      const take = new Take(sampleRate);
      const update = (part: Partial<Change>): void =>
        setChange((before) => (before?.take === take ? { ...before, ...part } : before));
      setChange({ clip, voice, take, notes: [], share: 0 });
      const speech = changed(clip, voice, mine.signal, update);
      void take
        .read(speech, () => mine.signal.aborted)
        .then(() => {
          if (running.current === mine) running.current = undefined;
          if (take.view().state === 'failed') checkSession();
        });
      return take;
    },
    [cancel, checkSession],
  );

  const clear = useCallback(() => {
    cancel();
    setChange(undefined);
  }, [cancel]);

  useEffect(() => cancel, [cancel]);
  const isRunning = change !== undefined && (view.state === 'waiting' || view.state === 'arriving');
  return { change, view, isRunning, start, cancel, clear };
}

/** Over SSE a failure of the server has its words, however late it comes. */
async function* changed(clip: File, { id }: Voice, signal: AbortSignal, update: (part: Partial<Change>) => void) {
  const speech = uploading((share) => update({ share })).changeVoice(
    { clip, voice: id, format: { container: 'raw', encoding: 'pcm_s16le', sampleRate } },
    { transport: 'sse', signal },
  );
  let hasBegun = false;
  for await (const event of speech) {
    if (!hasBegun) update({ share: 1, notes: speech.notes.map((note) => clipNotes[note] ?? note) });
    hasBegun = true;
    yield event;
  }
}
