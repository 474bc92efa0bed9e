import { useEffect, useRef } from 'react';
import { useSignIn } from '../base/session.ts';

/** The token in the address that the start prints (`/console#link=…`); taken out of the address, where it would stay in the history. */
function takeLink(): string | undefined {
  const link = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
  if (link !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return link;
}

const link = takeLink();

/** Signs in with the link that the start printed, also where a session stands already. */
export function useSignInLink(): { readonly isPending: boolean; readonly error: unknown } {
  const { mutate, status, error } = useSignIn();
  const isSent = useRef(false);
  useEffect(() => {
    if (link === undefined || isSent.current) return;
    isSent.current = true;
    mutate({ link });
  }, [mutate]);
  return { isPending: link !== undefined && (status === 'idle' || status === 'pending'), error };
}
