import { useSession } from '../app/session.ts';

/** Largest uploads in bytes, as the server tells them with the session. */
export function useLimits(): { readonly clipBytes: number; readonly fileBytes: number } {
  const { data: session } = useSession();
  const limits = session?.server.limits;
  return { clipBytes: limits?.clip_bytes ?? Infinity, fileBytes: limits?.file_bytes ?? Infinity };
}
