import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { busyFor } from '../../test/support/busy-for.ts';
import { eventually } from '../../test/support/eventually.ts';
import { TestClock } from '../timing/testing.ts';
import { ChildLink } from './child-link.ts';
import type { EchoProcess } from './echo-testing.ts';
import { ProcessError, TaskInput } from './task.ts';
import { maxAttachments } from './protocol.ts';
import { SupervisedProcess, type SupervisedProcessOptions } from './supervised-process.ts';

const module = new URL('./echo-testing.ts', import.meta.url).href;
const open: SupervisedProcess<EchoProcess>[] = [];
after(() => Promise.all(open.map((each) => each.close())));

function start(options: Partial<SupervisedProcessOptions<EchoProcess>> = {}): SupervisedProcess<EchoProcess> {
  const stderr = { fault: /FAULT/u, noise: /^echo\.cc:\d+ /u };
  const made = new SupervisedProcess<EchoProcess>({
    ...{ noun: 'echo', name: 'one', taskNoun: 'phrase', module, config: undefined, stderr },
    ...options,
  });
  open.push(made);
  return made;
}

async function echo(process: SupervisedProcess<EchoProcess>, phrase: string, heard: string[] = []): Promise<string[]> {
  const request = phrase.split(' ');
  const onPart = (part: Uint8Array): void => void heard.push(Buffer.from(part).toString());
  await process.run({ request, size: request.length, onPart }, new AbortController().signal);
  return heard;
}

async function refused(promise: Promise<unknown>, kind: ProcessError['kind'], message: string | RegExp): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof ProcessError, String(error));
    assert.equal(error.kind, kind);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });
}

/** Until the promise settles, timers of the test's clock that are due now are called. */
async function ticking<T>(clock: TestClock, promise: Promise<T>): Promise<T> {
  const timer = setInterval(() => clock.advance(0), 1);
  return promise.finally(() => clearInterval(timer));
}

describe('a supervised process', () => {
  it('says what it is once it has loaded, and gives results in pieces, one task after the other', async () => {
    const process = start();
    const { pid } = await process.load();
    assert.equal(pid, process.pid);
    assert.ok(process.memoryBytes > 1e6);
    assert.deepEqual(await Promise.all([echo(process, 'a b'), echo(process, 'c')]), [['a', 'b'], ['c']]);
  });

  it('is sent an attachment once, and again when others have pushed it out', async () => {
    const process = start();
    let sent = 0;
    const attached = async (id: string): Promise<string[]> => {
      const heard: string[] = [];
      const data = (): Uint8Array => {
        sent++;
        return Buffer.from(`${id}:`);
      };
      const onPart = (part: Uint8Array): void => void heard.push(Buffer.from(part).toString());
      await process.run({ request: ['x'], size: 1, attachment: { id, data }, onPart }, new AbortController().signal);
      return heard;
    };
    assert.deepEqual([await attached('first'), await attached('first'), sent], [['first:x'], ['first:x'], 1]);
    for (let other = 0; other < maxAttachments; other++) await attached(`other ${other}`);
    assert.deepEqual([await attached('first'), sent], [['first:x'], maxAttachments + 2]);
  });

  it('fails one task and runs on', async () => {
    const process = start();
    const { pid } = await process.load();
    const failure = 'the echo one failed on a phrase: this word cannot be echoed';
    await refused(echo(process, 'fail'), 'rejected', failure);
    const heard: string[] = [];
    await assert.rejects(echo(process, 'a fail', heard), new Error(failure));
    assert.deepEqual([heard, await echo(process, 'b'), process.pid], [['a'], ['b'], pid]);
  });

  it('that does not load says why', async () => {
    await refused(start({ config: 'no wall' }).load(), 'unavailable', 'the echo one does not load: no wall');
    const absent = new URL('./nowhere.ts', import.meta.url).href;
    await refused(start({ module: absent }).load(), 'unavailable', /^the echo one does not load: .*exited? with|code/u);
    await refused(
      start({ loadMs: 1 }).load(),
      'unavailable',
      'the echo one does not load: it did not load within 1 ms',
    );
  });

  it('that is closed while it loads says so, and so does a closed one', async () => {
    const process = start();
    const loading = refused(process.load(), 'unavailable', 'the echo one was closed');
    await process.close();
    await loading;
    await refused(process.load(), 'unavailable', 'the echo one was closed');
  });

  it('gives nothing more after an abort, and the next task runs', async () => {
    const process = start();
    await process.load();
    const abort = new AbortController();
    const heard: string[] = [];
    const onPart = (part: Uint8Array): void => {
      heard.push(Buffer.from(part).toString());
      abort.abort();
    };
    const cut = process.run({ request: ['a', 'hang'], size: 2, onPart }, abort.signal);
    const waiting = echo(process, 'b');
    await cut;
    assert.deepEqual([heard, await waiting], [['a'], ['b']]);
  });
});

describe('the death of a supervised process', () => {
  it('fails what gave something already, with its last words; what waits is run by the next one', async () => {
    const process = start({ respawnMs: 0 });
    const { pid } = await process.load();
    const heard: string[] = [];
    const cut = echo(process, 'a die', heard);
    const waiting = echo(process, 'b');
    await assert.rejects(
      cut,
      new Error('the echo one failed on a phrase: the echo crashed: its process ended by SIGKILL: the echo is gone'),
    );
    assert.deepEqual([heard, await waiting], [['a'], ['b']]);
    assert.notEqual(process.pid, pid);
  });

  it('from outside is not noticed by what has given nothing', async () => {
    const supervised = start();
    await supervised.load();
    // Stopped, so that it cannot have answered when it is killed.
    process.kill(supervised.pid!, 'SIGSTOP');
    const both = [echo(supervised, 'a'), echo(supervised, 'b')];
    process.kill(supervised.pid!, 'SIGKILL');
    assert.deepEqual(await Promise.all(both), [['a'], ['b']]);
  });

  it('comes when it has written a fault, or gives nothing for too long', async () => {
    const clock = new TestClock();
    const process = start({ clock, hangMs: 1000, respawnMs: 0, loadMs: 3_600_000 });
    await process.load();
    await refused(echo(process, 'fault'), 'unavailable', 'the echo one failed on a phrase: FAULT in the echo');
    const hanging = echo(process, 'hang');
    const timer = setInterval(() => clock.advance(1000), 50);
    await refused(hanging, 'unavailable', 'the echo one failed on a phrase: a phrase gave nothing for 1000 ms');
    clearInterval(timer);
    assert.deepEqual(await ticking(clock, echo(process, 'a')), ['a']);
  });

  it('as often as the crash budget has it sets it aside for a while', async () => {
    const clock = new TestClock();
    const process = start({ clock, maxCrashes: 4, asideMs: 30_000, respawnMs: 0 });
    await process.load();
    // Each of them is tried twice.
    for (let task = 0; task < 2; task++) {
      await ticking(clock, refused(echo(process, 'die'), 'unavailable', /the echo crashed: .* the echo is gone$/u));
    }
    await assert.rejects(echo(process, 'a'), (error) => {
      assert.ok(error instanceof ProcessError);
      assert.match(
        error.message,
        /^the echo one is set aside for 30 s: it crashed 4 times, at last because .*SIGKILL/u,
      );
      assert.equal(error.lastsMs, 30_000);
      return true;
    });
    clock.advance(29_999);
    await refused(echo(process, 'a'), 'unavailable', /set aside for 1 s/u);
    clock.advance(1);
    assert.deepEqual(await ticking(clock, echo(process, 'a')), ['a']);
  });

  it('is told once of one that cannot be started', async () => {
    const { execPath } = process;
    const ends: string[] = [];
    const later = new AbortController();
    process.execPath = '/nowhere/node';
    try {
      const listener = {
        message: () => undefined,
        runtimeError: () => undefined,
        ended: (how: string) => {
          ends.push(how);
          setImmediate(() => setImmediate(() => later.abort()));
        },
      };
      await new ChildLink(module, listener).ended;
    } finally {
      process.execPath = execPath;
    }
    if (!later.signal.aborted) await once(later.signal, 'abort');
    assert.equal(ends.length, 1, ends.join(', '));
    assert.match(ends[0]!, /^it cannot be started: .*ENOENT/u);
  });
});

describe('a task with input', () => {
  function listen(
    process: SupervisedProcess<EchoProcess>,
    { isRepeatable = false, signal = new AbortController().signal } = {},
  ) {
    const input = new TaskInput<string>();
    const heard: string[] = [];
    let onPart = Promise.withResolvers<undefined>();
    const done = process.run(
      {
        request: ['listen'],
        size: 1,
        input,
        isRepeatable,
        onPart(part) {
          heard.push(Buffer.from(part).toString());
          onPart.resolve(undefined);
          onPart = Promise.withResolvers();
        },
      },
      signal,
    );
    return { input, heard, done, next: () => onPart.promise };
  }

  it('has what came before it began, and what comes while it runs, to its end; the next one waits for that', async () => {
    const process = start();
    const { input, heard, done, next } = listen(process);
    input.write('a');
    await next();
    const other = echo(process, 'x');
    input.write('b');
    await next();
    assert.deepEqual(heard, ['a', 'b']);
    input.write('c');
    input.end();
    input.write('never');
    await done;
    assert.deepEqual([heard, await other], [['a', 'b', 'c'], ['x']]);
  });

  it('does not hang when this process was busy and what came of it is there', async () => {
    const process = start({ hangMs: 500 });
    const { input, heard, done, next } = listen(process);
    input.write('a');
    await next();
    // Not in the turn of that part, behind which others are read at once.
    await new Promise(setImmediate);
    input.write('b');
    busyFor(1500);
    await next();
    input.end();
    await done;
    assert.deepEqual(heard, ['a', 'b']);
  });

  it('does not hang while it waits for input, and does while it works', async () => {
    const clock = new TestClock();
    const process = start({ clock, hangMs: 1000 });
    const { input, heard, done, next } = listen(process);
    input.write('a');
    await next();
    // That it waits is told behind the part: then no timer runs.
    await eventually('it waits', () => clock.pending === 0);
    clock.advance(60_000);
    input.write('b');
    await next();
    assert.deepEqual(heard, ['a', 'b']);
    input.write('hang');
    clock.advance(1000);
    await assert.rejects(ticking(clock, done), /gave nothing for 1000 ms/);
  });

  it('runs again with all its input when the process dies, where its parts can be repeated', async () => {
    const process = start();
    const { input, heard, done, next } = listen(process, { isRepeatable: true });
    input.write('a');
    await next();
    const { pid } = process;
    globalThis.process.kill(pid!, 'SIGKILL');
    await next();
    assert.deepEqual(heard, ['a', 'a']);
    input.write('b');
    input.end();
    await done;
    assert.deepEqual(heard, ['a', 'a', 'b']);
    assert.notEqual(process.pid, pid);
  });

  for (const [how, message] of [
    ['die', /the echo crashed: .* the echo is gone$/u],
    ['fault', /FAULT in the echo$/u],
    ['hang', /gave nothing for 1000 ms$/u],
  ] as const) {
    it(`fails alone where it ends the process: those beside it run again (${how})`, async () => {
      const process = start({ config: 4, hangMs: 1000, respawnMs: 1 });
      await process.load();
      const good = [1, 2, 3].map(() => listen(process, { isRepeatable: true }));
      for (const { input } of good) input.write('a');
      await Promise.all(good.map(({ next }) => next()));
      const bad = listen(process, { isRepeatable: true });
      bad.input.write(how);
      await assert.rejects(bad.done, message);
      for (const { input } of good) {
        input.write('b');
        input.end();
      }
      await Promise.all(good.map(({ done }) => done));
      for (const { heard } of good) assert.deepEqual(heard.slice(-2), ['a', 'b']);
      assert.equal(process.isAside, false);
    });
  }

  it('that was left holds up the next one no longer than a new process, whatever it still gives', async () => {
    const clock = new TestClock();
    const process = start({ clock, hangMs: 100_000 });
    await process.load();
    const left = new AbortController();
    const { pid } = process;
    const onPart = (): void => left.abort();
    await process.run({ request: ['a', 'b', 'hang'], size: 3, onPart }, left.signal);
    const next = echo(process, 'c');
    const timer = setInterval(() => clock.advance(10), 1);
    await next.finally(() => clearInterval(timer));
    assert.ok(clock.now() < 50_000, `${clock.now()} ms`);
    assert.notEqual(process.pid, pid);
  });

  it('that is of no use any more leaves its place', async () => {
    const process = start();
    const stop = new AbortController();
    const { input, done, next } = listen(process, { signal: stop.signal });
    input.write('a');
    await next();
    stop.abort();
    await done;
    assert.deepEqual(await echo(process, 'b'), ['b']);
  });
});
