/** Who is signed in. The cookie itself is out of reach of scripts: only the server reads it. */
import { useMutation, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { consoleRequest, isUnauthorized } from './api.ts';
import { forgetDrafts } from './draft-storage.ts';
import type { Permission } from './page-entry.ts';

/** What turns speech into text at the server. */
export interface Recognizer {
  readonly id: string;
  /** ISO 639-1; null where it is not known which. */
  readonly languages: readonly string[] | null;
}

/** Whether it hears a language, or may: not all say which. */
export function hears({ languages }: Recognizer, language: string): boolean {
  return languages === null || languages.includes(language);
}

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
    /** Largest clip to clone from, largest file, and largest recording to transcribe, in bytes. */
    readonly limits: { readonly clip_bytes: number; readonly file_bytes: number; readonly stt_bytes: number };
    /** In order of preference. */
    readonly recognizers: readonly Recognizer[];
    /** What speaks voices made from clips: by the clip itself, or by what was measured in it. */
    readonly cloning: readonly {
      readonly engine: string;
      readonly by: 'clip' | 'profile';
      readonly languages: readonly string[];
    }[];
    /** Engines that speak between two of their voices. */
    readonly blending: readonly string[];
  };
}

/** What a person signs in with. */
export type Credential =
  | { readonly key: string }
  | { readonly email: string; readonly password: string; readonly organization_id?: string }
  | { readonly link: string };

const sessionKey = ['session'] as const;

/** The session; null without one. */
export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      try {
        // Without an answer there was no session; one that has ended is an error of 401.
        return (await consoleRequest<Session | undefined>('GET', '/session?optional=true', { signal })) ?? null;
      } catch (error) {
        if (isUnauthorized(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

/** @returns asks the server whether the session still stands; called after a failure that may come from its end */
export function useSessionCheck(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries({ queryKey: sessionKey }), [client]);
}

/** Whether two sessions see the same: then what is on the page stays. */
function seesTheSame(one: Session, other: Session): boolean {
  return (
    one.organization.id === other.organization.id &&
    one.user?.id === other.user?.id &&
    one.permissions.join() === other.permissions.join()
  );
}

/** Takes over a new session. What was read for one that sees something else is forgotten. */
async function takeSession(client: QueryClient, session: Session, before: Session | undefined): Promise<void> {
  // An answer to a question that was asked before the session began would say that there is none.
  await client.cancelQueries({ queryKey: sessionKey });
  const stays = before !== undefined && seesTheSame(before, session);
  if (!stays) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  client.setQueryData(sessionKey, session);
  if (stays) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}

/** Signs in. @param before the session that has ended, whose page is still there */
export function useSignIn(before?: Session) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credential: Credential) => consoleRequest<Session>('POST', '/session', { body: credential }),
    onSuccess: (session) => takeSession(client, session, before),
  });
}

/** Gives the first admin an account to come back with; the session goes on as one of it. */
export function useFinishAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (account: { readonly name: string; readonly email: string; readonly password: string }) =>
      consoleRequest<Session>('POST', '/account', { body: account }),
    onSuccess: (session) => takeSession(client, session, undefined),
  });
}

/** Goes on in another organization of the same person. */
export function useSwitchOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      consoleRequest<Session>('POST', '/session/organization', { body: { organization_id: id } }),
    onSuccess: (session) => takeSession(client, session, undefined),
  });
}

/** Signs out and loads the console anew, so that nothing that was read or typed stays. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => consoleRequest<undefined>('DELETE', '/session'),
    onSuccess: leave,
  });
}

/** Leaves the session's pages; it has ended already. */
export function leave(): void {
  forgetDrafts();
  location.assign('/console/');
}
