/** Style of the documentation pages, served from the address of the pages: nothing is loaded from elsewhere. */
import { tokens } from './tokens.ts';

export const style = `
${tokens}
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.6 var(--font); }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#content:focus-visible { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .5rem 1rem; z-index: 3; }
header { position: sticky; top: 0; z-index: 2; display: flex; gap: .25rem 1.5rem; align-items: center; padding: .6rem 1.5rem; background: var(--surface); border-bottom: 1px solid var(--line); min-height: 3.4rem; }
header .name { display: inline-flex; gap: .55rem; align-items: center; font-weight: 700; font-size: 1.08rem; color: var(--text); text-decoration: none; letter-spacing: -.01em; }
header .name svg { padding: 4px; width: 30px; height: 30px; border-radius: 8px; background: var(--accent); color: var(--accent-text); fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; }
header .menu { display: none; }
header nav { display: flex; flex-wrap: wrap; gap: .25rem .3rem; margin-left: auto; }
header nav a { color: var(--text); text-decoration: none; border-radius: var(--radius); padding: .3rem .6rem; }
header nav a:hover { background: var(--sunken); }
header nav a[aria-current] { background: var(--accent-soft); color: var(--accent-strong); font-weight: 600; }
.search { position: relative; display: flex; align-items: center; gap: .5rem; width: min(22rem, 100%); }
.search label { color: var(--muted); font-size: .85rem; white-space: nowrap; }
kbd { font-family: var(--mono); font-size: .75rem; border: 1px solid var(--line); border-radius: 4px; padding: 0 .3em; background: var(--sunken); }
#found { position: absolute; top: calc(100% + .3rem); left: 0; width: min(34rem, 92vw); max-height: min(32rem, 70vh); overflow: auto; margin: 0; padding: .3rem; list-style: none; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius-large); box-shadow: var(--shadow-high); }
#found [role=option] { padding: .4rem .6rem; border-radius: var(--radius); cursor: pointer; overflow-wrap: anywhere; }
#found [role=option][aria-selected=true] { background: var(--sunken); outline: 2px solid var(--accent); outline-offset: -2px; }
#found .where { display: block; color: var(--muted); font-size: .8rem; }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
aside { display: block; position: sticky; inset: 3.4rem auto auto; align-self: start; width: auto; height: auto; max-height: calc(100vh - 3.4rem); overflow: auto; margin: 0; border: 0; padding: 1.25rem 1rem 2rem 1.5rem; font-size: .9rem; background: var(--surface); border-right: 1px solid var(--line); min-height: calc(100vh - 3.4rem); color: var(--text); }
aside h2 { font-size: .78rem; font-weight: 600; letter-spacing: 0; color: var(--muted); margin: 1.25rem 0 .3rem; }
aside ul { list-style: none; margin: 0; padding: 0; }
aside li a { display: flex; gap: .5rem; padding: .22rem .6rem; border-radius: var(--radius); color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
aside li a:hover { background: var(--sunken); }
aside li a[aria-current] { font-weight: 600; color: var(--accent-strong); background: var(--accent-soft); }
aside .on-page { margin: 0 0 .4rem .5rem; font-size: .85rem; }
aside p.on-page { color: var(--muted); margin: .4rem 0 .1rem .9rem; }
aside ul.on-page { border-left: 1px solid var(--line); padding-left: .3rem; }
main { padding: 1.5rem 2.5rem 5rem; min-width: 0; }
h1 { overflow-wrap: anywhere; font-size: 1.65rem; font-weight: 700; line-height: 1.25; letter-spacing: -.015em; margin: .5rem 0 1rem; }
h2 { font-size: 1.3rem; font-weight: 650; letter-spacing: -.005em; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
main > section, main section.group > section { border-top: 1px solid var(--line); padding: 1.5rem 0 .5rem; margin-top: 1.5rem; }
section > h2:first-child, section > h3:first-child, .about > h2:first-child { margin-top: 0; }
h4 { font-size: .9rem; margin: 1.2rem 0 .3rem; }
h2 a.here, h3 a.here { color: inherit; text-decoration: none; }
h2 a.here:hover::after, h3 a.here:hover::after, h2 a.here:focus-visible::after { content: " #"; color: var(--muted); }
p, ul, ol { max-width: 46rem; margin: .5rem 0 .9rem; }
.quiet { color: var(--muted); }
.formats { margin: -.6rem 0 1rem; font-size: .85rem; }
.formats a { color: var(--muted); }
.formats a:hover { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: .86em; }
:not(pre) > code { background: var(--sunken); border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; overflow-wrap: anywhere; }
pre { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: .9rem 1rem; overflow-x: auto; line-height: 1.5; margin: .5rem 0 1rem; }
ul.routes { list-style: none; padding: 0; max-width: none; }
ul.routes li { display: flex; flex-wrap: wrap; gap: .1rem .8rem; padding: .25rem 0; }
ul.routes a { text-decoration: none; }
ul.routes .method { display: inline-block; }
@media (min-width: 80rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 34rem); gap: 0 2.5rem; }
  .operation .sample { position: sticky; top: 4.2rem; align-self: start; max-height: calc(100vh - 5rem); overflow: auto; }
}
.sample-answer { margin: .6rem 0 .3rem; }
.sample pre { max-height: 26rem; overflow: auto; font-size: .8rem; }
.try { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-large); padding: .5rem .8rem; margin: .5rem 0; }
.try form { margin-top: .6rem; }
.try .session { font-size: .88rem; margin: 0 0 .5rem; }
.field { margin: .4rem 0; }
.field label { display: block; font-family: var(--mono); font-size: .82rem; color: var(--muted); }
textarea { width: 100%; font-family: var(--mono); font-size: .82rem; color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius); padding: .4rem .6rem; resize: vertical; }
.outcome audio { width: 100%; }
.failed { color: var(--bad); }
dl.guides dt { font-weight: 600; margin-top: .6rem; }
dl.guides dd { margin: 0; max-width: 46rem; }
.tabs > [role=tablist] { display: flex; gap: .25rem; border-bottom: 1px solid var(--line); margin-top: .6rem; }
[role=tab] { border: 1px solid transparent; border-bottom: 0; border-radius: var(--radius) var(--radius) 0 0; background: none; color: var(--muted); padding: .3rem .8rem; font-size: .85rem; }
[role=tab][aria-selected=true] { background: var(--surface); border-color: var(--line); color: var(--accent-strong); font-weight: 600; }
.tab-label { font-size: .85rem; color: var(--muted); margin: .6rem 0 .2rem; }
.tab .copy pre { border-top-left-radius: 0; margin-top: 0; }
.copy { position: relative; }
.copy pre { white-space: pre-wrap; overflow-wrap: anywhere; padding-right: 4.5rem; }
.copy button { position: absolute; top: .45rem; right: .45rem; }
button, input { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius); padding: .25rem .6rem; }
button { font-size: .85rem; font-weight: 550; cursor: pointer; }
button:hover { border-color: var(--accent); }
input { width: 100%; }
.method { font-family: var(--mono); font-weight: 700; font-size: .75rem; min-width: 2.9rem; color: var(--good); align-self: center; }
.post, .put, .patch { color: var(--warning); }
.delete { color: var(--bad); }
.route { font-family: var(--mono); font-size: .95rem; overflow-wrap: anywhere; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; list-style: none; padding: 0; }
.chips a, .chip { display: inline-block; font-size: .8rem; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; text-decoration: none; color: var(--muted); }
.chips a:hover { color: var(--accent); border-color: currentColor; }
dl.fields { margin: .4rem 0 1rem; border-top: 1px solid var(--line); }
dl.fields > div { padding: .55rem 0; border-bottom: 1px solid var(--line); }
dl.fields dt { display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; }
dl.fields dt a { font-family: var(--mono); font-size: .88rem; font-weight: 600; color: var(--text); text-decoration: none; }
dl.fields dt a:hover { text-decoration: underline; }
dl.fields dd { margin: .1rem 0 0; max-width: 46rem; }
dl.fields dl.fields { border-left: 2px solid var(--line); border-top: 0; padding-left: 1rem; margin: .4rem 0 0; }
dl.fields dl.fields > div:last-child { border-bottom: 0; }
.type { color: var(--muted); font-size: .85rem; overflow-wrap: anywhere; }
.required { color: var(--bad); font-size: .8rem; }
summary { cursor: pointer; color: var(--accent); font-size: .88rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .5rem 0 1.5rem; }
.scroll { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
td:first-child code { white-space: nowrap; }
th { font-size: .8rem; color: var(--muted); font-weight: 600; }
ol.talk { list-style: none; padding: 0; max-width: none; }
ol.talk li { margin: .35rem 0; }
ol.talk pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
ol.talk .client pre { border-left: 3px solid var(--warning); margin-right: 3rem; }
ol.talk .server pre { border-left: 3px solid var(--good); margin-left: 3rem; }
ol.talk .who { font-size: .75rem; color: var(--muted); }
ol.talk .server .who { margin-left: 3rem; }
:target { background: color-mix(in srgb, var(--accent) 12%, transparent); }
section:target { background: none; }
section:target > h2, section:target > h3, section:target > .about > h2 { box-shadow: -.4rem 0 0 var(--ground), -.6rem 0 0 var(--accent); }
[hidden] { display: none !important; }
@media (max-width: 64rem) {
  header { flex-wrap: wrap; }
  header nav { margin-left: 0; }
}
@media (max-width: 56rem) {
  html { scroll-padding-top: 1rem; }
  header { position: relative; padding: .6rem 1.25rem; }
  header .menu { display: inline-block; }
  .search { width: 100%; order: 3; }
  header nav { order: 4; font-size: .95rem; }
  .frame { grid-template-columns: minmax(0, 1fr); }
  aside:not(:popover-open) { display: none; }
  aside { position: fixed; inset: 0 auto 0 0; width: min(20rem, 85vw); height: 100%; max-height: none; border-right: 1px solid var(--line); box-shadow: var(--shadow-high); }
  main { padding: .5rem 1.25rem 4rem; }
  ol.talk .client pre { margin-right: 0; }
  ol.talk .server pre, ol.talk .server .who { margin-left: 0; }
  button, input, select, [role=tab] { min-height: 2.5rem; }
}
@media print { header, aside, .formats, .copy button, .try, [role=tablist] { display: none; } .tab[hidden] { display: block !important; } .frame { display: block; } }
`.trimStart();
