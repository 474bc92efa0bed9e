import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

/** The session of the page; set around every page that needs one. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws {Error} outside of the pages of a session */
export function useCurrentSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('This component belongs on a page of a session.');
  return session;
}

/** Whose drafts those of a session are: another account that signs in in the tab, or the same one in another organization, sees none. */
export function ownerOf({ organization, user }: Session): string {
  return `${organization.id}:${user?.id ?? ''}`;
}
