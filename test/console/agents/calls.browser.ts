/** Calls: the list with its filters and pages, one call with its recording and transcript, the end of one, and the removal of one. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { carrierOf, endedCall, type Carrier } from '../../support/calls.ts';
import { expectJson } from '../../support/resources.ts';
import { apiKey, version } from '../../support/server.ts';
import { hearing } from '../../support/voice.ts';
import { eventually, forgetHeard, hears, settled, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

const spoken = 'I know about coffee only, and about nothing else at all, whatever you ask me.';
const instructions = `When the user says: where is my order\nCall: find_order(order="17")\nSay: It is {{result.state}}.\n\nOtherwise: ${spoken}`;

interface Call {
  readonly id: string;
  readonly start_time: string;
  readonly redacted_at: string | null;
}

describe('calls', () => {
  let console_: Console;
  let carrier: Carrier;
  before(async () => {
    console_ = await startConsole({ recognizers: [hearing('Hello.')] });
    carrier = await carrierOf(console_.server);
  });
  after(async () => {
    await carrier[Symbol.asyncDispose]();
    await console_.close();
  });
  afterEach(() => console_.leave());

  const newAgent = async (config: object = {}, name = 'Bar') =>
    (await expectJson<{ id: string }>(ask(console_)('POST', '/v1/agents', { name, config }), 201)).id;
  const callsOf = async (agent: string) =>
    (await expectJson<{ data: Call[] }>(ask(console_)('GET', `/agents/calls?agent_id=${agent}`), 200)).data;
  const recordingOf = (id: string) =>
    fetch(`${console_.server.url}/agents/calls/${id}/audio`, {
      headers: { authorization: `Bearer ${apiKey}`, 'service-version': version },
    });

  /** Begins a conversation by the keyboard. */
  const talk = async (agent: string) => {
    const visit = await console_.visit({ path: `/agents/${agent}/talk` });
    await visit.page.getByRole('button', { name: 'Type instead' }).click();
    await visit.page.getByText('Connected. Type below').waitFor();
    return visit;
  };
  const type = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Type to the agent' }).fill(text);
    await page.keyboard.press('Enter');
  };
  const position = (page: Page) => page.evaluate<number>(`document.querySelector('.call-player audio').currentTime`);
  const words = (turn: Locator) => turn.locator('.word');

  it('one is played with its words in step, by both sides or one, and shows tools and figures', async () => {
    const tool = {
      ...{ type: 'client', name: 'find_order', description: 'Finds an order.', expects_response: true },
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    };
    const { id: toolId } = await expectJson<{ id: string }>(ask(console_)('POST', '/v1/agents/tools', tool), 201);
    const placeholders = { guest: '<img src=x onerror="window.injected=1">' };
    const agent = await newAgent(
      { instructions, tools: [{ id: toolId }], dynamic_variable_placeholders: placeholders },
      hostileName,
    );
    const visit = await talk(agent);
    const { page } = visit;
    await type(page, `What about ${hostileName}?`);
    await page.locator('.turn[data-role=assistant][data-open=false]').getByText(spoken).waitFor();
    await type(page, 'Where is my order?');
    await page.getByRole('textbox', { name: 'Result of find_order' }).fill('{"state": "late"}');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.locator('.turn[data-role=assistant][data-open=false]').getByText('It is late.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('link', { name: /^This call/ }).click();

    const turns = page.locator('.call-player .turn');
    await turns.nth(3).waitFor();
    assert.equal((await words(turns.nth(1)).allTextContents()).join(' '), spoken);
    assert.match((await turns.nth(3).locator('.tool-run').textContent()) ?? '', /find_order.*"17".*"late"/s);
    await turns.nth(1).locator('[data-figure=total]').waitFor();
    assert.equal(await page.locator('[data-figure=call-tools]').textContent(), '1');
    const lane = (side: string) => page.locator(`.live-wave[data-side=${side}]`).getAttribute('data-silent');
    await eventually('the recording is read', async () => (await lane('agent')) === 'false');
    // No words came into this call.
    assert.equal(await lane('caller'), 'true');

    await page.evaluate(`
      globalThis.lit = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target.dataset?.state === 'now') lit.push(target.textContent);
      }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
      undefined`);
    await words(turns.nth(1)).getByText('whatever').click();
    await turns.nth(1).and(page.locator('[data-now=true]')).waitFor();
    const began = await position(page);
    assert.ok(began > 1, `it plays at ${began} s`);
    await eventually('the words after it have lit up', async () =>
      page.evaluate<boolean>(`lit.join(' ').endsWith('you ask me.')`),
    );
    // A turn that is over is not the one that is heard.
    await page.locator('.turn[data-now=true]').waitFor({ state: 'detached' });
    await page.evaluate(`document.querySelector('.call-player audio').pause()`);

    const hear = async (side: string) => {
      await page.getByRole('button', { name: /^(Both|The).*Hear$|^Hear/ }).click();
      await page.getByRole('option', { name: side }).click();
      await forgetHeard(page);
      await words(turns.nth(1)).getByText('whatever').click();
    };
    await hear('The agent only');
    await hears(page, 0.5);
    await hear('The caller only');
    const from = await position(page);
    await eventually('it plays on', async () => (await position(page)) > from + 0.7);
    assert.ok((await page.evaluate<number>('audioProbe.seconds')) < 0.2, 'the agent is heard as the caller');
    await page.evaluate(`document.querySelector('.call-player audio').pause()`);
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('are listed by agent and day, page by page, also of an agent that was deleted', async () => {
    const [agent, other] = [await newAgent({}, 'Busy'), await newAgent({}, 'Idle')];
    for (let count = 0; count < 53; count++) await endedCall(carrier, agent);
    const visit = await console_.visit({ path: `/calls?agent=${agent}` });
    const { page } = visit;
    const rows = page.getByRole('table').locator('tbody tr');
    await rows.nth(49).waitFor();
    assert.equal(await rows.count(), 50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(52).waitFor();
    assert.equal(await rows.count(), 53);
    const day = (offset: number) => {
      const date = new Date(Date.now() + offset * 86_400_000);
      return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
    };
    await page.getByLabel('From').fill(day(1));
    await page.getByText('No call fits.').waitFor();
    await page.getByLabel('From').fill(day(-1));
    await page.getByLabel('Until').fill(day(1));
    await rows.first().waitFor();
    assert.match(page.url(), new RegExp(`from=${day(-1)}`));
    // The address holds the filters.
    await page.reload();
    await rows.first().waitFor();
    assert.equal(await page.getByLabel('Until').inputValue(), day(1));
    await page.getByRole('button', { name: /Agent/ }).click();
    await page.getByRole('option', { name: 'Idle' }).click();
    await page.getByText('No call fits.').waitFor();
    assert.match(page.url(), new RegExp(`agent=${other}`));
    await ask(console_)('DELETE', `/v1/agents/${agent}`);
    await page.goto(`${console_.server.url}/console/calls?agent=${agent}`);
    await rows.first().getByRole('link').click();
    await page
      .getByText('Hello, Ada')
      .or(page.getByRole('button', { name: 'Ada' }))
      .first()
      .waitFor();
    await page.getByText('interrupted', { exact: true }).waitFor();
    assert.equal(await page.locator('[data-figure=call-interruptions]').textContent(), '1');
    await checkUnharmed(visit);
  });

  it('one that is running is followed and ended', async () => {
    const agent = await newAgent({ instructions });
    const caller = await talk(agent);
    const visit = await console_.visit({ path: `/calls?agent=${agent}` });
    const { page } = visit;
    const row = page.getByRole('table').locator('tbody tr').first();
    await row.getByText('running').waitFor();
    await row.getByRole('link').click();
    await page.getByText('Nothing was said.').waitFor();
    await type(caller.page, 'What about tea?');
    await page.getByRole('button', { name: 'tea?' }).waitFor();
    await page.getByRole('button', { name: /^End the call of/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await caller.page.getByText('The call was cancelled.').waitFor();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Remove contents of/ }).waitFor();
    await checkUnharmed(visit);
  });

  it('the contents of one are removed, after a question', async () => {
    const agent = await newAgent();
    const id = await endedCall(carrier, agent);
    assert.equal((await recordingOf(id)).status, 200);
    const visit = await console_.visit({ path: `/calls?agent=${agent}` });
    const { page } = visit;
    await page.getByRole('button', { name: /^Remove contents of/ }).click();
    const question = page.getByRole('alertdialog').filter({ hasText: 'gone for good' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await callsOf(agent))[0]?.redacted_at, null);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Ada' }).waitFor();
    await page.getByRole('button', { name: /^Remove contents of/ }).click();
    await question.getByRole('button', { name: 'Remove contents' }).click();
    await page.getByText(/^The contents of this call were removed on/).waitFor();
    assert.equal(await page.locator('.call-player').count(), 0);
    assert.notEqual((await callsOf(agent))[0]?.redacted_at, null);
    assert.equal((await recordingOf(id)).status, 404);
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.goto(`${console_.server.url}/console/calls?agent=${agent}`);
    await page.getByText('contents removed').waitFor();
    await settled(page);
    await checkWidths(page);
    await checkUnharmed(visit);
  });
});
