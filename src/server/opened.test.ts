import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Opened } from './opened.ts';

describe('what a process has opened', () => {
  const scene = (closeMs?: number) => {
    const [closed, told]: [string[], string[]] = [[], []];
    const error = (...given: unknown[]): void => void told.push(String(given.at(-1)));
    const opened = new Opened({ error } as ConstructorParameters<typeof Opened>[0], closeMs);
    const part = (name: string, end: Promise<void> = Promise.resolve()) => ({
      close: () => {
        closed.push(name);
        return end;
      },
    });
    return { opened, part, closed, told };
  };

  it('is closed in the reverse order, also when a part fails', async () => {
    const { opened, part, closed, told } = scene();
    opened.add(part('store'));
    opened.add(part('meter', Promise.reject(new Error('no database'))));
    opened.add(part('pool'));
    await opened.close();
    assert.deepEqual([closed, told.length], [['pool', 'meter', 'store'], 1]);
  });

  it('is closed once', async () => {
    const { opened, part, closed } = scene();
    opened.add(part('store'));
    await Promise.all([opened.close(), opened.close()]);
    assert.deepEqual(closed, ['store']);
  });

  it('does not keep the process when a part never closes, and that is said', async () => {
    const { opened, part, told } = scene(5);
    opened.add(part('store', new Promise(() => undefined)));
    await opened.close();
    assert.equal(told.length, 1);
  });
});
