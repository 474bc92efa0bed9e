/** Style of the page behind a link: the colours of the console. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f5f4fa, #131219);
  --surface: light-dark(#fff, #1c1b24);
  --ink: light-dark(#17161d, #f0eff6);
  --muted: light-dark(#5c5a6b, #a9a7b8);
  --line: light-dark(#dedce8, #34323f);
  --accent: light-dark(#4a3fd6, #a49dff);
  --on-accent: light-dark(#fff, #17161d);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.65 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1 { margin: 0 0 0.3rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
.voice, .note { margin: 0; color: var(--muted); font-size: 0.95rem; overflow-wrap: anywhere; }
audio { position: sticky; top: 0.5rem; display: block; width: 100%; margin: 1rem 0; }
#text {
  margin: 0 0 1.2rem; padding: 1.2rem; border: 1px solid var(--line); border-radius: 0.8rem; background: var(--surface);
  white-space: pre-wrap; overflow-wrap: anywhere;
}
#text span { border-radius: 0.25rem; cursor: pointer; }
#text .now { background: var(--accent); color: var(--on-accent); }
`;
