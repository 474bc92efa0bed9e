import { AudioPlayer } from '@sonorant/client/browser';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { wordAt, type Take } from './take.ts';

export interface PlaybackControls {
  /** Also while it is paused. */
  readonly isPlaying: boolean;
  readonly isPaused: boolean;
  /** The take that is heard, or was last. */
  readonly take: Take | undefined;
  /** Index of its word that is heard now, or was last; -1 before the first one. */
  readonly word: number;
  /** Where the loudspeaker is, in seconds from the beginning of the take. */
  readonly position: () => number;
  /** Why nothing is heard: no sound device, or none that the browser may use. */
  readonly problem: unknown;
  /**
   * Plays a take while it comes, from a time on. To be called in the handler of a press: a browser plays nothing unasked.
   * @param onEnd called when it was heard to its end
   */
  readonly play: (take: Take, from?: number, onEnd?: () => void) => void;
  readonly stop: () => void;
  /** Holds what is played, and goes on with it. What comes meanwhile is kept. */
  readonly pause: () => void;
  readonly resume: () => void;
}

interface Running {
  readonly take: Take;
  readonly from: number;
}

/** Plays one take at a time. The words follow the clock of the sound device, not that of the page. */
export function usePlayback(): PlaybackControls {
  const [isPlaying, setIsPlaying] = useState(false);
  const [take, setTake] = useState<Take>();
  const [word, setWord] = useState(-1);
  const [problem, setProblem] = useState<unknown>();
  const player = useRef<AudioPlayer | undefined>(undefined);
  const { isPaused, pause, resume, unpaused } = usePause(player, setProblem);
  const running = useRef<Running | undefined>(undefined);
  const last = useRef(0);

  const position = useCallback(() => {
    const now = running.current;
    const heard = player.current?.currentTime ?? 0;
    if (now !== undefined) last.current = Math.max(last.current, now.from + heard);
    return last.current;
  }, []);

  const stop = useCallback(() => {
    position();
    running.current = undefined;
    player.current?.stop();
    unpaused();
    setIsPlaying(false);
  }, [position, unpaused]);

  const play = useCallback(
    (next: Take, from = 0, onEnd?: () => void) => {
      stop();
      const mine: Running = { take: next, from };
      running.current = mine;
      last.current = from;
      setProblem(undefined);
      setWord(wordAt(next.view().words, from - 0.001));
      setTake(next);
      setIsPlaying(true);
      player.current ??= new AudioPlayer({ sampleRate: next.sampleRate });
      const ended = (): boolean => running.current === mine;
      player.current.play(next.events(from)).then(
        () => {
          if (!ended()) return;
          last.current = next.view().seconds;
          setWord(next.view().words.length - 1);
          stop();
          onEnd?.();
        },
        (error: unknown) => {
          if (!ended()) return;
          stop();
          setProblem(error);
        },
      );
    },
    [stop],
  );

  useEffect(() => {
    if (!isPlaying || take === undefined) return;
    const timer = setInterval(() => {
      if (running.current?.take !== take) return;
      const now = wordAt(take.view().words, position());
      setWord((before) => Math.max(before, now));
    }, 30);
    return () => clearInterval(timer);
  }, [isPlaying, take, position]);

  // Nothing goes on sounding when the page is left.
  useEffect(
    () => () => {
      running.current = undefined;
      void player.current?.close();
      player.current = undefined;
    },
    [],
  );
  return { isPlaying, isPaused, take, word, position, problem, play, stop, pause, resume };
}

/** @param onProblem is called with why what was paused does not go on */
function usePause(player: RefObject<AudioPlayer | undefined>, onProblem: (error: unknown) => void) {
  const [isPaused, setIsPaused] = useState(false);
  const pause = useCallback(() => {
    void player.current?.pause();
    setIsPaused(player.current?.state === 'paused');
  }, [player]);
  const resume = useCallback(() => {
    setIsPaused(false);
    player.current?.resume().catch(onProblem);
  }, [player, onProblem]);
  /** What was paused has been stopped. */
  const unpaused = useCallback(() => setIsPaused(false), []);
  return { isPaused, pause, resume, unpaused };
}
