/** Webhooks: the secret shown once, a test event that a receiver checks, deliveries sent again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { expectJson } from '../../support/resources.ts';
import { eventually, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName, visitAsAdmin } from '../support/pages.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('webhooks', () => {
  let console_: Console;
  let receiver: Server;
  let answer = 204;
  const received: Received[] = [];

  before(async () => {
    console_ = await startConsole({ settings: { SONORANT_ALLOW_PRIVATE_WEBHOOKS: 'true' } });
    receiver = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
        response.writeHead(answer).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  after(async () => {
    receiver.close();
    receiver.closeAllConnections();
    await console_.close();
  });

  it('are made with a secret that is shown once, tested against a receiver, and tell what was delivered', async () => {
    const visit = await visitAsAdmin(console_, '/webhooks');
    const { page } = visit;
    await page.getByText('No webhook yet.').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(hostileName);
    await dialog.getByRole('checkbox', { name: /^All events/ }).uncheck();
    await dialog.getByRole('checkbox', { name: /^dataset\.created A dataset was made/ }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'No webhook was made' }).waitFor();
    const { port } = receiver.address() as AddressInfo;
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/events`);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const shown = page.getByRole('alertdialog', { name: 'The secret of the webhook' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    assert.match(secret, /^whsec_/);
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('status').getByText('Delivered', { exact: true }).waitFor();
    const { headers, body } = received[0]!;
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
    assert.equal(event.type, 'webhook.test');
    assert.ok(!(await page.content()).includes(secret));

    answer = 500;
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('status').getByText('Not delivered', { exact: true }).waitFor();
    answer = 204;

    await expectJson(ask(console_)('POST', '/datasets', { name: hostileName, description: '' }), 200);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('rowheader', { name: 'dataset.created' }).waitFor();
    await eventually('it has arrived', () => Promise.resolve(received.length >= 3));
    await page.getByRole('cell', { name: 'Delivered (204)' }).waitFor();
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Open dataset.created' }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('<img src=x').waitFor();
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await eventually('it was sent again', () => Promise.resolve(received.length >= 4));
    assert.equal(received[3]!.headers['webhook-id'], received[2]!.headers['webhook-id']);
    await delivery.getByRole('button', { name: 'Close' }).click();
    await checkUnharmed(visit);
  });

  it('do not appear for a role that may not see them', async () => {
    const { page } = await console_.visit({ path: '/webhooks' });
    await page.getByRole('heading', { name: 'Not here' }).waitFor();
    for (const name of ['Webhooks', 'Members', 'Keys', 'Server']) {
      assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0, name);
    }
    assert.equal(await page.getByRole('link', { name: 'Voices', exact: true }).count(), 1);
  });
});
