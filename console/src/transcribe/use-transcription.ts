/** One recording after the other, as it is heard: a file, or the microphone while one speaks. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSessionCheck } from '../base/session.ts';
import { uploading } from '../base/upload.ts';
import { Dictation, type LiveText, type RecognitionChoice } from './dictation.ts';
import { spreadWords, type Transcript } from './transcript.ts';

export type TranscriptionState =
  | { readonly kind: 'idle' }
  /** A file is on its way. @property share 0 to 1 */
  | { readonly kind: 'sending'; readonly name: string; readonly share: number }
  /** The browser asks the person. */
  | { readonly kind: 'asking' }
  /** The microphone is open. @property level loudest sample of the last piece, 0 to 1 */
  | { readonly kind: 'listening'; readonly seconds: number; readonly level: number }
  /** All of it was given; the rest is being heard. */
  | { readonly kind: 'hearing'; readonly name: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface TranscriptionControls {
  readonly state: TranscriptionState;
  readonly live: LiveText;
  /** The last one that was heard, as far as it was heard. */
  readonly transcript: Transcript | undefined;
  readonly hearFile: (file: File, choice: RecognitionChoice) => void;
  readonly listen: (choice: RecognitionChoice, recognizer: string | undefined) => void;
  /** Ends the recording; what was said is heard to its end. */
  readonly stop: () => void;
  /** Ends all of it. */
  readonly cancel: () => void;
}

const nothing: LiveText = { words: [], interim: '' };

export function useTranscription(): TranscriptionControls {
  const [state, setState] = useState<TranscriptionState>({ kind: 'idle' });
  const [live, setLive] = useState(nothing);
  const [transcript, setTranscript] = useState<Transcript>();
  const running = useRef<AbortController>(undefined);
  const dictation = useRef<Dictation>(undefined);
  const checkSession = useSessionCheck();

  /** Ends what is running; what it still tells is not shown. */
  const begin = useCallback((): AbortSignal => {
    running.current?.abort();
    dictation.current = undefined;
    setTranscript(undefined);
    setLive(nothing);
    return (running.current = new AbortController()).signal;
  }, []);

  /** @param work what is being done until the signal ends it */
  const run = useCallback(
    (signal: AbortSignal, work: Promise<Transcript>): void => {
      work.then(
        (heard) => {
          if (signal.aborted) return;
          setTranscript(heard);
          setState({ kind: 'done' });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          const heard = dictation.current?.transcript();
          if (heard !== undefined && heard.words.length > 0) setTranscript(heard);
          setState({ kind: 'failed', error });
          checkSession();
        },
      );
    },
    [checkSession],
  );

  const hearFile = useCallback(
    (file: File, choice: RecognitionChoice): void => {
      const signal = begin();
      setState({ kind: 'sending', name: file.name, share: 0 });
      const onProgress = (share: number): void => {
        if (signal.aborted) return;
        setState(share < 1 ? { kind: 'sending', name: file.name, share } : { kind: 'hearing', name: file.name });
      };
      run(signal, transcribeFile(file, choice, onProgress, signal));
    },
    [begin, run],
  );

  const listen = useCallback(
    (choice: RecognitionChoice, recognizer: string | undefined): void => {
      const signal = begin();
      setState({ kind: 'asking' });
      const heard = new Dictation(choice, recognizer, signal, {
        onLevel: (level, seconds) => setState({ kind: 'listening', seconds, level }),
        onText: setLive,
        onEnd: () => setState({ kind: 'hearing', name: heard.name }),
      });
      dictation.current = heard;
      run(signal, heard.read());
    },
    [begin, run],
  );

  const cancel = useCallback((): void => {
    begin();
    setState({ kind: 'idle' });
  }, [begin]);

  // Leaving the page gives the microphone back.
  useEffect(() => () => running.current?.abort(), []);
  const stop = useCallback(() => dictation.current?.stop(), []);
  return { state, live, transcript, hearFile, listen, stop, cancel };
}

async function transcribeFile(
  file: File,
  { model, language }: RecognitionChoice,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Transcript> {
  let sentAt = performance.now();
  const client = uploading((share) => {
    sentAt = performance.now();
    onProgress(share);
  });
  const heard = await client.transcribe(file, { model, language, signal });
  const { text, segments, duration, recognizers } = heard;
  return {
    name: file.name.replace(/\.[^.]+$/u, '') || 'transcript',
    recording: file,
    text,
    words: heard.words ?? segments.flatMap(spreadWords),
    hasWordTimes: heard.words !== undefined,
    language: heard.language,
    seconds: duration,
    recognizers,
    tookMs: performance.now() - sentAt,
  };
}
