/** Sends the requests of the forms through the session of the console, and shows what came of it. */
import { newestVersion } from '../../http/index.ts';

export const tryScript = String.raw`
const version = '${newestVersion}';
const base = '/console/api';
let session;

/** Who is signed in at the console; null without a session. */
function currentSession() {
  session ??= fetch(base + '/session?optional=true', { headers: { accept: 'application/json' } })
    .then((response) => (response.status === 200 ? response.json() : null))
    .catch(() => null);
  return session;
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function showSession(form) {
  const line = form.querySelector('.session');
  if (form.dataset.public === 'true') {
    line.textContent = 'Needs no credential.';
    return true;
  }
  const current = await currentSession();
  if (current === null) {
    line.replaceChildren('Sign in at ', element('a', { href: '/console', textContent: 'the console' }), ' first: requests from here go through its session.');
    return false;
  }
  line.textContent = 'As ' + (current.user?.name ?? 'the key') + ' of ' + (current.organization?.name ?? 'this server') + '.';
  return true;
}

function memberOf(value, path) {
  return path.split(/[.[\]]+/).filter(Boolean).reduce((at, key) => at?.[key], value);
}

/** Puts the newest objects of the organization in place of what the example would make. */
async function fill(form) {
  const fillings = JSON.parse(form.dataset.fill);
  for (const [token, { path, member }] of Object.entries(fillings)) {
    const fields = [...form.querySelectorAll('input, textarea')].filter((field) => field.value.includes(token));
    if (fields.length === 0) continue;
    let known = path;
    for (const field of form.querySelectorAll('[data-kind=path]')) known = known.replace('{' + field.name + '}', encodeURIComponent(field.value));
    const response = await fetch(base + known).catch(() => undefined);
    const value = response?.ok ? memberOf(await response.json(), member) : undefined;
    for (const field of fields) {
      if (typeof value === 'string') field.value = field.value.replaceAll(token, value);
      else if (field.tagName === 'INPUT') {
        field.value = '';
        field.placeholder = 'there is none yet';
      }
    }
  }
}

function requestOf(form) {
  const { method, path } = form.dataset;
  let address = path;
  const query = new URLSearchParams();
  let body;
  let type;
  for (const field of form.querySelectorAll('[data-kind]')) {
    const { kind } = field.dataset;
    if (kind === 'path') address = address.replace('{' + field.name + '}', encodeURIComponent(field.value.trim()));
    else if (kind === 'query' && field.value !== '') query.append(field.name, field.value);
    else if (kind === 'body') {
      body = JSON.stringify(JSON.parse(field.value));
      type = 'application/json';
    } else if (kind === 'form' && field.value !== '') (body ??= new FormData()).append(field.name, field.value);
    else if (kind === 'file' && field.files.length > 0) (body ??= new FormData()).append(field.name, field.files[0]);
  }
  const search = query.toString();
  const url = (form.dataset.public === 'true' ? '' : base) + address + (search === '' ? '' : '?' + search);
  return { url, init: { method, body, headers: { 'service-version': version, ...(type !== undefined && { 'content-type': type }) } } };
}

const maxShown = 20000;

function shortened(text) {
  return text.length <= maxShown ? text : text.slice(0, maxShown) + '\n… ' + (text.length - maxShown) + ' more characters';
}

const maxLine = 200;

/** Audio is one line of an event. */
function eventText(text) {
  return text.split('\n').map((line) => (line.length <= maxLine ? line : line.slice(0, maxLine) + '…')).join('\n');
}

async function showStream(response, block) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += piece.value;
    block.textContent = shortened(eventText(text));
  }
}

async function show(response, outcome, milliseconds) {
  const type = response.headers.get('content-type') ?? '';
  const status = element('p', {}, element('strong', { textContent: String(response.status) + ' ' + response.statusText }), ' after ' + Math.round(milliseconds) + ' ms');
  const headers = [...response.headers].map(([name, value]) => name + ': ' + value).join('\n');
  const block = element('pre', { tabIndex: 0, textContent: headers });
  outcome.replaceChildren(status, element('details', {}, element('summary', { textContent: 'Headers' }), block));
  if (response.status === 204) return;
  if (type.startsWith('application/json')) {
    const text = await response.text();
    let pretty = text;
    try { pretty = JSON.stringify(JSON.parse(text), undefined, 2); } catch { /* shown as it came */ }
    outcome.append(element('pre', { tabIndex: 0, textContent: shortened(pretty) }));
  } else if (type.startsWith('text/')) {
    const text = element('pre', { tabIndex: 0 });
    outcome.append(text);
    await showStream(response, text);
  } else {
    const blob = await response.blob();
    const url = URL.createObjectURL(blob);
    const isAudio = type.startsWith('audio/') || (await isSound(blob));
    if (isAudio) outcome.append(element('audio', { controls: true, src: url }));
    outcome.append(element('p', {}, element('a', { href: url, download: 'answer', textContent: 'Save ' + blob.size + ' bytes' }), ' ' + type));
  }
}

/** Downloads come without a type of sound. */
async function isSound(blob) {
  const start = new TextDecoder('latin1').decode(await blob.slice(0, 4).arrayBuffer());
  return ['RIFF', 'OggS', 'fLaC', 'ID3\u0003', 'ID3\u0004'].includes(start);
}

function failed(outcome, text) {
  outcome.replaceChildren(element('p', { className: 'failed', textContent: text }));
}

async function send(form) {
  const outcome = form.querySelector('.outcome');
  const stop = form.querySelector('.stop');
  let request;
  try { request = requestOf(form); } catch (error) { return failed(outcome, 'The body is no JSON: ' + error.message); }
  const open = /\{\{.*?\}\}/.exec(decodeURIComponent(request.url) + (typeof request.init.body === 'string' ? request.init.body : ''));
  if (open !== null) return failed(outcome, 'Put a value in place of ' + open[0] + '.');
  if (request.init.method === 'DELETE' && !confirm('DELETE ' + request.url.replace(base, '') + '\nThis cannot be taken back. Send it?')) return;
  const aborter = new AbortController();
  stop.hidden = false;
  stop.onclick = () => aborter.abort();
  outcome.replaceChildren(element('p', { textContent: 'Sent …' }));
  const begun = performance.now();
  try {
    const response = await fetch(request.url, { ...request.init, signal: aborter.signal });
    if (response.status === 401 && form.dataset.public !== 'true') {
      session = undefined;
      await showSession(form);
    }
    await show(response, outcome, performance.now() - begun);
  } catch (error) {
    failed(outcome, error.name === 'AbortError' ? 'Stopped.' : 'The server was not reached: ' + error.message);
  } finally {
    stop.hidden = true;
  }
}

for (const details of document.querySelectorAll('details.try')) {
  const form = details.querySelector('form');
  form.hidden = false;
  details.querySelector('.unscripted').remove();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  details.addEventListener('toggle', async () => {
    if (details.open && (await showSession(form))) await fill(form);
  });
}
`.trimStart();
