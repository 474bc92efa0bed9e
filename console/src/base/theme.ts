/** Light, dark, or as the system says; kept in the browser, and in force from the first picture on. */
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const stored = 'sonorant-theme';
const listeners = new Set<() => void>();

/** Storage may be switched off in a browser: then the choice holds for this page only. */
function readTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(stored)) ?? 'system';
  } catch {
    return 'system';
  }
}

let current = readTheme();
document.documentElement.dataset.theme = current;

export function setTheme(theme: Theme): void {
  current = theme;
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(stored, theme);
  } catch {
    // As in readTheme.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme in force. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}
