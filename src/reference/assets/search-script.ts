/** The search over all pages: a combobox over an index that the server makes; both are loaded when it is used. */

/** How an index is asked; a module, so that it can be tried without a page. */
export const findScript = String.raw`
export const fields = ['title', 'where', 'about', 'text'];

export function find(index, text) {
  const options = {
    prefix: true,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    boost: { title: 4, where: 2, about: 3 },
    boostDocument: (_id, _term, stored) => stored?.weight ?? 1,
  };
  const strict = index.search(text, { ...options, combineWith: 'AND' });
  const found = strict.length > 0 ? strict : index.search(text, { ...options, combineWith: 'OR' });
  return [...found.filter((one) => !one.isLater), ...found.filter((one) => one.isLater)];
}
`.trimStart();

export const searchScript = String.raw`${findScript}
const box = document.querySelector('.search');
const input = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
const most = 12;
let index;
let active = -1;

function load() {
  index ??= Promise.all([import('/docs/minisearch.js'), fetch('/docs/search.json').then((response) => response.text())])
    .then(([{ default: MiniSearch }, text]) => MiniSearch.loadJSON(text, { fields }));
  index.catch(() => { index = undefined; });
  return index;
}

function close() {
  list.hidden = true;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
  active = -1;
}

function choose(at) {
  const options = [...list.children];
  active = options.length === 0 ? -1 : (at + options.length) % options.length;
  options.forEach((option, place) => option.setAttribute('aria-selected', String(place === active)));
  if (active === -1) return;
  input.setAttribute('aria-activedescendant', options[active].id);
  options[active].scrollIntoView({ block: 'nearest' });
}

function option({ title, where, href }, at) {
  const item = document.createElement('li');
  item.id = 'found-' + at;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.dataset.href = href;
  const name = document.createElement('span');
  name.textContent = title;
  const place = document.createElement('span');
  place.className = 'where';
  place.textContent = where;
  item.append(name, place);
  return item;
}

async function search() {
  const text = input.value.trim();
  if (text === '') {
    close();
    count.textContent = '';
    return;
  }
  let found;
  try {
    found = find(await load(), text);
  } catch {
    count.textContent = 'The search could not be loaded.';
    return;
  }
  if (input.value.trim() !== text) return;
  list.replaceChildren(...found.slice(0, most).map(option));
  count.textContent = found.length === 0 ? 'Nothing found' : found.length + ' found';
  if (found.length === 0) {
    const nothing = document.createElement('li');
    nothing.textContent = 'Nothing found';
    nothing.setAttribute('role', 'option');
    nothing.setAttribute('aria-disabled', 'true');
    nothing.setAttribute('aria-selected', 'false');
    nothing.id = 'found-none';
    list.replaceChildren(nothing);
  }
  list.hidden = false;
  input.setAttribute('aria-expanded', 'true');
  active = -1;
  if (found.length > 0) choose(0);
}

function go(item) {
  if (item?.dataset.href === undefined) return;
  close();
  location.href = item.dataset.href;
}

if (box !== null) {
  box.hidden = false;
  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void search());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) void search();
      else choose(active + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && !list.hidden) {
      event.preventDefault();
      go(list.children[active]);
    } else if (event.key === 'Escape') {
      if (list.hidden) input.value = '';
      close();
    }
  });
  // Before the field loses the focus, which closes the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => go(event.target.closest('[role=option]')));
  input.addEventListener('blur', close);
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName) || event.target.isContentEditable;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}
`.trimStart();
