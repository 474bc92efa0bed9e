import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readinessOf } from './readiness.ts';

const models = resolve('my data', 'models');

async function notesOf(reason: string): Promise<readonly string[]> {
  const readiness = readinessOf({
    store: { ping: () => Promise.resolve() },
    scheduler: { isReady: true, setAside: [{ engine: 'neural:amy', reason }] },
    problems: () => [{ engine: 'neural:bob', reason }],
    isDraining: () => false,
    isWarm: () => true,
    models,
  });
  return (await readiness()).notes;
}

describe('the notes of a server that is ready', () => {
  for (const [given, told] of [
    [`Load model from ${models}/amy/model.onnx failed: cut off`, 'Load model from amy/model.onnx failed: cut off'],
    [`'${models}/amy/tokens.txt' does not exist`, `'amy/tokens.txt' does not exist`],
    ["Cannot find package 'x' imported from /home/me/app/child.js", "Cannot find package 'x' imported from child.js"],
    ['failed:/build/core/graph/model.cc:177 no graph', 'failed:model.cc:177 no graph'],
    ['at file:///opt/app/main.js:3', 'at main.js:3'],
    ['in C:\\Users\\me\\model.onnx', 'in model.onnx'],
    ['https://models.example/voices/amy and/or none', 'https://models.example/voices/amy and/or none'],
  ]) {
    it(`say nothing of where things lie: ${told}`, async () => {
      assert.deepEqual(await notesOf(given!), [
        `the engine neural:amy is set aside: ${told}`,
        `the engine neural:bob is not as it should be: ${told}`,
      ]);
    });
  }
});
