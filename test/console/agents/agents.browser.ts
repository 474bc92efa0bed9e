/** Agents: a broken rule at its field, the same as JSON, versions compared and restored, tools. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectJson } from '../../support/resources.ts';
import { hears, settled, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

interface Agent {
  readonly id: string;
  readonly config: { readonly instructions: string; readonly turn: { readonly inactivity_end_call_secs: number } };
}

describe('agents', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());

  it('are changed, with a broken rule at its field first, and an older version is compared and restored', async () => {
    const visit = await console_.visit({ path: '/agents' });
    const { page } = visit;
    await page.getByText('No agent yet.').waitFor();
    assert.equal(await page.getByRole('searchbox').count(), 0, 'there is nothing to search');
    await page.getByRole('button', { name: 'New agent' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(hostileName);
    await page.getByRole('dialog').getByRole('radio', { name: 'Empty' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const instructions = page.getByRole('textbox', { name: 'Instructions' });
    await instructions.fill('Be kind.\n</textarea><img src=x onerror="window.injected=1">');
    const silence = page.getByRole('textbox', { name: 'Silence that ends the call, in seconds' });
    await silence.fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    const problem = page.locator('.field', { has: silence }).getByText('Give 20 or more.');
    await problem.waitFor();
    assert.equal(await silence.getAttribute('aria-invalid'), 'true');
    assert.match(await instructions.inputValue(), /^Be kind/);
    await silence.fill('60');
    // The same as JSON, which changes with the form and the form with it.
    const json = page.getByRole('textbox', { name: 'Configuration as JSON' });
    const config = JSON.parse(await json.inputValue()) as Agent['config'];
    assert.equal(config.turn.inactivity_end_call_secs, 60);
    await json.fill(JSON.stringify({ ...config, turn: { ...config.turn, inactivity_end_call_secs: 61 } }));
    assert.equal(await silence.inputValue(), '61');
    await json.fill('{');
    await page.getByText(/This is not JSON yet/).waitFor();
    await page.getByRole('textbox', { name: 'What this change is for' }).fill('calmer');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The agent was saved.').waitFor();
    await checkWidths(page);

    const id = page.url().split('/').at(-1) ?? '';
    const read = () => expectJson<Agent>(ask(console_)('GET', `/v1/agents/${id}`), 200);
    assert.equal((await read()).config.turn.inactivity_end_call_secs, 61);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('cell', { name: 'calmer' }).waitFor();
    await page.getByRole('button', { name: /^Compare the version/ }).click();
    const diff = page.locator('.diff');
    assert.match((await diff.locator('del', { hasText: 'inactivity_end_call' }).textContent()) ?? '', /61/);
    assert.match((await diff.locator('ins', { hasText: 'inactivity_end_call' }).textContent()) ?? '', /240/);
    await checkWidths(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('cell', { name: /^Restored from/ }).waitFor();
    const { config: restored } = await read();
    assert.deepEqual([restored.instructions, restored.turn.inactivity_end_call_secs], ['', 240]);
    await checkUnharmed(visit);
  });

  it('are made of a template and talked to at once, by someone who has nothing but the server', async () => {
    const visit = await console_.visit({ path: '/agents' });
    const { page } = visit;
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('no agent has this name');
    await page.getByText('No agent fits.').waitFor();
    await search.fill('');
    await page.getByRole('button', { name: 'New agent' }).first().click();
    const dialog = page.getByRole('dialog');
    // The first template is chosen; one that needs what the server does not have cannot be.
    await dialog.getByRole('radio', { name: 'Opening hours' }).waitFor();
    assert.equal(await dialog.getByRole('radio', { name: 'Opening hours' }).isChecked(), true);
    assert.equal(await dialog.getByRole('radio', { name: 'Receptionist' }).isDisabled(), true);
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Opening hours' }).waitFor();
    await page.getByRole('button', { name: 'Type instead' }).click();
    const suggestions = page.getByRole('group', { name: 'You could say' });
    await suggestions.getByRole('button', { name: '“opening hours”' }).click();
    await page.locator('.turn[data-role=assistant]').getByText('from noon to ten in the evening').waitFor();
    await hears(page, 1);
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('use tools, which say at their field what is wrong with them', async () => {
    const visit = await console_.visit({ path: '/tools' });
    const { page } = visit;
    await page.getByText('No tool yet.').waitFor();
    await page.getByRole('button', { name: 'New tool' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('not a name');
    await dialog.getByRole('textbox', { name: 'Description' }).fill(hostileName);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://example.com/x');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog
      .getByText(/^Invalid name: expected a letter/)
      .first()
      .waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('look_up');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: 'look_up' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('checkbox', { name: 'look_up' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The agent was saved.').waitFor();
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByRole('button', { name: /^Delete .*look_up/ }).click();
    // A notice that something was saved is one, too.
    const question = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Delete' }) });
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('alert').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await settled(page);
    assert.equal(await page.getByRole('rowheader', { name: 'look_up' }).count(), 1);
    await checkUnharmed(visit);
  });
});
