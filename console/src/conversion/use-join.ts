import { useCallback, useEffect, useRef, useState } from 'react';
import { wavOf } from '../audio/wav.ts';
import { useSessionCheck } from '../base/session.ts';
import { uploading } from '../base/upload.ts';
import { defaultModel, formatFields } from '../speak/formats.ts';
import type { Voice } from '../speak/voices.ts';

/** What is to be joined; one of the recordings is there. */
export interface Join {
  readonly left: File | undefined;
  readonly right: File | undefined;
  readonly transcript: string;
  readonly voice: Voice;
}

/** What came of it. */
export interface JoinResult {
  readonly join: Join;
  /** With the recordings around it, and what stands between them: WAV files. */
  readonly whole: Blob;
  readonly between: Blob;
  /** Of the whole. */
  readonly seconds: number;
  /** Seconds of the whole at which the parts meet. */
  readonly joints: readonly number[];
}

export type JoinState =
  | { readonly kind: 'idle' }
  /** @property share 0 to 1 of what is sent */
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'done'; readonly result: JoinResult }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface JoinControls {
  readonly state: JoinState;
  readonly start: (join: Join) => void;
  readonly cancel: () => void;
}

const sampleRate = 24_000;
const rawFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate } as const;

/** The fields of a request. */
function joinFields({ left, right, transcript, voice }: Join) {
  return {
    ...(left !== undefined && { left_audio: left }),
    ...(right !== undefined && { right_audio: right }),
    model_id: defaultModel,
    voice_id: voice.id,
    transcript,
  };
}

/** Has the server speak between recordings. Leaving the page ends it. */
export function useJoin(): JoinControls {
  const [state, setState] = useState<JoinState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const checkSession = useSessionCheck();

  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ kind: 'idle' });
  }, []);

  const start = useCallback(
    (join: Join) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      setState({ kind: 'running', share: 0 });
      const onShare = (share: number): void => {
        if (!signal.aborted) setState({ kind: 'running', share });
      };
      joined(join, onShare, signal).then(
        (result) => {
          if (!signal.aborted) setState({ kind: 'done', result });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          setState({ kind: 'failed', error });
          checkSession();
        },
      );
    },
    [checkSession],
  );

  useEffect(() => () => running.current?.abort(), []);
  return { state, start, cancel };
}

/** Asks for all of it: what stands between is a part of that. */
async function joined(join: Join, onShare: (share: number) => void, signal: AbortSignal): Promise<JoinResult> {
  const answer = await uploading(onShare).post('/infill/bytes', {
    form: { ...joinFields(join), ...formatFields(rawFormat), whole: 'true' },
    signal,
  });
  const samples = samplesOf(await answer.arrayBuffer());
  const joints = (answer.headers.get('sonorant-joints') ?? '').split(',').filter((text) => text.trim() !== '');
  const times = joints.map(Number);
  const places = times.map((joint) => Math.round(joint * sampleRate));
  const between = samples.subarray(
    join.left === undefined ? 0 : (places[0] ?? 0),
    join.right === undefined ? samples.length : (places.at(-1) ?? samples.length),
  );
  const seconds = samples.length / sampleRate;
  return { join, whole: wavOf([samples], sampleRate), between: wavOf([between], sampleRate), seconds, joints: times };
}

/** @param bytes of 16 bits each, little-endian @returns from -1 to 1 */
function samplesOf(bytes: ArrayBuffer): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes);
  const count = Math.floor(bytes.byteLength / 2);
  return Float32Array.from({ length: count }, (_, index) => view.getInt16(2 * index, true) / 32_768);
}
