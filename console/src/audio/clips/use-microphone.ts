import { useCallback, useEffect, useRef, useState } from 'react';
import { adviceOn, lookedAt, type ClipAdvice } from './clip-advice.ts';
import { insecureProblem, problemOf, Recorder, type MicrophoneProblem, type Recording } from './microphone.ts';

export interface MicrophoneOptions {
  /** The recording stops by itself after so long. Default 120 s. */
  readonly maxSeconds?: number;
}

export interface Microphone {
  /** `asking` while the browser asks the person. */
  readonly state: 'idle' | 'asking' | 'recording' | 'recorded';
  /** Why there is none; known before anything is asked where the page is not in a secure context. */
  readonly problem: MicrophoneProblem | undefined;
  /** Loudest sample of the last fiftieth of a second, 0 to 1. */
  readonly level: number;
  /** Length so far. */
  readonly seconds: number;
  /** What can be better about the last seconds; undefined before there is enough to judge. */
  readonly advice: ClipAdvice | undefined;
  readonly recording: Recording | undefined;
  readonly start: () => void;
  readonly stop: () => void;
  readonly discard: () => void;
}

/** Records a clip. Leaving the page ends the recording and gives the microphone back. */
export function useMicrophone({ maxSeconds = 120 }: MicrophoneOptions = {}): Microphone {
  const [state, setState] = useState<Microphone['state']>('idle');
  const [problem, setProblem] = useState(insecureProblem);
  const [{ level, seconds }, setMeter] = useState({ level: 0, seconds: 0 });
  const [advice, setAdvice] = useState<ClipAdvice>();
  const levels = useRef<number[]>([]);
  const [recording, setRecording] = useState<Recording>();
  const recorder = useRef<Recorder | undefined>(undefined);
  // A microphone that is given after the page was left, or after a second start, is given back.
  const asked = useRef<symbol | undefined>(undefined);

  const stop = useCallback(() => {
    const running = recorder.current;
    recorder.current = undefined;
    asked.current = undefined;
    if (running === undefined) return setState((before) => (before === 'asking' ? 'idle' : before));
    setRecording(running.stop());
    setState('recorded');
  }, []);

  const start = useCallback(() => {
    const mine = Symbol('a recording');
    asked.current = mine;
    setProblem(undefined);
    setRecording(undefined);
    setMeter({ level: 0, seconds: 0 });
    setAdvice(undefined);
    levels.current = [];
    setState('asking');
    Recorder.start({
      onLevel: (loudest, length) => {
        if (asked.current !== mine) return;
        setMeter({ level: loudest, seconds: length });
        levels.current.push(loudest);
        // Not at each piece: what changes fifty times a second is not read.
        if (levels.current.length % 25 === 0) setAdvice(adviceOn(levels.current.slice(-lookedAt)));
        if (length >= maxSeconds) stop();
      },
      onLost: () => {
        const hasBegun = recorder.current !== undefined;
        if (asked.current === mine && !hasBegun) setProblem(problemOf(new DOMException('', 'NotReadableError')));
        stop();
      },
    }).then(
      (started) => {
        if (asked.current !== mine) return void started.stop();
        recorder.current = started;
        setState('recording');
      },
      (error: unknown) => {
        if (asked.current !== mine) return;
        setProblem(problemOf(error));
        setState('idle');
      },
    );
  }, [maxSeconds, stop]);

  const discard = useCallback(() => {
    setRecording(undefined);
    setState('idle');
  }, []);

  useEffect(
    () => () => {
      asked.current = undefined;
      recorder.current?.stop();
      recorder.current = undefined;
    },
    [],
  );
  return { state, problem, level, seconds, advice, recording, start, stop, discard };
}
