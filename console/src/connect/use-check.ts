import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { check, type CheckResult } from './check.ts';
import type { Program } from './programs.ts';

/** The check of a program's connection; one at a time, ended when the page is left. */
export function useCheck() {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return useMutation<CheckResult, Error, { readonly program: Program; readonly key: string }>({
    mutationFn: ({ program, key }) => {
      controller.current?.abort();
      controller.current = new AbortController();
      return check(program, key, controller.current.signal);
    },
  });
}
