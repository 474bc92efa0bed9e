/** What can be seen of the guides without running their blocks, which `npm run test:guides` does. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { loadGuides } from '../src/routes/docs/guides.ts';
import { blocksOf, problemsOf } from './docs/guide-blocks.ts';
import { compareOutput } from './docs/guide-output.ts';

async function readGuide(name: string): Promise<string> {
  return readFile(new URL(`../docs/guides/${name}.md`, import.meta.url), 'utf8');
}

describe('the blocks of the guides', () => {
  it('are of known languages and say how they are run', async () => {
    const problems = loadGuides().map(async ({ name }) => problemsOf(blocksOf(await readGuide(name), name), name));
    assert.deepEqual((await Promise.all(problems)).flat(), []);
  });

  it('stand within fences that are read: none is passed over', async () => {
    for (const { name } of loadGuides()) {
      const text = await readGuide(name);
      assert.equal(text.split(/^ *```/m).length - 1, blocksOf(text, name).length * 2, name);
    }
  });

  it('that cannot be run say why, and those with recorded messages have them', async () => {
    const recordings = await readdir(new URL('docs/recordings', import.meta.url));
    const used = [];
    for (const { name } of loadGuides()) {
      for (const { unrunnable, replays, line } of blocksOf(await readGuide(name), name)) {
        if (replays === undefined) continue;
        used.push(`${replays}.json`);
        assert.ok(unrunnable !== undefined, `${name}.md:${line}`);
      }
    }
    assert.deepEqual([...new Set(used)].sort(), recordings.sort());
  });

  it('are refused for a language, an option or an output that the test does not know', () => {
    const problems = (text: string): readonly string[] => problemsOf(blocksOf(text, 'x'), 'x');
    assert.match(problems('```ruby file=a.rb\nputs 1\n```\n')[0]!, /^x\.md:1: 'ruby' is no language/);
    assert.match(problems('```js\n1\n```\n')[0]!, /has no file name/);
    assert.match(problems('```text output\na\n```\n')[0]!, /is not one that runs and ends/);
    assert.match(problems('```js file=a.js saved\n1\n```\n')[0]!, /nothing after it uses a\.js/);
    assert.throws(() => blocksOf('```js fil=a.js\n1\n```\n', 'x'), /'fil' is no option/);
    assert.deepEqual(problems('```bash\necho 1\n```\n\n```text output\n1\n```\n'), []);
  });
});

describe('the output that a guide shows', () => {
  it('stands for what differs only where it has …', () => {
    compareOutput('text', 'a 12 ms\nb\nc\nd\n', 'a … ms\n…\nd\n');
    assert.throws(() => compareOutput('text', 'a 12 ms\nb\n', 'a … s\nb\n'));
    assert.throws(() => compareOutput('text', 'a\nb\n', 'a\n'));
    compareOutput('json', '{"id":"x1","n":[1,2,3],"m":2}', '{"id": "x…", "n": [1, "…"], "…": "…"}');
    assert.throws(() => compareOutput('json', '{"id":"x1","m":2}', '{"id": "…"}'));
    assert.throws(() => compareOutput('json', '{"id":3}', '{"id": 4}'));
  });
});
