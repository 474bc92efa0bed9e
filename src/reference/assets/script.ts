/** Script of every page. Without it the pages are whole: these things are missing, and all languages of an example show. */

/** Tabs, copy buttons, the menu on narrow screens. */
export const script = String.raw`
const languageKey = 'sonorant.docs.language';

function remembered() {
  try { return localStorage.getItem(languageKey); } catch { return null; }
}

function remember(language) {
  try { localStorage.setItem(languageKey, language); } catch { /* private mode: it holds for this page */ }
}

/** Shows a language in every example of the page that has it. */
function choose(language) {
  for (const tabs of document.querySelectorAll('.tabs')) {
    const buttons = [...tabs.querySelectorAll(':scope > [role=tablist] > [role=tab]')];
    if (!buttons.some((button) => button.dataset.language === language)) continue;
    for (const button of buttons) {
      const isChosen = button.dataset.language === language;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      document.getElementById(button.getAttribute('aria-controls')).hidden = !isChosen;
    }
  }
}

function makeTabs(tabs) {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language of the example');
  for (const panel of tabs.querySelectorAll(':scope > .tab')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.id = panel.id + '-tab';
    button.textContent = panel.dataset.label;
    button.dataset.language = panel.dataset.language;
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    panel.querySelector('.tab-label').hidden = true;
    button.addEventListener('click', () => {
      const before = button.getBoundingClientRect().top;
      remember(button.dataset.language);
      choose(button.dataset.language);
      // Examples above may have changed their height: the one that was chosen in stays where it is.
      window.scrollBy(0, button.getBoundingClientRect().top - before);
    });
    list.append(button);
  }
  list.addEventListener('keydown', (event) => {
    const buttons = [...list.children];
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (at === -1 || step === undefined) return;
    event.preventDefault();
    const next = buttons[step % buttons.length];
    next.click();
    next.focus();
  });
  tabs.prepend(list);
  choose(list.firstElementChild.dataset.language);
}

for (const tabs of document.querySelectorAll('.tabs')) makeTabs(tabs);
const language = remembered();
if (language !== null) choose(language);
// The browser went to the anchor while all languages were shown.
if (location.hash !== '') document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

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

const menu = document.getElementById('menu');
menu?.addEventListener('click', (event) => {
  if (event.target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
});
`.trimStart();
