import { useEffect, useRef } from 'react';
import { useSignIn } from '../base/session.ts';

/** The token in the address that the start prints (`/console#link=…`); taken out of the address, where it would stay in the history. */
function takeLink(): string | undefined {
  const link = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
  if (link !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return link;
}

/** Of the address that the page was loaded with. */
const first = takeLink();

/**
 * Signs in with the link that the start printed, also where a session stands already, and where the link is put into the address of a
 * page that is there.
 * @returns whether the page was loaded with a link that is being tried, and what is wrong with the last link
 */
export function useSignInLink(): { readonly isPending: boolean; readonly error: Error | null } {
  const { mutate, status, variables, error } = useSignIn();
  const isSent = useRef(false);
  useEffect(() => {
    const signIn = (link: string | undefined): void => {
      if (link !== undefined) mutate({ link });
    };
    if (!isSent.current) signIn(first);
    isSent.current = true;
    const listener = (): void => signIn(takeLink());
    addEventListener('hashchange', listener);
    return () => removeEventListener('hashchange', listener);
  }, [mutate]);
  const isOfFirst = variables !== undefined && 'link' in variables && variables.link === first;
  const isPending = first !== undefined && (status === 'idle' || (status === 'pending' && isOfFirst));
  return { isPending, error };
}
