/** Talk: an agent by microphone and by keyboard, its tools, interruptions and figures; what is missing and what fails, in words. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { wavOf } from '../../../src/audio/decoding/testing.ts';
import { expectJson } from '../../support/resources.ts';
import { metric } from '../../support/server.ts';
import { hearing, rate, voiceSamples } from '../../support/voice.ts';
import { eventually, hears, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

const said = 'I would like a coffee.';
const long = 'I know about coffee only, and about nothing else. '.repeat(6).trim();
const rules = `When the user says: ${said}
Say: One coffee for {{guest}}. Anything else?

When the user says: where is my order
Call: find_order(order="17")
If it fails: It is lost.
Say: It is {{result.state}}.

When the user says: where is my parcel
Say: One moment.
Call: find_parcel(parcel="17")
If it fails: Nobody knows.
Say: It is {{result.state}}.

When the user says: good bye
End: Good bye.

Otherwise: ${long}`;

interface Call {
  readonly id: string;
  readonly status: string;
  readonly end_reason: string | null;
}

function turns(page: Page, role = ''): Locator {
  return page.locator(role === '' ? '.turn' : `.turn[data-role=${role}]`);
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Type to the agent' }).fill(text);
  await page.keyboard.press('Enter');
}

function silence(page: Page, side: 'caller' | 'agent'): Promise<string | null> {
  return page.locator(`.live-wave[data-side=${side}]`).getAttribute('data-silent');
}

describe('talk', () => {
  let console_: Console;
  let folder: string;
  let agent: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonorant-microphone-'));
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, wavOf(voiceSamples(-1, 3, -26), rate));
    console_ = await startConsole({
      recognizers: [hearing(said)],
      microphone: `${microphone}%noloop`,
      settings: { SONORANT_MAX_CALLS: '1' },
    });
    const tool = {
      ...{ type: 'client', name: 'find_order', description: 'Finds an order.', expects_response: true },
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    };
    const { id: tools } = await expectJson<{ id: string }>(ask(console_)('POST', '/v1/agents/tools', tool), 201);
    const later = {
      ...{ ...tool, name: 'find_parcel', execution_mode: 'async', response_timeout_secs: 5 },
      parameters: { type: 'object', properties: { parcel: { type: 'string' } }, required: ['parcel'] },
    };
    const { id: parcels } = await expectJson<{ id: string }>(ask(console_)('POST', '/v1/agents/tools', later), 201);
    const config = {
      ...{
        instructions: rules,
        tools: [{ id: tools }, { id: parcels }],
        dynamic_variable_placeholders: { guest: 'Ann' },
      },
      language: { primary: 'en' },
    };
    agent = (await expectJson<{ id: string }>(ask(console_)('POST', '/v1/agents', { name: hostileName, config }), 201))
      .id;
  });
  after(async () => {
    await console_.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    await console_.leave();
    await eventually('no call is left', async () => (await metric(console_.server.url, 'sonorant_calls')) === 0);
  });

  const open = async (options: object = {}) => {
    const visit = await console_.visit({ path: `/agents/${agent}/talk`, ...options });
    await visit.page.getByRole('button', { name: 'Talk', exact: true }).waitFor();
    return visit;
  };
  const calls = async () =>
    (await expectJson<{ data: Call[] }>(ask(console_)('GET', `/agents/calls?agent_id=${agent}`), 200)).data;

  it('hears the microphone, is heard, shows what is said with its figures, and hangs up', async () => {
    const visit = await console_.visit({ path: '/agents' });
    const { page } = visit;
    await page.getByRole('link', { name: /^Talk to / }).click();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    // What is heard of a turn that goes on may still change.
    await turns(page, 'user').locator('.interim').waitFor();
    await turns(page, 'user').getByText(said).waitFor();
    await turns(page, 'assistant').getByText('One coffee for Ann. Anything else?').waitFor();
    await hears(page, 0.8);
    const figure = (name: string) => turns(page, 'assistant').locator(`[data-figure=${name}]`);
    await figure('total').waitFor();
    const ms = async (name: string) => Number(/^(\d+) ms$/.exec((await figure(name).textContent()) ?? '')?.[1]);
    const steps = await Promise.all(['text', 'token', 'audio', 'sent'].map(ms));
    assert.ok(steps[0]! > 100, `nobody's turn is over after ${steps[0]} ms`);
    const sum = steps.reduce((all, step) => all + step, 0);
    assert.ok(Math.abs((await ms('total')) - sum) <= 3, `${steps.join(' + ')} ms are not ${await ms('total')} ms`);
    assert.deepEqual([await silence(page, 'caller'), await silence(page, 'agent')], ['false', 'false']);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You have hung up.').waitFor();
    await page.getByRole('link', { name: /^This call/ }).waitFor();
    await eventually('the call is over', async () => (await calls())[0]?.end_reason === 'client_hangup');
    assert.equal(await metric(console_.server.url, 'sonorant_recognitions'), 0);
    await checkUnharmed(visit);
  });

  it('is typed to: values of variables, an interruption, a tool of the client, and the end by the agent', async () => {
    const visit = await open();
    const { page } = visit;
    await page.getByText('Values of variables').click();
    await page.getByRole('textbox', { name: 'Value' }).fill('Bob');
    await page.getByRole('button', { name: 'Type instead' }).click();
    const field = page.getByRole('textbox', { name: 'Type to the agent' });
    await eventually('the field has the focus', () =>
      page.evaluate<boolean>(`document.activeElement.getAttribute('maxlength') === '4000'`),
    );
    await page.keyboard.type(said);
    await page.keyboard.press('Enter');
    await turns(page, 'assistant').getByText('One coffee for Bob. Anything else?').waitFor();

    await type(page, `What about ${hostileName}?`);
    await turns(page, 'user').getByText(hostileName).waitFor();
    const answer = turns(page, 'assistant').nth(1);
    await answer.getByText(/^I know about coffee only/).waitFor();
    await hears(page, 3);
    await type(page, 'Where is my order?');
    await answer.getByText('interrupted', { exact: true }).waitFor();
    const heard = (await answer.locator('.turn-text bdi').textContent()) ?? '';
    const unheard = (await answer.locator('del').textContent()) ?? '';
    assert.ok(heard !== '' && unheard !== '' && heard + unheard === long, `${heard} | ${unheard}`);

    const form = page.getByRole('form', { name: 'Answer of find_order' });
    await form.getByText('"order": "17"').waitFor();
    await form.getByRole('textbox', { name: 'Result of find_order' }).fill('{"state": "on its way"}');
    await form.getByRole('button', { name: 'Answer' }).click();
    const reply = turns(page, 'assistant').nth(2);
    await reply.getByText('It is on its way.').waitFor();
    const tool = reply.locator('.tool-run');
    await tool.getByText('"state": "on its way"').waitFor();
    assert.match((await tool.textContent()) ?? '', /find_order.*"order": "17"/s);
    assert.equal(await form.count(), 0);

    await type(page, 'Good bye');
    await page.getByText('The agent has hung up.').waitFor();
    assert.equal(await field.isDisabled(), true);
    assert.equal((await calls())[0]?.end_reason, 'agent_hangup');
    await checkUnharmed(visit);
  });

  it('waits for an asynchronous tool behind the turn that calls it, until it is answered or its time has passed', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Type instead' }).click();
    await page.getByText('Connected. Type below').waitFor();
    const form = page.getByRole('form', { name: 'Answer of find_parcel' });
    const result = form.getByRole('textbox', { name: 'Result of find_parcel' });
    await type(page, 'Where is my parcel?');
    await result.fill('{"state": ');
    const called = turns(page, 'assistant').first();
    await called.locator('.tool-run').getByText('running').waitFor();
    assert.equal(await result.inputValue(), '{"state": ');
    await result.fill('{"state": "on its way"}');
    await form.getByRole('button', { name: 'Answer' }).click();
    await turns(page, 'assistant').nth(1).getByText('It is on its way.').waitFor();
    assert.equal(await form.count(), 0);

    await type(page, 'Where is my parcel?');
    await form.waitFor();
    await page.getByText('find_parcel was not answered within 5 s.').waitFor();
    assert.equal(await form.count(), 0);
    await turns(page, 'assistant').getByText('Nobody knows.').waitFor();
  });

  it('ends when the page is left, and asks for no microphone without need', async () => {
    const { page } = await open();
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => { window.asked = true; throw new Error('asked'); }`,
    );
    await page.getByRole('button', { name: 'Type instead' }).click();
    await page.getByText('Connected. Type below').waitFor();
    assert.equal(await metric(console_.server.url, 'sonorant_calls'), 1);
    // Another tab of the agent is another page, and the keyboard stays at the tabs.
    await page.getByRole('tab', { name: 'Talk' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('textbox', { name: 'Instructions' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Configuration');
    await eventually('the call is over', async () => (await metric(console_.server.url, 'sonorant_calls')) === 0);
    assert.equal(await page.evaluate('window.asked'), undefined);
  });

  it('says in words that there is no microphone, that a call is one too many, and that a call was cancelled', async () => {
    const visit = await open();
    const { page } = visit;
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'))`,
    );
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await page.getByText('No microphone was found.').waitFor();
    await page.getByText('“Type instead” needs no microphone.').waitFor();
    await page.getByRole('button', { name: 'Type instead' }).click();
    await page.getByText('Connected. Type below').waitFor();

    const other = await open();
    await other.page.getByRole('button', { name: 'Type instead' }).click();
    await other.page.getByText('The conversation did not begin').waitFor();
    assert.match((await other.page.getByRole('alert').textContent()) ?? '', /calls.*concurrency_limited/s);

    const [call] = await calls();
    await ask(console_)('POST', `/agents/calls/${call!.id}/cancel`);
    await page.getByText('The call was cancelled.').waitFor();
    await other.page.getByRole('button', { name: 'Type instead' }).click();
    await other.page.getByText('Connected. Type below').waitFor();
    await checkUnharmed(visit);
    await checkUnharmed(other);
  });

  it('goes on without a microphone that went away, and says so as long as it does', async () => {
    const { page } = await open();
    await page.evaluate(`{
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => (window.opened = await ask(wish));
    }`);
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    await page.getByText('Connected. Speak, or type below.').waitFor();
    await page.evaluate(`opened.getAudioTracks()[0].dispatchEvent(new Event('ended'))`);
    await page.getByRole('alert').filter({ hasText: 'The microphone went away.' }).waitFor();
    await page.getByText('Connected. Type below.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Mute' }).count(), 0);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('You have hung up.').waitFor();
    assert.equal(await page.getByText('The conversation goes on').count(), 0);
  });

  it('is typed to and read where no sound can come out', async () => {
    const { page } = await open();
    await page.evaluate(`AudioContext.prototype.resume = () => new Promise(() => undefined);
      Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' })`);
    await page.getByRole('button', { name: 'Type instead' }).click();
    await page.getByText('The conversation did not begin').waitFor();
    await page.getByRole('button', { name: 'Type and read' }).click();
    await page.getByText('Connected. Type below').waitFor();
    await type(page, said);
    await turns(page, 'assistant').getByText('One coffee for Ann.').waitFor();
  });

  it('is done with the keyboard alone', async () => {
    const { page } = await open();
    const press = async (name: string, key: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press(key);
    };
    await press('Talk', 'Enter');
    await page.getByText('Connected. Speak, or type below.').waitFor();
    await press('Mute', 'Space');
    await page.getByText('Muted: the agent hears silence.').waitFor();
    await press('“where is my order”', 'Enter');
    const form = page.getByRole('form', { name: 'Answer of find_order' });
    await form.getByRole('button', { name: 'It has failed' }).focus();
    await page.keyboard.press('Enter');
    await turns(page, 'assistant').locator('.tool-run').getByText('The tool has failed.').waitFor();
    // Turns that are out of sight are scrolled to by keys.
    await page.getByRole('log', { name: 'What is said' }).focus();
    await press('Hang up', 'Enter');
    await page.getByText('You have hung up.').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fits and is accessible while one talks: ${colorScheme}`, async () => {
      const { page } = await open({ colorScheme });
      await page.getByRole('button', { name: 'Type instead' }).click();
      await page.getByText('Connected. Type below').waitFor();
      await type(page, 'What about tea?');
      await turns(page, 'assistant')
        .getByText(/^I know about coffee only/)
        .waitFor();
      await hears(page, 2);
      await type(page, 'Where is my order?');
      await page.locator('[data-figure=total]').first().waitFor();
      await page.getByRole('form', { name: 'Answer of find_order' }).waitFor();
      await checkWidths(page);
    });
  }
});

describe('talk by voice', () => {
  it('marks an answer that the caller has spoken into, and what nobody heard of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonorant-microphone-'));
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, wavOf(voiceSamples(-1, 2, -5, 3, -26), rate));
    const console_ = await startConsole({
      recognizers: [hearing('What about tea?', 'No, I would like a coffee please.')],
      microphone: `${microphone}%noloop`,
    });
    try {
      const config = { instructions: rules, dynamic_variable_placeholders: { guest: 'Ann' } };
      const { id } = await expectJson<{ id: string }>(
        ask(console_)('POST', '/v1/agents', { name: 'Bar', config }),
        201,
      );
      const { page } = await console_.visit({ path: `/agents/${id}/talk` });
      await page.getByRole('button', { name: 'Talk', exact: true }).click();
      const answer = turns(page, 'assistant').first();
      await answer.getByText('interrupted', { exact: true }).waitFor();
      const heard = (await answer.locator('.turn-text bdi').textContent()) ?? '';
      assert.ok(heard.length > 20 && heard.length < long.length - 20, heard);
      assert.equal(heard + ((await answer.locator('del').textContent()) ?? ''), long);
      await turns(page, 'user').getByText('No, I would like a coffee please.').waitFor();
      await turns(page, 'assistant').getByText('One coffee for Ann. Anything else?').waitFor();
    } finally {
      await console_.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('talk at a server that hears nothing', () => {
  it('says so, and types', async () => {
    const console_ = await startConsole();
    try {
      const instructions = `Otherwise: ${long}`;
      const body = { name: 'Bar', config: { instructions } };
      const { id } = await expectJson<{ id: string }>(ask(console_)('POST', '/v1/agents', body), 201);
      const { page } = await console_.visit({ path: `/agents/${id}/talk` });
      await page.getByText('This server hears nothing yet.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Talk', exact: true }).isDisabled(), true);
      await page.getByRole('button', { name: 'Type instead' }).click();
      await page.getByText('Connected. Type below').waitFor();
      await type(page, 'What about tea?');
      await turns(page, 'assistant')
        .getByText(/^I know about coffee only/)
        .waitFor();
      await hears(page, 1);
      await checkWidths(page);
    } finally {
      await console_.close();
    }
  });
});
