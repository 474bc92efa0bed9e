/** Style and script of the documentation pages, served from our own address: nothing is loaded from elsewhere. */

export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fdfdfc, #14171a);
  --raised: light-dark(#f4f5f3, #1c2125);
  --text: light-dark(#1c2226, #dfe4e6);
  --quiet: light-dark(#57626a, #9aa7af);
  --line: light-dark(#dde1de, #2d353b);
  --accent: light-dark(#0b6b5d, #5fd0bb);
  --get: light-dark(#0b6b5d, #5fd0bb);
  --post: light-dark(#7a4b00, #f0b35a);
  --delete: light-dark(#a3262a, #ff8f8a);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.6 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .5rem 1rem; z-index: 3; }
header { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding: .75rem 1.5rem; background: var(--ground); border-bottom: 1px solid var(--line); }
header .name { font-weight: 700; font-size: 1.1rem; color: var(--text); text-decoration: none; letter-spacing: -.01em; }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; }
header nav a { color: var(--quiet); text-decoration: none; }
header nav a:hover, header nav a[aria-current] { color: var(--accent); }
header nav a[aria-current] { font-weight: 600; }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
aside { position: sticky; top: 3.4rem; align-self: start; max-height: calc(100vh - 3.4rem); overflow: auto; padding: 1.25rem 1rem 2rem 1.5rem; font-size: .9rem; }
aside h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--quiet); margin: 1.25rem 0 .3rem; }
aside ul { list-style: none; margin: 0; padding: 0; }
aside li a { display: flex; gap: .5rem; padding: .15rem .4rem; border-radius: 4px; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
aside li a:hover { background: var(--raised); }
main { padding: 1.5rem 2.5rem 5rem; min-width: 0; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; margin: .5rem 0 1rem; }
h2 { font-size: 1.4rem; letter-spacing: -.01em; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
main > section, main section.group > section { border-top: 1px solid var(--line); padding: 1.5rem 0 .5rem; margin-top: 1.5rem; }
section > h2:first-child, section > h3:first-child { margin-top: 0; }
h4 { font-size: .9rem; margin: 1.2rem 0 .3rem; }
h2 a.here, h3 a.here { color: inherit; text-decoration: none; }
h2 a.here:hover::after, h3 a.here:hover::after, h2 a.here:focus-visible::after { content: " #"; color: var(--quiet); }
p, ul, ol { max-width: 46rem; margin: .5rem 0 .9rem; }
.quiet { color: var(--quiet); }
code, pre { font-family: var(--mono); font-size: .86em; }
:not(pre) > code { background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; line-height: 1.5; margin: .5rem 0 1rem; }
.copy { position: relative; }
.copy pre { white-space: pre-wrap; overflow-wrap: anywhere; padding-right: 4.5rem; }
.copy button { position: absolute; top: .45rem; right: .45rem; }
button, input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem; }
button { font-size: .8rem; cursor: pointer; }
input { width: 100%; }
.method { font-family: var(--mono); font-weight: 700; font-size: .75rem; min-width: 2.9rem; color: var(--get); align-self: center; }
.post, .put, .patch { color: var(--post); }
.delete { color: var(--delete); }
.route { font-family: var(--mono); font-size: 1rem; overflow-wrap: anywhere; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; list-style: none; padding: 0; }
.chips a, .chip { display: inline-block; font-size: .8rem; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; text-decoration: none; color: var(--quiet); }
.chips a:hover { color: var(--accent); border-color: currentColor; }
dl.fields { margin: .4rem 0 1rem; border-top: 1px solid var(--line); }
dl.fields > div { padding: .55rem 0; border-bottom: 1px solid var(--line); }
dl.fields dt { display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; }
dl.fields dt a { font-family: var(--mono); font-size: .88rem; font-weight: 600; color: var(--text); text-decoration: none; }
dl.fields dt a:hover { text-decoration: underline; }
dl.fields dd { margin: .1rem 0 0; max-width: 46rem; }
dl.fields dl.fields { border-left: 2px solid var(--line); border-top: 0; padding-left: 1rem; margin: .4rem 0 0; }
dl.fields dl.fields > div:last-child { border-bottom: 0; }
.type { color: var(--quiet); font-size: .85rem; overflow-wrap: anywhere; }
.required { color: var(--delete); font-size: .8rem; }
summary { cursor: pointer; color: var(--accent); font-size: .88rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .5rem 0 1.5rem; }
.scroll { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
td:first-child code { white-space: nowrap; }
th { font-size: .8rem; color: var(--quiet); font-weight: 600; }
ol.talk { list-style: none; padding: 0; max-width: none; }
ol.talk li { margin: .35rem 0; }
ol.talk pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
ol.talk .client pre { border-left: 3px solid var(--post); margin-right: 3rem; }
ol.talk .server pre { border-left: 3px solid var(--get); margin-left: 3rem; }
ol.talk .who { font-size: .75rem; color: var(--quiet); }
ol.talk .server .who { margin-left: 3rem; }
:target { background: color-mix(in srgb, var(--accent) 12%, transparent); }
[hidden] { display: none !important; }
@media (max-width: 56rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  aside { position: static; max-height: none; padding: 1rem 1.25rem 0; }
  aside nav { max-height: 13rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px; padding: 0 .6rem .6rem; margin-top: .5rem; }
  main { padding: .5rem 1.25rem 4rem; }
  ol.talk .client pre { margin-right: 0; }
  ol.talk .server pre, ol.talk .server .who { margin-left: 0; }
}
@media print { header, aside, .copy button { display: none; } .frame { display: block; } }
`.trimStart();

/** Filter and copy buttons; without it the pages are whole and only these two are missing. */
export const script = `
const filter = document.querySelector('#filter');
if (filter) {
  filter.parentElement.hidden = false;
  const entries = [...document.querySelectorAll('aside li a')].map((link) => {
    const section = document.getElementById(link.hash.slice(1));
    return { item: link.parentElement, section, text: (link.textContent + ' ' + (section?.textContent ?? '')).toLowerCase() };
  });
  const status = document.querySelector('#found');
  const apply = () => {
    const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let found = 0;
    for (const { item, section, text } of entries) {
      const fits = words.every((word) => text.includes(word));
      item.hidden = !fits;
      if (section) section.hidden = !fits;
      if (fits) found++;
    }
    for (const group of document.querySelectorAll('.group')) group.hidden = [...group.querySelectorAll(':scope > section, :scope > ul > li')].every((child) => child.hidden);
    status.textContent = words.length === 0 ? '' : found === 0 ? 'Nothing found' : found + ' found';
  };
  filter.addEventListener('input', apply);
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(input|textarea)$/i.test(event.target.tagName)) {
      event.preventDefault();
      filter.focus();
    }
    if (event.key === 'Escape' && document.activeElement === filter) {
      filter.value = '';
      apply();
    }
  });
}
for (const block of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  block.append(button);
}
`.trimStart();
