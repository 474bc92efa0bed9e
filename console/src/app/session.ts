/** Who is signed in. The cookie itself is out of reach of scripts: only the server reads it. */
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { consoleRequest, isUnauthorized } from './api.ts';
import type { Permission } from './page-entry.ts';

/** `GET /console/api/session`. */
export interface Session {
  readonly id: string;
  readonly role: 'admin' | 'member' | 'organization';
  readonly permissions: readonly Permission[];
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
  readonly organization: { readonly id: string; readonly name: string };
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  readonly how: 'key' | 'password' | 'link';
  readonly expires_at: string;
  readonly server: {
    readonly version: string;
    readonly public_url: string;
    /** Largest clip to clone from, and largest file, in bytes. */
    readonly limits?: { readonly clip_bytes: number; readonly file_bytes: number };
  };
}

/** What a person signs in with. */
export type Credential =
  | { readonly key: string }
  | { readonly email: string; readonly password: string; readonly organization_id?: string }
  | { readonly link: string };

const sessionKey = ['session'] as const;

/** The session; null where nobody is signed in. */
export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      try {
        return await consoleRequest<Session>('GET', '/session', { signal });
      } catch (error) {
        if (isUnauthorized(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

/** Signs in; what was read for another session is forgotten. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credential: Credential) => consoleRequest<Session>('POST', '/session', { body: credential }),
    onSuccess: (session) => {
      client.clear();
      client.setQueryData(sessionKey, session);
    },
  });
}

/** Signs out and forgets everything that was read. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => consoleRequest<undefined>('DELETE', '/session'),
    onSuccess: () => {
      client.clear();
      client.setQueryData(sessionKey, null);
    },
  });
}
