/**
 * Colours, sizes and spaces of the documentation: those of the console (`console/src/styles/tokens.css`), so that both are one product.
 * They stand here once more since the server is built without the console; a test holds the two against each other.
 */
export const tokens = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f5f9, #0f1116);
  --surface: light-dark(#ffffff, #171a21);
  --raised: light-dark(#ffffff, #1f232c);
  --sunken: light-dark(#f0f0f6, #12151b);
  --line: light-dark(#e2e2ec, #2a2f3a);
  --line-strong: light-dark(#8a8a9c, #6c7487);
  --text: light-dark(#17171f, #eceef4);
  --muted: light-dark(#585868, #a4abba);
  --accent: light-dark(#4a3fd6, #a9a1ff);
  --accent-strong: light-dark(#3a30b8, #c0baff);
  --accent-text: light-dark(#ffffff, #14112e);
  --accent-soft: light-dark(#eceafd, #29264d);
  --good: light-dark(#0f6a3a, #6fd699);
  --good-soft: light-dark(#e0f4e8, #17331f);
  --warning: light-dark(#754e00, #f2c063);
  --warning-soft: light-dark(#fbf0d6, #3a2d10);
  --bad: light-dark(#b3261e, #ff9d94);
  --bad-soft: light-dark(#fdeceb, #3d1d1b);
  --wave: light-dark(#c3c1dd, #4a4d66);
  --wave-heard: light-dark(#4a3fd6, #a9a1ff);
  --mark: light-dark(#b3261e, #ff9d94);
  --shadow: 0 1px 2px light-dark(rgb(23 23 50 / 6%), rgb(0 0 0 / 40%));
  --shadow-high: 0 16px 48px light-dark(rgb(23 23 60 / 20%), rgb(0 0 0 / 60%));
  --radius: 9px;
  --radius-large: 14px;
  --gap: 1rem;
  --font: 'Inter', system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, Consolas, monospace;
}
:root[data-theme='light'] {
  color-scheme: light;
}
:root[data-theme='dark'] {
  color-scheme: dark;
}
`.trim();

/** The theme chosen in the console, in force before the page is painted. Storage may be switched off: then the system's holds. */
export const themeScript = `try {
  document.documentElement.dataset.theme = localStorage.getItem('sonorant-theme') ?? 'system';
} catch {}
`;

/** The sign of the product, as the console has it. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4a3fd6"/><path d="M7 14v4M11.5 10v12M16 6v20M20.5 11v10M25 14v4" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>\n';
