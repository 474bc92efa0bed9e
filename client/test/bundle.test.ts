/** What a bundler with its defaults makes of the browser part. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

it('the audio thread loads a file of the page, no address with a script in it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sonorant-bundle-'));
  try {
    await writeFile(join(root, 'index.html'), '<script type="module" src="./main.js"></script>');
    await writeFile(
      join(root, 'main.js'),
      "import { AudioPlayer } from '@sonorant/client/browser'; new AudioPlayer();",
    );
    const alias = { '@sonorant/client': fileURLToPath(new URL('../src', import.meta.url)) };
    await build({ root, configFile: false, logLevel: 'silent', resolve: { alias } });
    const assets = join(root, 'dist/assets');
    const names = await readdir(assets);
    const worklet = names.find((name) => /^worklet-[\w-]+\.js$/.test(name));
    assert.ok(worklet !== undefined, names.join(' '));
    assert.match(await readFile(join(assets, worklet), 'utf8'), /registerProcessor\('sonorant-output'/);
    const page = await readFile(
      join(
        assets,
        names.find((name) => name.startsWith('index-'))!,
      ),
      'utf8',
    );
    assert.ok(page.includes(worklet));
    assert.doesNotMatch(page, /data:text\/javascript|blob:/);
  } finally {
    await rm(root, { recursive: true });
  }
});
