/** Metrics of calls: made, attached on the page of an agent, judged, seen as table and charts, narrowed, downloaded, asked again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { answering, delta } from '../../../src/language-models/openai/testing.ts';
import { carrierOf, endedCall, type Carrier } from '../../support/calls.ts';
import { expectJson } from '../../support/resources.ts';
import { adminKey, eventually, settled, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

/** By a word in the question. */
const answers: readonly (readonly [RegExp, unknown])[] = [
  [/true or false/u, true],
  [/from 1/u, 4],
  [/one of/u, hostileName],
];

interface Model {
  readonly server: Server;
  readonly url: string;
  /** What it answers from now on in place of {@link answers}. */
  say: string | undefined;
}

async function startModel(): Promise<Model> {
  const model: { say: string | undefined } = { say: undefined };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
          messages: readonly { readonly content: string }[];
        };
        const [, question] = /The question:\n(.+)$/su.exec(messages.at(-1)!.content) ?? [];
        const found = answers.find(([words]) => question !== undefined && words.test(question))?.[1] ?? null;
        const judged = JSON.stringify({ result: found, reason: 'The caller said so.' });
        const text = question === undefined ? 'Ada said hello.' : (model.say ?? judged);
        answering(delta(text), delta('', 'stop'))(response, 1, {
          path: request.url!,
          headers: request.headers,
          body: {},
        });
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return Object.assign(model, { server, url });
}

describe('metrics of calls', () => {
  let console_: Console;
  let carrier: Carrier;
  let model: Model;
  before(async () => {
    model = await startModel();
    console_ = await startConsole({
      settings: {
        SONORANT_AGENT_MODELS: JSON.stringify([{ id: 'local', url: model.url, model: 'llama3' }]),
      },
      choices: { maxMetricsPerAgent: 3 },
    });
    carrier = await carrierOf(console_.server);
  });
  after(async () => {
    await carrier[Symbol.asyncDispose]();
    await console_.close();
    model.server.close();
    model.server.closeAllConnections();
  });
  afterEach(async () => {
    model.say = undefined;
    await console_.leave();
    const { data } = await expectJson<{ data: { id: string }[] }>(ask(console_)('GET', '/agents/metrics'), 200);
    for (const { id } of data) await ask(console_)('DELETE', `/agents/metrics/${id}`);
    await carrier.store.database.db.deleteFrom('metric_results').execute();
  });

  const newAgent = (name: string, config: object = { model: { id: 'local' } }) =>
    expectJson<{ id: string; version: { id: string } }>(ask(console_)('POST', '/v1/agents', { name, config }), 201);
  const newMetric = async (name: string, prompt: string, displayName?: string) =>
    (
      await expectJson<{ id: string }>(
        ask(console_)('POST', '/agents/metrics', {
          name,
          prompt,
          ...(displayName !== undefined && { display_name: displayName }),
        }),
        200,
      )
    ).id;
  /** A call of that version of the agent, which its model can judge. */
  const judgedCall = async ({ id, version }: { id: string; version: { id: string } }) => {
    const call = await carrier.calls.begin({ ...carrier.newCall(id), agentVersionId: version.id });
    call.turn({ number: 1, role: 'user', text: 'Hello', startTime: 0.1, endTime: 0.5, interrupted: false });
    await call.end({ status: 'completed', reason: 'client_hangup' });
    return call.id;
  };
  const rows = (page: Page) => page.getByRole('region', { name: 'Results: table' }).locator('tbody tr');

  /** Results as they stand in the database, of so many days ago. */
  const found = async (
    metricId: string,
    answered: readonly {
      result: string | null;
      value?: number;
      daysAgo?: number;
      summary?: string;
      failed?: boolean;
    }[],
    agentId: string,
  ) => {
    const { id: organization_id } = (await carrier.store.organizations.first())!;
    const of = [];
    for (const [index, { result, value = null, daysAgo = 0, summary = null, failed = false }] of answered.entries()) {
      of.push({
        ...{ organization_id, id: `mres_${metricId}_${index}`, metric_id: metricId, metric_name: metricId },
        ...{ metric_display_name: null, agent_id: agentId, agent_version_id: 'v' },
        ...{ call_id: await endedCall(carrier, agentId), json_result: null, model_id: 'local', run_id: 'job' },
        ...{ status: failed ? ('failed' as const) : ('completed' as const), summary, result, value },
        created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      });
    }
    await carrier.store.database.db.insertInto('metric_results').values(of).execute();
  };

  it('are made from an example, refused at the field by their name, and deleted', async () => {
    const visit = await console_.visit({ path: '/metrics' });
    const { page } = visit;
    await page.getByText('No metric yet.').waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'New metric' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New metric' });
    await dialog.getByRole('button', { name: 'Satisfaction' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Big Name');
    await dialog.getByRole('textbox', { name: 'Name for people' }).fill(hostileName);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText(/Lower-case letters, digits/).waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('satisfaction');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: /satisfaction/ }).waitFor();
    await page.getByText('The metric is made. Attach it to an agent').waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No metric yet.').waitFor();
    await checkUnharmed(visit);
  });

  it('are attached on the page of an agent, judge its next call, and lead to it', async () => {
    const agent = await newAgent(hostileName);
    await newMetric('solved', 'Was it solved? Answer true or false.', 'Solved');
    await newMetric('stars', 'How satisfied, from 1 to 5?', 'Satisfaction');
    await newMetric('topic', 'Which topic? Answer with one of: a, b.', hostileName);
    await newMetric('fourth', 'Anything else?');
    const visit = await console_.visit({ path: `/agents/${agent.id}/metrics` });
    const { page } = visit;
    for (const name of ['Solved', 'Satisfaction', '<img', 'fourth']) {
      await page.getByRole('button', { name: new RegExp(`^Attach .?${name}`) }).click();
    }
    await page.getByRole('alert').filter({ hasText: 'may have no more' }).waitFor();
    await page.getByRole('button', { name: /^Detach .?Satisfaction/ }).click();
    await page.getByRole('button', { name: /^Attach .?Satisfaction/ }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const callId = await judgedCall(agent);
    await page.getByRole('link', { name: 'results of this agent' }).click();
    await eventually('both are there', async () => (await rows(page).count()) === 2, 30_000);
    const solved = rows(page).filter({ hasText: 'Solved' });
    assert.match((await solved.textContent()) ?? '', /yes.*The caller said so\./);
    await page.locator('[data-answer=Yes]').getByText('Yes: 1 (100 %)').waitFor();
    assert.equal(await page.getByRole('region', { name: /^Metric/ }).count(), 2);
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await solved.getByRole('link', { name: /^Call/ }).click();
    await page.waitForURL(new RegExp(`/calls/${callId}$`));
    await page.getByRole('heading', { name: 'Metrics' }).waitFor();
    await rows(page).nth(1).waitFor();
    await checkWidths(page);
    await checkUnharmed(visit);
  });

  it('have charts by the kind of their answers, with the reasons of what failed', async () => {
    const { id: agent } = await newAgent('Charted', {});
    await found(
      'solved',
      [
        ...Array.from({ length: 3 }, () => ({ result: 'true', value: 1 })),
        { result: 'no', value: 0 },
        { result: null, failed: true, summary: 'The language model did not answer: unreachable.' },
        { result: null, summary: 'The agent answers by "Rules, not a language model", which judges nothing.' },
      ],
      agent,
    );
    await found(
      'stars',
      [
        { result: '5', value: 5 },
        { result: '4', value: 4, daysAgo: 2 },
        { result: '2', value: 2, daysAgo: 2 },
      ],
      agent,
    );
    await found('topic', [{ result: 'order' }, { result: 'order' }, { result: hostileName }], agent);
    for (const colorScheme of ['light', 'dark'] as const) {
      const visit = await console_.visit({ path: '/metrics/results', colorScheme });
      const { page } = visit;
      const card = (name: string) => page.getByRole('region', { name: `Metric ${name}` });
      await card('solved').getByText('Yes: 3 (75 %)').waitFor();
      await card('solved').getByText('No: 1 (25 %)').waitFor();
      await card('solved').getByText('Failed: 1').click();
      await card('solved').getByText('did not answer: unreachable').waitFor();
      await card('solved').getByText('Without an answer: 1').click();
      assert.equal(await card('stars').locator('[data-figure=mean]').textContent(), '3.667');
      const chart = (await card('stars').getByRole('img').getAttribute('aria-label')) ?? '';
      assert.match(chart, /^Mean of stars by day, \d{4}-\d\d-\d\d: 3, \d{4}-\d\d-\d\d: 5$/);
      await card('stars').getByText('The days as a table').click();
      await card('stars').getByRole('rowheader').nth(1).waitFor();
      const topics = await card('topic').locator('.value-bars li').allTextContents();
      assert.deepEqual(topics, ['order2', `${hostileName}1`]);
      assert.match((await rows(page).filter({ hasText: 'unreachable' }).textContent()) ?? '', /failed/);
      await checkWidths(page);
      await checkUnharmed(visit);
    }
  });

  it('are narrowed by agent, metric and day, which the address holds, and downloaded as they are narrowed', async () => {
    const [{ id: one }, { id: other }] = [await newAgent('One', {}), await newAgent('Other', {})];
    await found('solved', [{ result: 'yes', value: 1 }], one);
    await found(
      'old',
      [
        { result: 'yes', value: 1, daysAgo: 10 },
        { result: 'no', value: 0 },
      ],
      one,
    );
    await found('topic', [{ result: '=1+1' }], other);
    const { page } = await console_.visit({ path: '/metrics/results' });
    await rows(page).nth(3).waitFor();
    await page.getByRole('button', { name: /Agent$|^All agents/ }).click();
    await page.getByRole('option', { name: 'Other' }).click();
    await eventually('one is left', async () => (await rows(page).count()) === 1);
    await rows(page).getByText('=1+1').waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const csv = await readFile(await (await coming).path(), 'utf8');
    assert.deepEqual([csv.trimEnd().split('\r\n').length, csv.includes("'=1+1")], [2, true]);
    // That metric is gone, its results are not.
    await page.goto(`${console_.server.url}/console/metrics/results?metric=old`);
    await rows(page).nth(1).waitFor();
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('From').fill(day);
    await eventually('the older one is not there', async () => (await rows(page).count()) === 1);
    assert.match(page.url(), new RegExp(`metric=old&from=${day}`));
    await page.reload();
    await settled(page);
    assert.equal(await rows(page).count(), 1);
    await page.getByLabel('Until').fill(day);
    await page.getByText('No result fits.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'CSV' }).count(), 0);
  });

  it('are asked again, and a judge that answers nonsense has failed with its reason', async () => {
    const agent = await newAgent('Judged');
    const id = await newMetric('solved', 'Was it solved? Answer true or false.');
    await ask(console_)('POST', `/agents/${agent.id}/metrics/${id}`);
    await judgedCall(agent);
    const { page } = await console_.visit({ path: `/metrics/results?metric=${id}` });
    await rows(page).getByText('yes', { exact: true }).waitFor({ timeout: 30_000 });
    model.say = 'I would rather not.';
    await page.getByRole('button', { name: /^Ask again/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ask again' }).click();
    await rows(page).getByText('failed', { exact: true }).waitFor({ timeout: 60_000 });
    assert.match((await rows(page).textContent()) ?? '', /not the JSON object/);
  });

  it('are not there for a role without agents, and an agent by rules says that it has no judge', async () => {
    const { page: admin } = await console_.visit({ as: { key: adminKey }, path: '/metrics' });
    await admin.getByText('your role does not open it').waitFor();
    assert.equal(await admin.getByRole('link', { name: 'Metrics' }).count(), 0);
    const { id } = await newAgent('By rules', { model: { id: 'rules' } });
    const { page } = await console_.visit({ path: `/agents/${id}/metrics` });
    await page.getByText('No metric yet.').waitFor();
    await page.getByText('This agent answers by rules').waitFor();
  });
});
