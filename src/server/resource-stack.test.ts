import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeLater, disposeInTime } from './resource-stack.ts';

describe('the resources of a process', () => {
  const scene = () => {
    const [closed, logged]: [string[], string[]] = [[], []];
    const logger = {
      error: (...given: unknown[]): void => void logged.push(String(given.at(-1))),
    } as Parameters<typeof closeLater>[2];
    const stack = new AsyncDisposableStack();
    const open = (name: string, end: () => Promise<void> = () => Promise.resolve()) => {
      const resource = {
        close: () => {
          closed.push(name);
          return end();
        },
      };
      assert.equal(closeLater(stack, resource, logger), resource);
    };
    return { stack, logger, open, closed, logged };
  };

  it('are closed in the reverse order, also when one fails', async () => {
    const { stack, logger, open, closed, logged } = scene();
    open('store');
    open('meter', () => Promise.reject(new Error('no database')));
    open('pool', () => {
      throw new Error('no thread');
    });
    await disposeInTime(stack, logger);
    assert.deepEqual(closed, ['pool', 'meter', 'store']);
    assert.deepEqual(logged, ['something could not be closed', 'something could not be closed']);
  });

  it('are closed one after the other', async () => {
    const { stack, logger, open, closed } = scene();
    const pool = Promise.withResolvers<undefined>();
    open('store');
    open('pool', () => pool.promise);
    const disposed = disposeInTime(stack, logger);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(closed, ['pool']);
    pool.resolve(undefined);
    await disposed;
    assert.deepEqual(closed, ['pool', 'store']);
  });

  it('are closed once', async () => {
    const { stack, logger, open, closed } = scene();
    open('store');
    await Promise.all([disposeInTime(stack, logger), disposeInTime(stack, logger)]);
    assert.deepEqual(closed, ['store']);
  });

  it('do not keep the process when one never closes, which is logged', async () => {
    const { stack, logger, open, logged } = scene();
    open('store', () => new Promise(() => undefined));
    await disposeInTime(stack, logger, 5);
    assert.deepEqual(logged, ['not everything could be closed in time']);
  });
});
