/** The documentation pages as people use them: in a browser, wide and narrow, with a keyboard, without a script. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { allEngines } from '../../src/engines/registry.ts';
import { clipRecognizer } from './clip-recognizer.ts';
import { apiKey, fliteVoice, start, type TestServer } from '../support/server.ts';
import { accessibilityFindings, launch } from './browser.ts';

const deadline = { timeout: 300_000 };
let server: TestServer;
let browser: Browser;
let paths: string[];

before(async () => {
  [server, browser] = await Promise.all([start({}, allEngines, [clipRecognizer]), launch()]);
  const overview = await (await fetch(`${server.url}/docs`)).text();
  const linked = [...overview.matchAll(/href="(\/docs[\w/-]*)"/g)].map(([, path]) => path!);
  paths = [...new Set(linked)];
}, deadline);
after(async () => {
  await browser.close();
  await server.close();
});

const sizes = [
  { width: 1280, height: 900, colorScheme: 'light', other: 'dark' },
  { width: 375, height: 812, colorScheme: 'dark', other: 'light' },
] as const;

/** A page whose errors and requests to other places are kept. */
async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<{
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  return { page, context, faults };
}

for (const { width, height, colorScheme, other } of sizes) {
  describe(`every page at ${width} pixels`, deadline, () => {
    it('has nothing that axe finds, in light and in dark, and loads nothing from elsewhere', deadline, async () => {
      const { page, context, faults } = await open({ viewport: { width, height }, colorScheme });
      for (const path of paths) {
        await page.goto(server.url + path);
        // What is folded away is looked at as well.
        await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
        assert.deepEqual(await accessibilityFindings(page), [], path);
        await page.emulateMedia({ colorScheme: other });
        assert.deepEqual(await accessibilityFindings(page, ['color-contrast']), [], `${path} in ${other}`);
        await page.emulateMedia({ colorScheme });
      }
      // Forms ask for the session: 401 is an answer, which the browser reports.
      assert.deepEqual(
        faults.filter((fault) => !/status of 40[14]/.test(fault)),
        [],
      );
      assert.ok(paths.length >= 18, `${paths.length} pages`);
      await context.close();
    });

    it('scrolls inside what is too wide, never as a whole', deadline, async () => {
      const { page, context } = await open({ viewport: { width, height } });
      for (const path of paths) {
        await page.goto(server.url + path);
        const wide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.equal(wide, 0, path);
      }
      await context.close();
    });

    it('shows what an address names, below the head', deadline, async () => {
      const { page, context } = await open({ viewport: { width, height } });
      for (const [path, id] of [
        ['/docs/api/voices', 'post-voices-clone'],
        ['/docs/api/speech', 'post-tts-bytes.transcript'],
        ['/docs/errors', 'voice_not_found'],
        ['/docs/settings', 'SONORANT_MAX_CLIP_BYTES'],
        ['/docs/websocket', 'flushing'],
      ] as const) {
        await page.goto(`${server.url}${path}#${id}`);
        await page.waitForLoadState('networkidle');
        const { top, head } = await page.evaluate<{ readonly top: number; readonly head: number }>(`({
          top: document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top,
          head: Math.max(0, document.querySelector('header').getBoundingClientRect().bottom),
        })`);
        assert.ok(top >= head - 1 && top < height / 2, `${path}#${id} stands at ${top}, the head ends at ${head}`);
      }
      await context.close();
    });
  });
}

describe('the languages of an example', deadline, () => {
  const shown = (page: Page) =>
    page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('.tab')].filter((tab) => !tab.hidden).map((tab) => tab.dataset.language))]`,
    );

  it('are chosen with the arrow keys, for all examples of all pages, and the choice stays', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs/api/files`);
    assert.deepEqual(await shown(page), ['curl']);
    await page.locator('[role=tab]').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await shown(page), ['typescript']);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'TypeScript');
    await page.keyboard.press('End');
    assert.deepEqual(await shown(page), ['python']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.goto(`${server.url}/docs/api/voices`);
    assert.deepEqual(await shown(page), ['python']);
    await context.close();
  });

  it('are all shown without a script, with their names', deadline, async () => {
    const { page, context } = await open({ javaScriptEnabled: false });
    await page.goto(`${server.url}/docs/api/files`);
    const first = page.locator('.tabs').first();
    for (const name of ['curl', 'TypeScript', 'Python']) {
      assert.ok(await first.locator('.tab-label', { hasText: name }).isVisible(), name);
    }
    assert.equal(await page.locator('.search').isVisible(), false);
    await context.close();
  });
});

describe('the search', deadline, () => {
  it('opens with / and leads with arrows and Enter to routes, errors, settings and messages', deadline, async () => {
    const { page, context, faults } = await open();
    for (const [words, path] of [
      ['clone a voice', '/docs/api/voices#post-voices-clone'],
      ['voice_not_found', '/docs/errors#voice_not_found'],
      ['SONORANT_MAX_CLIP_BYTES', '/docs/settings#SONORANT_MAX_CLIP_BYTES'],
      ['interruption', '/docs/websocket#interruption'],
      ['telephony', '/docs/guides/telephony'],
    ] as const) {
      await page.goto(`${server.url}/docs`);
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      const wanted = page.locator(`#found [data-href="${path}"]`);
      await wanted.waitFor();
      for (let step = 0; step < 12 && (await wanted.getAttribute('aria-selected')) !== 'true'; step++) {
        await page.keyboard.press('ArrowDown');
      }
      const active = await page.locator('#search').getAttribute('aria-activedescendant');
      assert.equal(active, await wanted.getAttribute('id'));
      await page.keyboard.press('Enter');
      await page.waitForURL(server.url + path);
    }
    assert.deepEqual(faults, []);
    await context.close();
  });

  it('names the guide once, with what it is, before the routes', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('clone a voice');
    const first = page.locator('#found [role=option]').first();
    await first.waitFor();
    assert.deepEqual(await first.locator('span').allInnerTexts(), ['Clone a voice', 'Guide']);
    await context.close();
  });

  it('closes with Escape and says when there is nothing', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('qqqqqqqq');
    await page.locator('#found', { hasText: 'Nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#found').isVisible(), false);
    assert.equal(await page.locator('#search').getAttribute('aria-expanded'), 'false');
    await context.close();
  });
});

describe('a page as Markdown', deadline, () => {
  it('is a link away from it', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs/api/speech`);
    const link = page.getByRole('link', { name: 'View as Markdown' });
    assert.equal(await link.getAttribute('href'), '/docs/api/speech.md');
    assert.equal((await page.request.get(`${server.url}/docs/api/speech.md`)).status(), 200);
    await context.close();
  });
});

describe('the menu of a narrow page', deadline, () => {
  it('opens, closes with Escape, and leads on', deadline, async () => {
    const { page, context } = await open({ viewport: { width: 375, height: 812 } });
    await page.goto(`${server.url}/docs`);
    const menu = page.locator('#menu');
    assert.equal(await menu.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    assert.ok(await menu.isVisible());
    await page.keyboard.press('Escape');
    assert.equal(await menu.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Fine-tunes' }).click();
    await page.waitForURL(`${server.url}/docs/api/fine-tunes`);
    await context.close();
  });
});

describe('trying an operation', deadline, () => {
  const formOf = (page: Page, anchor: string) => page.locator(`#${anchor} details.try`);

  it('says where to sign in without a session', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs/api/speech#post-tts-bytes`);
    await formOf(page, 'post-tts-bytes').locator('summary').first().click();
    const line = formOf(page, 'post-tts-bytes').locator('.session', { hasText: 'Sign in at the console' });
    await line.waitFor();
    await line.getByRole('link', { name: 'the console' }).click();
    await page.waitForURL(`${server.url}/console**`);
    await context.close();
  });

  it('needs no session for what is public, and shows status, headers and JSON', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs/api/status`);
    const form = formOf(page, 'get-healthz');
    await form.locator('summary').first().click();
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('.outcome strong', { hasText: '200' }).waitFor();
    assert.match(await form.locator('.outcome').innerText(), /200 OK after \d+ ms[^]*"status": "ok"/);
    await form.locator('.outcome summary').click();
    assert.match(await form.locator('.outcome').innerText(), /content-type: application\/json/);
    await context.close();
  });

  it('names a version where a route needs no credential, but one of those', deadline, async () => {
    const { page, context } = await open();
    await page.goto(`${server.url}/docs/api/organization`);
    const form = formOf(page, 'post-invitations-accept');
    await form.locator('summary').first().click();
    await form.getByLabel('Body').fill(JSON.stringify({ token: 'none', name: 'Ada' }));
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('.outcome strong', { hasText: '404' }).waitFor();
    await context.close();
  });

  describe('with a session of the console', deadline, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let page: Page;
    before(async () => {
      opened = await open({ acceptDownloads: true });
      page = opened.page;
      await page.goto(`${server.url}/docs`);
      await ask('POST', '/session', { key: apiKey });
    }, deadline);
    after(() => opened.context.close());

    /** A request of the page with its session. */
    const ask = (method: string, path: string, body?: unknown): Promise<unknown> =>
      page.evaluate(
        `fetch('/console/api${path}', { method: '${method}', headers: { 'content-type': 'application/json' }, body: ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))} }).then((response) => response.ok ? response.status === 204 ? null : response.json() : Promise.reject(response.status))`,
      );

    const unfold = async (family: string, anchor: string) => {
      await page.goto(`${server.url}/docs/api/${family}#${anchor}`);
      const form = formOf(page, anchor);
      await form.locator('summary').first().click();
      await form.locator('.session', { hasText: /^(As |Needs no)/ }).waitFor();
      return form;
    };
    const send = async (form: Awaited<ReturnType<typeof unfold>>, status: number) => {
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.outcome strong', { hasText: String(status) }).waitFor();
    };

    it('speaks, and plays what came', deadline, async () => {
      const form = await unfold('speech', 'post-tts-bytes');
      await send(form, 200);
      const audio = form.locator('.outcome audio');
      await audio.waitFor();
      const seconds = await page.evaluate<number>(`new Promise((resolve) => {
        const audio = document.querySelector('.outcome audio');
        if (audio.readyState > 0) resolve(audio.duration);
        audio.onloadedmetadata = () => resolve(audio.duration);
      })`);
      assert.ok(seconds > 1 && seconds < 5, `${seconds} s`);
    });

    it('shows events as they came', deadline, async () => {
      const form = await unfold('speech', 'post-tts-sse');
      await send(form, 200);
      await form.locator('.outcome > pre', { hasText: '"type":"done"' }).waitFor();
    });

    it('fills in what there is, shows names as text, and asks before it deletes', deadline, async () => {
      const name = '<img src=x onerror=alert(1)>';
      const { id } = (await ask('POST', '/datasets', { name, description: '' })) as { readonly id: string };
      const form = await unfold('fine-tunes', 'get-datasets-id');
      await eventually(
        'the id is filled in',
        async () => (await page.locator('#get-datasets-id [name=id]').inputValue()) === id,
      );
      await send(form, 200);
      assert.ok((await form.locator('.outcome > pre').innerText()).includes(name));
      assert.equal(await page.locator('.outcome img').count(), 0);

      const removal = await unfold('fine-tunes', 'delete-datasets-id');
      await eventually(
        'the id is filled in',
        async () => (await page.locator('#delete-datasets-id [name=id]').inputValue()) === id,
      );
      page.once('dialog', (dialog) => void dialog.dismiss());
      await removal.getByRole('button', { name: 'Send' }).click();
      await ask('GET', `/datasets/${id}`);
      page.once('dialog', (dialog) => void dialog.accept());
      await send(removal, 204);
      await assert.rejects(ask('GET', `/datasets/${id}`));
    });

    it('uploads a file', deadline, async () => {
      const wav = await (
        await server.post('/tts/bytes', {
          model_id: 'espeak',
          voice: fliteVoice,
          transcript: 'Hello.',
          output_format: { container: 'wav' },
        })
      ).bytes();
      const form = await unfold('files', 'post-files');
      await form
        .locator('input[type=file]')
        .setInputFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: Buffer.from(wav) });
      await send(form, 201);
      assert.match(await form.locator('.outcome > pre').innerText(), /"filename": "hello.wav"/);
    });

    it('says what is wrong before anything is sent, and shows refusals as they come', deadline, async () => {
      const form = await unfold('fine-tunes', 'post-datasets');
      await form.locator('textarea').fill('{"name": ');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.outcome', { hasText: 'The body is no JSON' }).waitFor();
      await form.locator('textarea').fill('{"name": ""}');
      await send(form, 400);
      assert.match(await form.locator('.outcome').innerText(), /invalid_request/);
    });

    it('notices that the session is over', deadline, async () => {
      const form = await unfold('voices', 'get-voices');
      await ask('DELETE', '/session');
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.session', { hasText: 'Sign in at the console' }).waitFor();
    });

    it('breaks no rule of the content security policy in all of this', () =>
      assert.deepEqual(
        opened.faults.filter((fault) => !/status of 4\d\d/.test(fault) && !fault.startsWith('blob:')),
        [],
      ));
  });
});
