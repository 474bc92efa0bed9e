import type { ReactElement } from 'react';
import { setTheme, themes, useTheme, type Theme } from '../base/theme.ts';
import { Select } from '../components/forms/select.tsx';

const names: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** As the system says, light or dark. */
export function ThemeChoice(): ReactElement {
  return (
    <Select
      label="Theme"
      options={themes.map((id) => ({ id, name: names[id] }))}
      value={useTheme()}
      onChange={(id) => setTheme(themes.find((known) => known === id) ?? 'system')}
    />
  );
}
