import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SignInLinks } from './sign-in-links.ts';

describe('a sign-in link', () => {
  it('is good once', () => {
    const links = new SignInLinks();
    const token = links.create();
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(links.redeem(`${token}x`), false);
    assert.equal(links.redeem(token.toLowerCase()), false);
    assert.equal(links.redeem(token), true);
    assert.equal(links.redeem(token), false);
  });

  it('is good for ten minutes', () => {
    let now = 0;
    const links = new SignInLinks(undefined, () => now);
    const token = links.create();
    now = 599_999;
    const later = links.create();
    assert.equal(links.redeem(token), false, 'a new one takes its place');
    now += 600_000;
    assert.equal(links.redeem(later), false);
    const last = links.create();
    now += 599_999;
    assert.equal(links.redeem(last), true);
  });

  it('is of no use before there is one', () => {
    assert.equal(new SignInLinks().redeem(''), false);
  });
});
