/** Reads the documentation pages as a browser shows them. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function text(markup: string): string {
  return markup.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);
}

export interface PageExample {
  /** The section it stands in: `post-tts-bytes`. */
  readonly anchor: string;
  readonly language: string;
  readonly code: string;
}

/** Every example of a page. */
export function examplesOf(page: string): PageExample[] {
  const blocks = page.matchAll(
    /<div\s+class="tab"\s+id="([\w-]+)-example-\w+"\s+data-language="(\w+)"[^]*?<pre tabindex="0">([^]*?)<\/pre>/g,
  );
  return [...blocks].map(([, anchor = '', language = '', code = '']) => ({ anchor, language, code: text(code) }));
}

/** The pages of all families. */
export async function familyPages(url: string): Promise<{ readonly path: string; readonly html: string }[]> {
  const overview = await (await fetch(`${url}/docs`)).text();
  const paths = [...new Set([...overview.matchAll(/href="(\/docs\/api\/[\w-]+)"/g)].map(([, path]) => path!))];
  return Promise.all(paths.map(async (path) => ({ path, html: await (await fetch(url + path)).text() })));
}
