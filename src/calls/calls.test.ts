import assert from 'node:assert/strict';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { RunningJob } from '../jobs/handler.ts';
import type { Store } from '../store/index.ts';
import { databases, sqliteInFolder } from '../store/testing.ts';
import { endLostCalls, forgetCalls } from './jobs.ts';
import { onCalls, pcm, turnOf } from './testing.ts';

const hungUp = { status: 'completed', reason: 'client_hangup' } as const;
const job: RunningJob = { id: 'job', kind: 'job', payload: null, attempt: 1 };
const context = { signal: new AbortController().signal };

function refused(code: string) {
  return (error: unknown) => error instanceof ServiceError && error.code === code;
}

for (const [name, database] of Object.entries(databases)) {
  describe(`a call on ${name}`, () => {
    it('has its turns in the order in which they ended, and its webhook is told of all of it in that order', () =>
      onCalls(database, async ({ calls, newCall, organizationId, agentId, deliveries }) => {
        const call = await calls.begin(newCall({ dynamicVariables: { name: 'Ada', secret__pin: '1234' } }));
        assert.match(call.id, /^ac_\w{22}$/u);
        const tool = { id: 't', name: 'find', arguments: { order: 7 }, result: 'found' };
        const updates = { dynamicVariableUpdates: { order: 7 } };
        call.turn(turnOf(1, 'one', { figures: { stt_ttfb: 0.25, other: 3 } }));
        call.turn(turnOf(2, 'two', { interrupted: true, toolCalls: [{ ...tool, ...updates }] }));
        call.turn(turnOf(2, 'two again'));
        call.turn(turnOf(3, 'three'));
        await call.end(hungUp);
        call.turn(turnOf(4, 'after the end'));
        await call.end({ status: 'failed', reason: 'error' });

        const { row, turns } = await calls.get(organizationId, call.id);
        assert.deepEqual(
          turns.map(({ number, text, interrupted }) => [number, text, interrupted]),
          [
            [1, 'one', 0],
            [2, 'two', 1],
            [3, 'three', 0],
          ],
        );
        assert.deepEqual([row.status, row.end_reason, row.lease_owner], ['completed', 'client_hangup', null]);
        const sent = await deliveries();
        assert.deepEqual(
          sent.map(({ type, body }) => [type, body.turn?.text]),
          [
            ['call_started', undefined],
            ['call_turn', 'one'],
            ['call_turn', 'two'],
            ['call_turn', 'three'],
            ['call_completed', undefined],
          ],
        );
        for (const { type, body } of sent) {
          assert.deepEqual([body.type, body.call.id, body.call.agent_id], [type, call.id, agentId]);
          assert.deepEqual(body.call.dynamic_variables, { name: 'Ada' }, 'no secret is told or kept');
        }
        const transcript = sent.at(-1)!.body.call.transcript as readonly Record<string, unknown>[];
        assert.deepEqual([transcript.length, transcript[0]!.stt_ttfb, transcript[0]!.tts_ttfb], [3, 0.25, null]);
        assert.deepEqual(transcript[1]!.tool_calls, [{ ...tool, dynamic_variable_updates: { order: 7 } }]);
      }));

    it('is cancelled over any server, ends so, and cannot be cancelled after that', () =>
      onCalls(database, async ({ calls, another, newCall, organizationId, row }) => {
        const [call, other] = [await calls.begin(newCall()), await calls.begin(newCall())];
        await (await another()).cancel(organizationId, call.id);
        assert.equal(call.ending.aborted, false);
        await calls.look();
        assert.deepEqual([call.ending.aborted, call.ending.reason], [true, 'api_cancelled']);
        assert.equal(other.ending.aborted, false);
        await calls.cancel(organizationId, other.id);
        assert.equal(other.ending.aborted, true, 'at once where the server carries it itself');
        await call.end({ status: 'completed', reason: 'api_cancelled' });
        assert.equal((await row(call.id)).end_reason, 'api_cancelled');
        await assert.rejects(calls.cancel(organizationId, call.id), refused('invalid_request'));
        await assert.rejects(calls.cancel('another', other.id), refused('not_found'));
        assert.equal((await row(other.id)).status, 'started');
      }));

    it('is held as long as its process renews it, and has failed when it does not: then that process changes nothing', () =>
      onCalls(database, async ({ calls, another, newCall, organizationId, row, pass, store, deliveries, channels }) => {
        const call = await calls.begin(newCall());
        call.turn(turnOf(1, 'heard'));
        call.heardCaller(0, pcm(4, 7));
        const ended: string[] = [];
        const endLost = () => endLostCalls(store, ({ id }) => ended.push(id))(job, context);
        for (let time = 0; time < 5; time++) {
          pass(10_000);
          await calls.look();
          await endLost();
        }
        assert.deepEqual([(await row(call.id)).status, call.ending.aborted], ['started', false]);
        pass(16_000);
        await endLost();
        const failed = await row(call.id);
        assert.deepEqual([failed.status, failed.end_reason, ended], ['failed', 'error', [call.id]]);
        await endLost();
        assert.equal(ended.length, 1, 'once');
        await calls.look();
        assert.equal(call.ending.reason, 'lease_lost');
        call.turn(turnOf(2, 'too late'));
        await call.end(hungUp);
        assert.equal((await row(call.id)).status, 'failed');
        const { turns } = await calls.get(organizationId, call.id);
        assert.deepEqual(
          turns.map(({ text }) => text),
          ['heard'],
        );
        assert.deepEqual(
          (await deliveries()).map(({ type }) => type),
          ['call_started', 'call_turn', 'call_failed'],
        );
        await (await another()).adopt();
        assert.deepEqual((await channels(call.id)).left, [7, 7, 7, 7], 'its recording is found on the disk');
      }));

    it('keeps who used how much: a credit for each minute that began, and its time by day', () =>
      onCalls(database, async ({ calls, newCall, organizationId, pass, store, now }) => {
        const call = await calls.begin(newCall());
        pass(61_000);
        await call.end(hungUp);
        const day = now().toISOString().slice(0, 10);
        const window = { from: day, to: `${day}~` };
        const used = await store.usage.daily(organizationId, { ...window, groupBy: 'capability' });
        assert.deepEqual(used, [{ day, group: 'agent', credits: 2 }]);
        const [one, ...others] = await store.calls.daily(organizationId, window);
        assert.deepEqual([one!.day, one!.calls, others], [day, 1, []]);
        assert.ok(one!.seconds >= 61 && one!.seconds < 70);
      }));

    it('has no contents when they are old', () =>
      onCalls(database, async ({ calls, newCall, organizationId, pass, store, row }) => {
        const old = await calls.begin(newCall());
        old.turn(turnOf(1, 'old'));
        await old.end(hungUp);
        pass(3 * 86_400_000);
        const young = await calls.begin(newCall());
        young.turn(turnOf(1, 'young'));
        await young.end(hungUp);
        const { now } = Date;
        await forgetCalls(store, 2, () => now() + 3 * 86_400_000)(job, context);
        assert.equal((await calls.get(organizationId, old.id)).turns.length, 0);
        assert.equal((await calls.get(organizationId, young.id)).turns.length, 1);
        assert.deepEqual([(await row(old.id)).redacted_at === null, (await row(young.id)).redacted_at], [false, null]);
      }));

    it('is listed after its agent is gone', () =>
      onCalls(database, async ({ calls, newCall, organizationId, agentId, store }) => {
        const page = () => calls.page(organizationId, { agentId, limit: 10 }, true);
        assert.deepEqual((await page()).rows, []);
        const call = await calls.begin(newCall());
        call.turn(turnOf(1, 'said'));
        await call.end(hungUp);
        await store.transaction(({ agents }) => agents.remove(organizationId, agentId));
        const [{ row, turns = [] } = {}] = (await page()).rows;
        assert.deepEqual([row?.id, turns[0]?.text], [call.id, 'said']);
        await assert.rejects(calls.page('another', { agentId, limit: 10 }, false), refused('not_found'));
      }));
  });
}

describe('the recording of a call', () => {
  it('has each sample at its place: the caller left, the agent right, silence where there was nothing', () =>
    onCalls(sqliteInFolder, async ({ calls, newCall, channels, row, dataDir }) => {
      const call = await calls.begin(newCall({ sampleRate: 24_000 }));
      const frame = pcm(2, 1);
      call.heardCaller(0, frame);
      frame.fill(9);
      call.heardCaller(2, pcm(2, 2));
      call.playedAgent(6, pcm(2, 5));
      call.heardCaller(10, pcm(1, 3));
      call.heardCaller(1, pcm(2, 4));
      call.heardCaller(-2, Int16Array.of(-1, -2, 11));
      await call.end(hungUp);
      assert.deepEqual(await channels(call.id), {
        left: [11, 4, 4, 2, 0, 0, 0, 0, 0, 0, 3],
        right: [0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
      });
      const { recording_bytes: bytes, sample_rate: rate } = await row(call.id);
      assert.deepEqual([bytes, rate], [44 + 11 * 4, 24_000]);
      assert.deepEqual(await readdir(join(dataDir, 'calls')), [], 'nothing is left on the disk');
    }));

  it('is whole when it is long, and no longer than a call may be', () =>
    onCalls(sqliteInFolder, async ({ another, newCall, channels }) => {
      const calls = await another({ maxSeconds: 20 });
      const call = await calls.begin(newCall({ sampleRate: 8000 }));
      for (let at = 0; at < 25 * 8000; at += 160) {
        call.heardCaller(at, pcm(160, at / 160));
        call.playedAgent(at, pcm(160, -at / 160));
      }
      call.playedAgent(2 ** 40, pcm(160, 1));
      await call.end(hungUp);
      const { left, right } = await channels(call.id);
      assert.equal(left.length, 20 * 8000);
      assert.ok(left.every((sample, at) => sample === Math.floor(at / 160)));
      assert.ok(right.every((sample, at) => sample === -left[at]!));
    }));

  it('lacks only the time in which a file of it could not be opened', () =>
    onCalls(sqliteInFolder, async ({ another, newCall, channels, dataDir }) => {
      const problems: string[] = [];
      const calls = await another({ onProblem: (problem) => problems.push(problem) });
      const call = await calls.begin(newCall());
      const [folder, away] = [join(dataDir, 'calls'), join(dataDir, 'away')];
      await rename(folder, away);
      // So many samples are written at once.
      call.heardCaller(0, pcm(32_768, 1));
      await eventually('samples are lost', () => problems.length > 0);
      await rename(away, folder);
      call.heardCaller(32_768, pcm(3, 2));
      call.playedAgent(32_770, pcm(1, 3));
      await call.end(hungUp);
      const { left, right } = await channels(call.id);
      assert.deepEqual(
        [left.slice(32_766), right.slice(32_769)],
        [
          [0, 0, 2, 2, 2],
          [0, 3],
        ],
      );
      assert.deepEqual(problems, ['samples of a recording are lost']);
    }));

  it('is not made where the server or the call wants none, nor of a call without audio', () =>
    onCalls(sqliteInFolder, async ({ calls, another, newCall, row, dataDir }) => {
      const silent = await another({ record: false });
      for (const [service, more] of [
        [silent, {}],
        [calls, { record: false }],
      ] as const) {
        const call = await service.begin(newCall(more));
        call.heardCaller(0, pcm(4, 1));
        assert.deepEqual(await readdir(join(dataDir, 'calls')), []);
        await call.end(hungUp);
        assert.equal((await row(call.id)).recording, null);
      }
      const call = await calls.begin(newCall());
      await call.end(hungUp);
      assert.equal((await row(call.id)).recording, null);
    }));

  it('is given to its call later when the object store is away at its end', () =>
    onCalls(sqliteInFolder, async ({ another, newCall, row, blobs, channels }) => {
      let isAway = true;
      const put: typeof blobs.put = (...given) => (isAway ? Promise.reject(new Error('away')) : blobs.put(...given));
      const calls = await another({ blobs: { ...blobs, put } });
      const call = await calls.begin(newCall());
      call.playedAgent(0, pcm(3, 8));
      await call.end(hungUp);
      await calls.adopt();
      assert.deepEqual([(await row(call.id)).status, (await row(call.id)).recording], ['completed', null]);
      isAway = false;
      await calls.adopt();
      assert.deepEqual((await channels(call.id)).right, [8, 8, 8]);
    }));
});

describe('a call whose database does not answer', () => {
  it('keeps its turns and writes them in their order when it does', () =>
    onCalls(sqliteInFolder, async ({ another, newCall, store, organizationId }) => {
      let isAway = false;
      const transaction: Store['transaction'] = (...given) =>
        isAway ? Promise.reject(new ServiceError('unavailable', 'away')) : store.transaction(...given);
      const problems: string[] = [];
      const calls = await another({
        store: { ...store, transaction },
        onProblem: (problem) => problems.push(problem),
      });
      const call = await calls.begin(newCall());
      isAway = true;
      for (let number = 1; number <= 5; number++) call.turn(turnOf(number, `turn ${number}`));
      const end = call.end(hungUp);
      assert.deepEqual((await calls.get(organizationId, call.id)).turns, []);
      isAway = false;
      await end;
      const { row, turns } = await calls.get(organizationId, call.id);
      assert.deepEqual([row.status, turns.map(({ number }) => number)], ['completed', [1, 2, 3, 4, 5]]);
      assert.deepEqual(problems, ['a turn of a call could not be written']);
    }));

  it('passes over a turn that it never takes', () =>
    onCalls(sqliteInFolder, async ({ another, newCall, organizationId }) => {
      const problems: string[] = [];
      const calls = await another({ onProblem: (problem) => problems.push(problem) });
      const call = await calls.begin(newCall());
      call.turn(turnOf(1, 'no time', { startTime: Number.NaN }));
      call.turn(turnOf(2, 'a \0 and \ud800'));
      await call.end(hungUp);
      const { row, turns } = await calls.get(organizationId, call.id);
      assert.deepEqual([row.status, turns.map(({ text }) => text)], ['completed', ['a  and \ufffd']]);
      assert.deepEqual(problems, ['a turn of a call could not be written']);
    }));
});
