import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../errors/service-error.ts';
import { checkUrl } from './address.ts';

describe('an address a webhook may go to', () => {
  it('is none for any spelling of any local IPv4 address', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const local = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    );
    fc.assert(
      fc.property(local, (bytes) => {
        const [a, b, c, d] = bytes;
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const spellings = [
          `${a}.${b}.${c}.${d}`,
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `0${a.toString(8)}.0x${b.toString(16)}.${c}.${d}`,
          `${a}.${b}.${c}.${d}.`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ];
        for (const host of spellings) assert.throws(() => checkUrl(`https://${host}/`, false), ServiceError, host);
      }),
    );
  });
});

describe('the URL of a webhook', () => {
  const problem = (url: string, allowPrivate = false): string => {
    try {
      checkUrl(url, allowPrivate);
      return '';
    } catch (error) {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.status, 400);
      assert.match(error.message, /→ at url$/);
      return error.message;
    }
  };

  it('is https with a name or a public address, any port, path and query', () => {
    for (const url of [
      'https://example.org',
      'https://example.org:8443/hook?a=1',
      'HTTPS://Example.ORG/x',
      'https://bücher.example/x',
      'https://1.1.1.1/',
      'https://[2606:4700:4700::1111]/',
      'https://intranet/',
    ]) {
      assert.equal(problem(url), '', url);
    }
  });

  it('has at most 2,048 characters', () => {
    const sized = (length: number): string => 'https://example.org/'.padEnd(length, 'x');
    assert.equal(problem(sized(2048)), '');
    assert.match(problem(sized(2049)), /Too long/);
  });

  it('is refused with the reason', () => {
    for (const url of [
      'http://example.org',
      'ftp://example.org',
      'file:///etc/passwd',
      'example.org',
      '//example.org',
      'https:example.org',
      'https:/example.org',
      'https://',
      'https:// example.org',
      'https://exa\nmple.org',
      ' https://example.org',
      'https://example.org/a b',
      'javascript:alert(1)',
      '',
    ]) {
      assert.match(problem(url), /starts with https:\/\//, url);
    }
    for (const url of ['https://ada@example.org', 'https://ada:secret@example.org/', 'https://:secret@example.org/']) {
      assert.match(problem(url), /User name/, url);
    }
    for (const url of [
      'https://localhost',
      'https://LOCALHOST:8080/x',
      'https://api.localhost',
      'https://localhost.',
      'https://127.0.0.1',
      'https://0x7f.1',
      'https://2130706433',
      'https://[::1]',
      'https://169.254.169.254/latest/meta-data',
      'https://0/',
      'https://①②⑦.0.0.1/',
    ]) {
      assert.match(problem(url), /public network/, url);
    }
    assert.match(problem(`https://example.org/${'x'.repeat(2048)}`), /at most 2048/);
  });

  it('may with the setting be plain HTTP and local, but not link-local', () => {
    for (const url of [
      'http://127.0.0.1:3000/hook',
      'http://localhost:3000',
      'https://192.168.1.5',
      'http://[::1]:80',
      'http://receiver:8000',
    ]) {
      assert.equal(problem(url, true), '', url);
    }
    for (const url of ['http://169.254.169.254/', 'http://0.0.0.0/', 'http://[fe80::1]/']) {
      assert.match(problem(url, true), /public network/, url);
    }
    assert.match(problem('ftp://192.168.1.5', true), /https:\/\/ or http:\/\//);
  });

  it('never repeats what was sent', () => assert.doesNotMatch(problem('https://ada:hunter2@example.org'), /hunter2/));
});
