import { useSyncExternalStore, type ReactElement } from 'react';
import { Select } from '../components/select.tsx';

const themes = ['system', 'light', 'dark'] as const;
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

function setTheme(theme: Theme): void {
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

const names: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** As the system says, light or dark; kept in the browser. */
export function ThemeChoice(): ReactElement {
  const theme = useSyncExternalStore(subscribe, () => current);
  return (
    <Select
      label="Theme"
      options={themes.map((id) => ({ id, name: names[id] }))}
      value={theme}
      onChange={(id) => setTheme(themes.find((known) => known === id) ?? 'system')}
    />
  );
}
