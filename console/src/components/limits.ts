import { useCurrentSession } from '../base/session-context.ts';

/** Largest uploads in bytes, as the server tells them with the session. */
export function useLimits(): {
  readonly clipBytes: number;
  readonly fileBytes: number;
  readonly sttBytes: number;
} {
  const { limits } = useCurrentSession().server;
  return { clipBytes: limits.clip_bytes, fileBytes: limits.file_bytes, sttBytes: limits.stt_bytes };
}
