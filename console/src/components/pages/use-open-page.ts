import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { notify } from '../toasts.tsx';

/**
 * Opens the page of what was made, once its request is answered. Where the page or the dialog that sent it has been left by then, the
 * person stays where they are and is told: a call that goes on there, or what is played, would end.
 * @param isOpen whether the dialog is there
 */
export function useOpenPage(isOpen = true): (path: string, notice: string) => void {
  const [, navigate] = useLocation();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = isOpen;
    return () => void (isThere.current = false);
  }, [isOpen]);
  return useCallback(
    (path, notice) => {
      if (isThere.current) navigate(path);
      else notify(notice);
    },
    [navigate],
  );
}
