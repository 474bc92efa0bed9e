/** Signing in and out, what a session that ends leaves, invitations, reset links, the account page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openStore } from '../../../src/store/index.ts';
import {
  adminKey,
  apiKey,
  checkAccessible,
  checkFits,
  eventually,
  signInLink,
  startConsole,
  type Console,
} from '../support/browser.ts';

const password = 'correct horse battery';

describe('the session', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  const admin = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(console_.server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${adminKey}`,
        'service-version': '2026-08-14',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  /** @returns path and query of the page that accepts it */
  const invite = async (email: string, role: string): Promise<string> => {
    const made = await admin('POST', '/organizations/invites', { emails: [email], role });
    const [{ accept_url: url }] = made as unknown as [{ accept_url: string }];
    const { pathname, search } = new URL(url);
    return (pathname + search).replace('/console', '');
  };
  const accept = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  };

  it('signs in with a key, shows what it opens, and signs out', async () => {
    const { page, context, problems } = await console_.visit({ as: false });
    const field = page.getByRole('textbox', { name: 'Key' });
    await field.fill('sk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not signed in' }).waitFor();
    assert.equal(await field.inputValue(), 'sk_wrong');
    await field.fill(` ${apiKey} `);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Speak', level: 1 }).waitFor();
    const [cookie] = await context.cookies(`${console_.server.url}/console/api`);
    assert.deepEqual(
      [cookie?.httpOnly, cookie?.sameSite, cookie?.secure, cookie?.path],
      [true, 'Strict', false, '/console/api'],
    );
    assert.deepEqual(
      await page.evaluate(
        '[document.cookie, JSON.stringify({ ...localStorage, ...sessionStorage })].map((text) => text.includes("sk_"))',
      ),
      [false, false],
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await context.cookies(`${console_.server.url}/console/api`), []);
    assert.deepEqual(problems, []);
  });

  it('signs in with the link of the start, once, and takes it out of the address', async () => {
    const link = signInLink(console_.server);
    const { page } = await console_.visit({ as: false, path: `/#link=${link}` });
    await page.getByRole('link', { name: 'Server' }).waitFor();
    assert.ok(!page.url().includes(link), page.url());
    const second = await console_.visit({ as: false, path: `/#link=${link}` });
    await second.page.getByRole('alert').filter({ hasText: 'The sign-in link did not work' }).waitFor();
    await second.page.getByRole('textbox', { name: 'Key' }).waitFor();
  });

  it('stays signed in when the answer to who was signed in before comes late', async () => {
    const { page } = await console_.visit({ as: false, path: '/' });
    await page.getByRole('textbox', { name: 'Key' }).waitFor();
    const signedIn = Promise.withResolvers<undefined>();
    await page.route('**/console/api/session', async (route) => {
      const response = await route.fetch();
      if (route.request().method() === 'GET') await signedIn.promise;
      await route.fulfill({ response }).catch(() => undefined);
    });
    const [, posted] = [
      await page.goto('about:blank'),
      page.waitForResponse((response) => response.request().method() === 'POST'),
    ];
    await page.goto(`${console_.server.url}/console/#link=${signInLink(console_.server)}`, { waitUntil: 'commit' });
    await posted;
    await page.getByRole('link', { name: 'Server' }).waitFor();
    signedIn.resolve(undefined);
    await page.waitForTimeout(0);
    await page.getByRole('link', { name: 'Server' }).click();
    await page.getByRole('heading', { name: 'Server', level: 1 }).waitFor();
  });

  it('lets the first admin finish the account, who then comes back with its password', async () => {
    const { page, context, problems } = await console_.visit({
      as: { link: signInLink(console_.server) },
      path: '/members',
    });
    await page.getByRole('rowheader').first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^Reset the password/ }).count(), 0);
    await page.getByRole('link', { name: /Signed in by link/ }).click();
    const form = page.getByRole('region', { name: 'Finish your account' });
    await form.getByLabel('Your name').fill('Ada');
    await form.getByLabel('Email').fill('ada@nowhere');
    await form.getByLabel('New password').fill(password);
    await form.getByLabel('Again').fill(password);
    await page.setViewportSize({ width: 375, height: 900 });
    await checkFits(page);
    await checkAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await form.getByRole('button', { name: 'Finish the account' }).click();
    await form.getByText('This is not an email address.').waitFor();
    await form.getByLabel('Email').fill('ada@example.org');
    await form.getByRole('button', { name: 'Finish the account' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Ada/ }).waitFor();
    await context.clearCookies();
    const again = await console_.visit({ as: { email: 'ada@example.org', password }, path: '/account' });
    await again.page.getByRole('link', { name: 'Keys' }).waitFor();
    assert.deepEqual(problems, []);
    const { page: ofKey } = await console_.visit({ path: '/account' });
    await ofKey.getByText('Members, Keys and Requests open with the admin key').waitFor();
  });

  it('opens the pages of the organization alone for an admin key', async () => {
    const { page } = await console_.visit({ as: { key: adminKey } });
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.waitFor();
    assert.equal(await pages.getByRole('link', { name: 'Speak' }).count(), 0);
    await page.goto(`${console_.server.url}/console/speak`);
    await page.getByRole('heading', { name: 'Not here' }).waitFor();
  });

  it('takes an invited person in with a password, who then signs in with it', async () => {
    const path = await invite('ann@example.org', 'member');
    const { page, problems } = await console_.visit({ as: false, path });
    await accept(page, 'Ann <b>O’Hara</b>');
    const account = page.getByRole('link', { name: /Ann/ });
    assert.match((await account.textContent()) ?? '', /Ann <b>O’Hara<\/b>/);
    assert.ok(!page.url().includes('token'), page.url());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('tab', { name: 'Email and password' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org');
    await page.getByRole('textbox', { name: 'Password' }).fill('not her password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await account.waitFor();
    assert.deepEqual(problems, []);
  });

  it('says at the invitation what is wrong with it, and keeps what was typed', async () => {
    const { page } = await console_.visit({ as: false, path: '/accept?token=unknown' });
    await page.getByLabel('Your name').fill('Bob');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not accepted' }).waitFor();
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Bob');
    await page.goto(`${console_.server.url}/console/accept`);
    await page.getByText('The address has no token').waitFor();
  });

  it('sets a new password with a reset link, and ends the sessions of the old one', async () => {
    const path = await invite('cleo@example.org', 'member');
    const { page } = await console_.visit({ as: false, path });
    await accept(page, 'Cleo');
    const { data } = (await admin('GET', '/organizations/users')) as { data: { id: string; email: string }[] };
    const { id } = data.find(({ email }) => email === 'cleo@example.org')!;
    const { url } = await admin('POST', `/organizations/users/${id}/password-reset`);
    const reset = new URL(String(url));
    const other = await console_.visit({ as: false, path: (reset.pathname + reset.search).replace('/console', '') });
    await other.page.getByLabel('New password').fill('short');
    await other.page.getByText('A password has 10 to 256 characters').waitFor();
    await other.page.getByLabel('New password').fill('another good password');
    await other.page.getByLabel('Again').fill('another good password');
    await other.page.getByRole('button', { name: 'Set the password' }).click();
    await other.page.getByRole('link', { name: 'Sign in' }).click();
    await other.page.getByRole('tab', { name: 'Email and password' }).click();
    await other.page.getByRole('textbox', { name: 'Email' }).fill('cleo@example.org');
    await other.page.getByRole('textbox', { name: 'Password' }).fill('another good password');
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    // The first browser is asked to sign in again.
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    await page.getByRole('alertdialog', { name: 'Your session has ended' }).waitFor();
  });

  it('lists the sessions and ends another one, whose page asks to sign in again and keeps its text', async () => {
    const ended = await console_.visit({ path: '/speak' });
    await ended.page.getByRole('textbox', { name: 'Text' }).fill('Typed before the end.');
    const { page } = await console_.visit({ path: '/account' });
    const sessions = page.getByRole('region', { name: 'Sessions' });
    const others = sessions.getByRole('row').filter({ hasNotText: 'this one' });
    await others.getByRole('button').first().waitFor();
    while ((await others.getByRole('button').count()) > 0) {
      const count = await others.count();
      await others.getByRole('button').first().click();
      await eventually('one session less', async () => (await others.count()) < count);
    }
    await ended.page.getByRole('button', { name: 'Speak', exact: true }).click();
    const dialog = ended.page.getByRole('alertdialog', { name: 'Your session has ended' });
    await dialog.getByRole('textbox', { name: 'Key' }).fill(apiKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await ended.page.getByRole('textbox', { name: 'Text' }).inputValue(), 'Typed before the end.');
    await ended.page.getByRole('button', { name: 'Speak', exact: true }).click();
    await ended.page.getByText('Complete').waitFor();
  });

  it('changes the password', async () => {
    const path = await invite('dora@example.org', 'member');
    const { page } = await console_.visit({ as: false, path });
    await accept(page, 'Dora');
    await page.getByRole('link', { name: /Dora/ }).click();
    await page.getByLabel('Current password').fill('not it at all');
    await page.getByLabel('New password').fill('a brand new password');
    await page.getByLabel('Again').fill('a brand new password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not changed' }).waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password was changed').waitFor();
    await console_.visit({ as: { email: 'dora@example.org', password: 'a brand new password' } });
  });

  it('keeps the chosen theme', async () => {
    const { page } = await console_.visit({ path: '/account', colorScheme: 'light' });
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    await page.getByRole('button', { name: /Theme/ }).click();
    await page.getByRole('option', { name: 'Dark' }).click();
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await ground(), dark);
  });

  it('takes a link that is put into the address of a page that is there, and says over a session that one did not work', async () => {
    const { page } = await console_.visit({ as: false, path: '/#link=bad' });
    await page.getByRole('alert').filter({ hasText: 'The sign-in link did not work' }).waitFor();
    await page.evaluate(`location.hash = '#link=${signInLink(console_.server)}'`);
    await page.getByRole('link', { name: 'Server' }).waitFor();
    assert.ok(!page.url().includes('link='), page.url());
    await page.evaluate(`location.hash = '#link=bad-too'`);
    await page.getByRole('dialog', { name: 'The sign-in link did not work' }).waitFor();
    assert.ok(!page.url().includes('link='), page.url());
  });

  it('shows nothing that a member typed to the next one who signs in in the tab', async () => {
    const { page, context } = await console_.visit({ as: false, path: await invite('eve@example.org', 'member') });
    await accept(page, 'Eve');
    await page.getByRole('textbox', { name: 'Text' }).fill('Only for Eve.');
    await page.reload();
    assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'Only for Eve.');
    await context.clearCookies();
    await page.goto(`${console_.server.url}/console${await invite('finn@example.org', 'member')}`);
    await accept(page, 'Finn');
    assert.match(await page.getByRole('textbox', { name: 'Text' }).inputValue(), /^Hello!/);
  });

  it('begins in the organization whose invitation was accepted, also for who was a member of another one', async () => {
    await accept((await console_.visit({ as: false, path: await invite('gus@example.org', 'member') })).page, 'Gus');
    const store = await openStore({ dataDir: console_.server.dataDir });
    const { id } = await store.organizations.create('Other house');
    const [made] = await store.invites.create(id, ['gus@example.org']);
    await store.close();
    const { page } = await console_.visit({ as: false, path: `/accept?token=${made!.token}` });
    await accept(page, 'Gus');
    const session = await page.request.get(`${console_.server.url}/console/api/session`);
    assert.equal(((await session.json()) as { organization: { id: string } }).organization.id, id);
  });
});
