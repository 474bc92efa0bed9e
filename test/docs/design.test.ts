/** The documentation and the console are one product to look at. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { icon, tokens } from '../../src/reference/assets/tokens.ts';

function read(path: string): Promise<string> {
  return readFile(new URL(`../../console/${path}`, import.meta.url), 'utf8');
}

describe('the design of the documentation', () => {
  it('has the colours, sizes and spaces of the console', async () => {
    const withoutComments = (await read('src/styles/tokens.css')).replaceAll(/\/\*[^]*?\*\/\n/g, '');
    assert.equal(tokens, withoutComments.trim());
  });

  it('has its sign', async () => assert.equal(icon, await read('public/icon.svg')));
});
