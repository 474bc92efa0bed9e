import { useState } from 'react';

/** The token of a link that was sent (`?token=…`). It stays in the address until it was used, so that a reload loses nothing. */
export function useToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? undefined);
  return token;
}

/** Shortest password that the server takes. */
export const leastPassword = 10;
export const mostPassword = 256;

/** @returns what is wrong with a new password; undefined while nothing is typed */
export function passwordProblem(password: string): string | undefined {
  if (password === '' || (password.length >= leastPassword && password.length <= mostPassword)) return undefined;
  return `A password has ${leastPassword} to ${mostPassword} characters; this one has ${password.length}.`;
}
