/** The page behind a link, as text: readable and playable without its script, which lights the words. */
import type { SharedTake } from '../../store/index.ts';
import { partsOf, type Part } from './words.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

function frame(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/s/player.css">
${head}</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

/** A take with its player; the words know when they are heard. */
export function sharedPage({ take, expiresAt }: SharedTake, token: string): string {
  const { title, text, voice_name: voice, language, origin } = take;
  const words = JSON.parse(take.words) as [string, number, number][];
  const name = title ?? 'Speech to listen to';
  const day = expiresAt.slice(0, 10);
  const lang = language !== null && /^[a-z]{2,3}(?:-[a-z0-9]+)*$/i.test(language) ? ` lang="${language}"` : '';
  return frame(
    name,
    `<h1 dir="auto">${escape(name)}</h1>
<p class="voice">${origin === 'join' ? 'Partly spoken' : 'Spoken'} by a computer, with the voice <bdi>${escape(voice)}</bdi>.</p>
<audio controls preload="metadata" src="/s/${token}/audio" aria-label="The speech"></audio>
<p id="text" dir="auto"${lang}>${partsOf(text, words).map(markup).join('')}</p>
<p class="note">This link works until <time datetime="${expiresAt}">${day}</time>, or until it is ended. Made with Sonorant.</p>`,
    '<script src="/s/player.js" type="module"></script>\n',
  );
}

function markup(part: Part): string {
  if (typeof part === 'string') return escape(part);
  return `<span data-from="${part.start}" data-to="${part.end}">${escape(part.text)}</span>`;
}

/** The same for every reason: expired, ended, deleted, never made. */
export function gonePage(): string {
  return frame(
    'Nothing plays here',
    `<h1>Nothing plays here</h1>
<p>This link has expired, was ended by whoever made it, or never existed. Ask for a new one.</p>`,
  );
}
