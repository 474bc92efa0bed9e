import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../errors/service-error.ts';
import type { RequestLogRow } from '../../store/index.ts';
import { RequestRecorder, type RequestRecorderOptions } from './request-recorder.ts';

function entry(organization: string, number: number): RequestLogRow {
  return {
    id: `${organization}-${number}`,
    organization_id: organization,
    created_at: '2026-01-01T00:00:00.000Z',
    request_id: '',
    method: 'GET',
    route: '/voices',
    transport: 'http',
    status: 200,
    duration_ms: 1,
    key_id: 'key',
    error_code: null,
    context_id: null,
    aborted: 0,
    session_id: null,
  };
}

const recorders: RequestRecorder[] = [];
after(() => Promise.all(recorders.map((recorder) => recorder.close())));

const down = new ServiceError('unavailable', 'down');

/** A recorder that writes when it is told, into a log that can be made to fail or to hang. */
function recording(options: Partial<RequestRecorderOptions> = {}) {
  const state: { problem?: Error; hold?: Promise<void> } = {};
  const batches: string[][] = [];
  const trimmed: [string, number][] = [];
  const lost: Record<string, number> = {};
  const problems: string[] = [];
  const recorder = new RequestRecorder({
    flushMs: 3_600_000,
    log: {
      async add(entries) {
        // Without an entry there is nothing to write, and a loop that asks for it never ends.
        if (entries.length === 0) throw down;
        await state.hold;
        if (state.problem !== undefined) throw state.problem;
        batches.push(entries.map(({ id }) => id));
      },
      trim(organization, keep) {
        trimmed.push([organization, keep]);
        return Promise.resolve(0);
      },
    },
    onLost: (count, why) => (lost[why] = (lost[why] ?? 0) + count),
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  recorders.push(recorder);
  const add = (organization: string, count: number, from = 0): void => {
    for (let number = from; number < from + count; number++) recorder.add(entry(organization, number));
  };
  return { state, batches, trimmed, lost, problems, recorder, add, written: () => batches.flat() };
}

describe('the recorder of requests', () => {
  it('writes nothing on the way of a request, and all that came in few batches at the next flush', async () => {
    const { add, recorder, batches, written } = recording();
    add('a', 500);
    assert.deepEqual(written(), []);
    await recorder.flush();
    assert.equal(new Set(written()).size, 500);
    assert.ok(batches.length <= 3);
    assert.equal(recorder.waiting, 0);
    await recorder.flush();
    assert.equal(written().length, 500, 'once');
  });

  it('writes by itself', async () => {
    const written = Promise.withResolvers<readonly RequestLogRow[]>();
    const recorder = new RequestRecorder({
      flushMs: 1,
      log: {
        add(entries) {
          written.resolve(entries);
          return Promise.resolve();
        },
        trim: () => Promise.resolve(0),
      },
    });
    recorder.add(entry('a', 1));
    assert.deepEqual(await written.promise, [entry('a', 1)]);
    await recorder.close();
  });

  it('keeps what the database does not take, and says so once until it does', async () => {
    const { add, recorder, state, written, problems, lost } = recording();
    state.problem = down;
    add('a', 3);
    await recorder.flush();
    add('a', 2, 3);
    await recorder.flush();
    assert.equal(problems.length, 1);
    assert.equal(recorder.waiting, 5);
    delete state.problem;
    await recorder.flush();
    assert.deepEqual(written(), ['a-0', 'a-1', 'a-2', 'a-3', 'a-4']);
    assert.deepEqual(lost, {});
    state.problem = down;
    add('a', 1, 5);
    await recorder.flush();
    assert.equal(problems.length, 2);
  });

  it('gives up what the database refuses, so that the rest gets through', async () => {
    const { add, recorder, state, lost, written } = recording();
    state.problem = new Error('a text that no database takes');
    add('a', 2);
    await recorder.flush();
    delete state.problem;
    add('a', 1, 2);
    await recorder.flush();
    assert.deepEqual([lost, written(), recorder.waiting], [{ refused: 2 }, ['a-2'], 0]);
  });

  it('loses the oldest of the organization that has the most when too many wait, and counts them', async () => {
    const { add, recorder, state, lost, written } = recording({ maxWaiting: 100 });
    state.problem = down;
    add('small', 10);
    add('flood', 10_000);
    await recorder.flush();
    assert.ok(recorder.waiting <= 100);
    delete state.problem;
    await recorder.flush();
    assert.equal(written().filter((id) => id.startsWith('small')).length, 10);
    assert.ok(written().includes('flood-9999'));
    assert.ok(!written().includes('flood-0'));
    assert.equal(written().length + lost.overflow!, 10_010);
  });

  it('comes to an end when entries are lost while a batch is written', async () => {
    const { recorder, state, add, written, lost, problems } = recording({ maxWaiting: 1000 });
    const held = Promise.withResolvers<undefined>();
    state.hold = held.promise;
    add('a', 1000);
    const flushed = recorder.flush();
    // By then the first batch is with the database, which holds it.
    await setImmediate();
    add('a', 1, 1000);
    assert.deepEqual(lost, { overflow: 100 });
    held.resolve(undefined);
    await flushed;
    assert.deepEqual([written().length, recorder.waiting, problems], [901, 0, []]);
  });

  it('lets each organization have a part of each batch', async () => {
    const { add, recorder, batches } = recording();
    add('flood', 1000);
    add('small', 5);
    await recorder.flush();
    assert.equal(batches[0]!.filter((id) => id.startsWith('small')).length, 5);
  });

  it('trims an organization that has written more than a share of what it keeps, also while it floods', async () => {
    const { add, recorder, trimmed } = recording({ keep: 2000 });
    add('a', 199);
    await recorder.flush();
    assert.deepEqual(trimmed, []);
    add('a', 1, 199);
    await recorder.flush();
    assert.deepEqual(trimmed, [['a', 2000]]);
    add('a', 100, 200);
    await recorder.flush();
    assert.equal(trimmed.length, 1);
  });

  it('writes the rest when it is closed', async () => {
    const { add, recorder, written, lost } = recording();
    add('a', 700);
    await recorder.close();
    assert.equal(written().length, 700);
    assert.deepEqual(lost, {});
  });

  it('does not wait long for a database that hangs when it is closed, and counts what is lost', async () => {
    const { add, recorder, state, lost } = recording({ closeMs: 5 });
    const held = Promise.withResolvers<undefined>();
    state.hold = held.promise;
    add('a', 700);
    await recorder.close();
    assert.deepEqual(lost, { stopped: 700 });
    recorder.add(entry('a', 700));
    assert.deepEqual(lost, { stopped: 701 });
    held.resolve(undefined);
  });
});
