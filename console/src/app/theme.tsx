import { useEffect, useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const stored = 'sonorant-theme';

/** Storage may be switched off in a browser: then the choice holds for this page only. */
function readTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(stored)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** As the system says, light or dark; kept in the browser. */
export function ThemeSwitch(): ReactElement {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(stored, theme);
    } catch {
      // As in readTheme.
    }
  }, [theme]);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <Button className="link-button" onPress={() => setTheme(next)} aria-label={`Theme: ${theme}. Change to ${next}`}>
      {theme === 'system' ? 'Theme: system' : `Theme: ${theme}`}
    </Button>
  );
}
