/** The page that `accept_url` leads to: asks for a name and accepts. */
import { createHash } from 'node:crypto';
import { newestVersion } from '../../http/index.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 26rem; margin: 12vh auto 2rem; padding: 0 1.25rem; }
label { display: block; margin: 1.25rem 0 .35rem; }
input, button { font: inherit; padding: .5rem .75rem; width: 100%; box-sizing: border-box; }
button { margin-top: 1rem; cursor: pointer; }
[role=status] { min-height: 1.6em; }
`;

const script = `
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const token = new URLSearchParams(location.search).get('token') ?? '';
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  form.elements.accept.disabled = true;
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'service-version': '${newestVersion}' },
      body: JSON.stringify({ token, name: form.elements.name.value }),
    });
    const answer = await response.json();
    status.textContent = response.ok ? 'Welcome, ' + answer.name + '. You are a member now.' : answer.message;
    form.hidden = response.ok;
  } catch {
    status.textContent = 'The server cannot be reached. Try again.';
  }
  form.elements.accept.disabled = false;
});
`;

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The address holds the token: it must go nowhere else. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Invitation · Sonorant</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>You are invited</h1>
<p>Accept to join the organization on this Sonorant server.</p>
<form>
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="200" required>
<button name="accept">Accept</button>
</form>
<p role="status"></p>
</main>
<script>${script}</script>
</body>
</html>
`;
