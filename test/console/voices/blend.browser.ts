/** Two voices of a Kokoro model and a slider between them: heard, kept, spoken with; and what is said where no model can. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { prepareModel } from '../../../src/engines/neural/prepare.ts';
import { writeKokoroModel } from '../../../src/engines/neural/testing.ts';
import { isLibraryInstalled } from '../../../src/model-files/sherpa-onnx.ts';
import { eventually, hears, startConsole, type Console } from '../support/browser.ts';
import { ask, checkUnharmed, checkWidths, hostileName } from '../support/pages.ts';

/** The shares as the slider shows them: names are isolated from the text around them. */
function at(percent: number): RegExp {
  return new RegExp(`Speaker0\\W ${100 - percent} % · \\WSpeaker1\\W ${percent} %`, 'u');
}

describe('blending two voices', () => {
  let console_: Console;
  before(async () => (console_ = await startConsole()));
  after(() => console_.close());
  afterEach(() => console_.leave());

  it('is explained where no model can', async () => {
    const visit = await console_.visit({ path: '/voices' });
    await visit.page.getByRole('link', { name: 'Blend two voices' }).click();
    await visit.page.getByText('No model of this server can blend voices.').waitFor();
    assert.equal(await visit.page.getByRole('slider').count(), 0);
    await checkWidths(visit.page);
    await checkUnharmed(visit);
  });

  it(
    'is heard at its place of the slider, by keyboard, and kept',
    { skip: !isLibraryInstalled() && 'sherpa-onnx-node is not here' },
    async () => {
      const { server } = console_;
      const source = join(server.dataDir, 'published');
      await writeKokoroModel(source, { speakers: 3 });
      await mkdir(join(server.dataDir, 'models'), { recursive: true });
      const details = { name: 'tiny-kokoro', licence: 'CC0-1.0', source: 'a test' };
      await prepareModel(source, join(server.dataDir, 'models', 'tiny-kokoro'), details);
      await server.reloadModels();

      const visit = await console_.visit({ path: '/voices/blend' });
      const { page } = visit;
      const slider = page.getByRole('slider', { name: 'Between them' });
      await slider.waitFor();
      await page.getByText(at(50)).waitFor();
      await slider.focus();
      for (let times = 0; times < 10; times++) await page.keyboard.press('ArrowRight');
      await page.getByText(at(60)).waitFor();
      await page.getByRole('button', { name: /^Hear .*60 %/ }).click();
      await hears(page, 0.3);
      const keep = page.getByRole('button', { name: 'Keep the voice' });
      assert.ok(await keep.isDisabled(), 'it has no name yet');
      await page.getByRole('textbox', { name: 'Name of the new voice' }).fill(hostileName);
      await checkWidths(page);
      await keep.click();
      await page.waitForURL(/\/voices\/[0-9a-f-]{36}$/);
      await page.getByText('Between Speaker0 (40 %) and Speaker1 (60 %).').first().waitFor();
      await checkUnharmed(visit);
      const id = page.url().split('/').at(-1)!;
      await eventually('the voice', async () => {
        const { text } = await ask(console_)('GET', `/voices/${id}?expand[]=blend`);
        return (JSON.parse(text) as { blend: { weight: number } }).blend.weight === 0.6;
      });
    },
  );
});
