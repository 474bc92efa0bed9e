/** Compares what a block printed with what its guide shows, in which `…` stands for what differs from run to run. */
import assert from 'node:assert/strict';

/** A line that is only `…` stands for any lines, an `…` within a line for any text of that line. */
function patternOf(expected: string): RegExp {
  const lines = expected.trimEnd().split('\n');
  const parts = lines.map((line, index) => {
    const isFirst = index === 0;
    if (line.trim() === '…') return isFirst ? '(?:[^]*\\n)?' : '(?:\\n[^]*)?';
    const texts = line.split('…').map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const followsAny = index === 1 && lines[0]!.trim() === '…';
    return `${isFirst || followsAny ? '' : '\\n'}${texts.join('[^\\n]*')}[ \\t]*`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

export function fitsText(actual: string, expected: string): boolean {
  return patternOf(expected).test(actual.trimEnd());
}

function fitsArray(actual: readonly unknown[], expected: readonly unknown[]): boolean {
  const isOpen = expected.at(-1) === '…';
  const given = isOpen ? expected.slice(0, -1) : expected;
  const fits = isOpen ? actual.length >= given.length : actual.length === given.length;
  return fits && given.every((value, index) => fitsValue(actual[index], value));
}

function fitsValue(actual: unknown, expected: unknown): boolean {
  if (typeof expected === 'string' && expected.includes('…')) {
    return expected === '…' || (typeof actual === 'string' && fitsText(actual, expected));
  }
  if (Array.isArray(expected)) return Array.isArray(actual) && fitsArray(actual, expected);
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
    const { '…': rest, ...members } = expected as Record<string, unknown>;
    const isOpen = rest !== undefined;
    const given = actual as Record<string, unknown>;
    const names = Object.keys(members);
    return (
      (isOpen || Object.keys(given).length === names.length) &&
      names.every((name) => name in given && fitsValue(given[name], members[name]))
    );
  }
  return Object.is(actual, expected);
}

/** @throws {AssertionError} that shows both */
export function compareOutput(language: string, actual: string, expected: string): void {
  if (language === 'json') {
    if (!fitsValue(JSON.parse(actual), JSON.parse(expected))) assert.equal(actual, expected);
  } else if (!fitsText(actual, expected)) {
    assert.equal(actual, expected);
  }
}
