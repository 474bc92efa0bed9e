/** What can be seen of the guides without running their blocks, which `npm run test:guides` does. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { readGuides } from '../src/reference/guides.ts';
import { blocksOf, problemsOf } from './docs/guide-blocks.ts';
import { compareOutput } from './docs/guide-output.ts';
import { knownMetrics, unknownIn } from './docs/metrics.ts';
import { start } from './support/server.ts';

async function readGuide(name: string): Promise<string> {
  return readFile(new URL(`../docs/guides/${name}.md`, import.meta.url), 'utf8');
}

describe('the blocks of the guides', () => {
  it('are of known languages and say how they are run', async () => {
    const problems = readGuides().map(async ({ name }) => problemsOf(blocksOf(await readGuide(name), name), name));
    assert.deepEqual((await Promise.all(problems)).flat(), []);
  });

  it('stand within fences that are read: none is passed over', async () => {
    for (const { name } of readGuides()) {
      const text = await readGuide(name);
      assert.equal(text.split(/^ *```/m).length - 1, blocksOf(text, name).length * 2, name);
    }
  });

  it('that cannot be run say why, and those with recorded messages have them', async () => {
    const recordings = await readdir(new URL('docs/recordings', import.meta.url));
    const used = [];
    for (const { name } of readGuides()) {
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

describe('what is watched', () => {
  const deploy = new URL('../deploy/grafana/', import.meta.url);
  const known = knownMetrics();

  it('exists in /metrics, with its labels: alerts and panels', async () => {
    const { panels } = JSON.parse(await readFile(new URL('sonorant.json', deploy), 'utf8')) as {
      panels: { id: number; targets?: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(queries.length > 30);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const query of queries) assert.deepEqual(unknownIn(query, known), [], query);
    const rules = await readFile(new URL('sonorant.rules.yml', deploy), 'utf8');
    const expressions = [...rules.matchAll(/expr: (.*)/g)].map((match) => match[1]!);
    assert.ok(expressions.length > 10);
    for (const expression of expressions) assert.deepEqual(unknownIn(expression, known), [], expression);
  });

  it('is the same in the guide and in the file of the rules', async () => {
    const blocks = blocksOf(await readGuide('monitoring'), 'monitoring');
    const rules = blocks.find(({ file }) => file === 'sonorant.rules.yml');
    assert.equal(rules?.code, await readFile(new URL('sonorant.rules.yml', deploy), 'utf8'));
  });

  it('is known by its names: those of a running server are among them', async () => {
    const server = await start({});
    try {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      const names = new Set([...text.matchAll(/^([a-z]\w*)[ {]/gm)].map((match) => match[1]!));
      assert.deepEqual(
        [...names].filter((name) => !known.has(name)),
        [],
      );
      assert.deepEqual(unknownIn('rate(sonorant_nothing_total[5m])', known), ['sonorant_nothing_total']);
      assert.deepEqual(unknownIn('sum by (colour) (sonorant_contexts{shape="round"})', known), [
        'sonorant_contexts{shape}',
        'by (colour)',
      ]);
    } finally {
      await server.close();
    }
  });
});
