/** Forms: they begin in their first field, and say in plain words at a field what is wrong with it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { checkAccessible, eventually, startConsole, type Console } from '../support/browser.ts';
import { expectJson } from '../../support/resources.ts';
import { ask, visitAsAdmin } from '../support/pages.ts';

describe('forms', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  const openDialog = async (path: string, button: string) => {
    const { page } = await visitAsAdmin(console_, path);
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    return { page, dialog };
  };
  const invalid = '.modal textarea[aria-invalid=true]';
  const hasFocus = (page: Page) => page.evaluate<boolean>(`document.activeElement.matches('${invalid}')`);
  const isInView = (page: Page, selector: string) =>
    page.evaluate<boolean>(`(() => {
      const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      const dialog = document.querySelector('.modal').getBoundingClientRect();
      return top >= dialog.top - 1 && bottom <= dialog.bottom + 1;
    })()`);

  for (const [path, button, field] of [
    ['/dictionaries', 'New dictionary', 'Name'],
    ['/tools', 'New tool', 'Name'],
    ['/keys', 'New key', 'Name'],
    ['/members', 'Invite', 'Emails'],
    ['/webhooks', 'New webhook', 'Address'],
  ] as const) {
    it(`${button}: what is typed goes into the field ${field}`, async () => {
      const { page, dialog } = await openDialog(path, button);
      await page.keyboard.type('typed');
      assert.equal(await dialog.getByRole('textbox', { name: field }).inputValue(), 'typed');
    });
  }

  it('say at the field what it lacks, in view and once', async () => {
    const { page, dialog } = await openDialog('/tools', 'New tool');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.keyboard.type('look_up');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const sentence = 'Give a description of at least one character.';
    await dialog.getByText(sentence).waitFor();
    assert.equal(await dialog.getByText(sentence).count(), 1);
    await eventually(
      'the field has the focus, in view',
      async () => (await hasFocus(page)) && (await isInView(page, invalid)),
    );
    const text = await dialog.innerText();
    assert.doesNotMatch(text, /✖|→|expected|invalid_request/);
    await checkAccessible(page);
  });

  it('say nothing of an error of before when they are opened again', async () => {
    const { page, dialog } = await openDialog('/members', 'Invite');
    await page.keyboard.type('no address');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Nobody was invited' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Invite' }).first().click();
    assert.equal(await dialog.getByRole('textbox', { name: 'Emails' }).inputValue(), 'no address');
    assert.equal(await dialog.getByRole('alert').count(), 0);
  });

  it('are sent once, however often Enter is pressed', async () => {
    const { page, dialog } = await openDialog('/datasets', 'New dataset');
    const { promise: isPressed, resolve: press } = Promise.withResolvers<undefined>();
    await page.route('**/console/api/datasets', async (route) => {
      if (route.request().method() === 'POST') await isPressed;
      await route.continue();
    });
    await page.keyboard.type('once');
    await page.keyboard.press('Enter');
    await dialog
      .getByRole('button', { name: /Create/ })
      .and(page.locator('[data-pending]'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    press(undefined);
    await page.getByText('No recording in it yet.').waitFor();
    const { data } = await expectJson<{ data: { name: string }[] }>(ask(console_)('GET', '/datasets'), 200);
    assert.deepEqual(
      data.map(({ name }) => name),
      ['once'],
    );
  });

  it('say in plain words that the server is away, in view', async () => {
    const { page, dialog } = await openDialog('/tools', 'New tool');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.route('**/console/api/v1/agents/tools', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Create' }).click();
    const alert = dialog.getByRole('alert');
    await alert.filter({ hasText: 'The server could not be reached. Check that it runs, then try again.' }).waitFor();
    assert.doesNotMatch(await alert.innerText(), /https?:|POST|fetch/);
    await eventually('it is in view', () => isInView(page, '.modal [role=alert]'));
  });
});
