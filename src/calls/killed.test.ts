/** A process that carries a call and is killed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { databases } from '../store/testing.ts';
import { endLostCalls } from './jobs.ts';
import { onCalls } from './testing.ts';

/** Begins a call, tells its id once a turn and its first second of audio are stored, and goes on with it. */
const child = `
const [folder, store, organizationId, agentId] = process.argv.slice(1).map((text) => JSON.parse(text));
const { openStore } = await import('${new URL('../store/index.ts', import.meta.url).href}');
const { CallService } = await import('${new URL('calls.ts', import.meta.url).href}');
const { stat } = await import('node:fs/promises');
const blobs = { put: () => Promise.reject(new Error('never')) };
const opened = await openStore(store);
const calls = await CallService.start({ store: opened, blobs, dataDir: folder });
const call = await calls.begin({
  organizationId, agentId, agentVersionId: 'v', agentName: 'Front desk', keyId: null, channel: 'websocket',
  sampleRate: 8000, dynamicVariables: {},
});
call.turn({ number: 1, role: 'user', text: 'said before', startTime: 0, endTime: 1, interrupted: false });
call.playedAgent(0, new Int16Array(40000).fill(6));
const path = folder + '/calls/' + organizationId + '.' + call.id + '.right.pcm';
for (;;) {
  const size = await stat(path).then((file) => file.size, () => 0);
  if (size === 80000 && (await opened.calls.turns(organizationId, [call.id])).length === 1) break;
  await new Promise((resolve) => setTimeout(resolve, 5));
}
console.log(call.id);
setInterval(() => undefined, 1000);
`;

for (const [name, database] of Object.entries(databases)) {
  describe(`a call whose process is killed, on ${name}`, () => {
    it('is ended as failed by another one, with the turns and the recording that it had', () => {
      let options = {};
      const kept: typeof database = async (isMigrated) => {
        const made = await database(isMigrated);
        ({ options } = made);
        return made;
      };
      return onCalls(kept, async ({ calls, store, dataDir, organizationId, agentId, row, deliveries, channels }) => {
        const given = [dataDir, options, organizationId, agentId].map((value) => JSON.stringify(value));
        const process_ = spawn(process.execPath, ['--input-type=module', '-e', child, ...given], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [output] = (await once(process_.stdout, 'data')) as [Buffer];
        const id = output.toString().trim();
        const endLost = () =>
          endLostCalls(store, () => undefined)(
            { id: 'job', kind: 'job', payload: null, attempt: 1 },
            { signal: new AbortController().signal },
          );
        await endLost();
        await calls.adopt();
        assert.equal((await row(id)).status, 'started', 'it lives');
        process_.kill('SIGKILL');
        await once(process_, 'exit');
        await endLost();
        const { status, end_reason: reason, recording, ended_at: endedAt } = await row(id);
        assert.deepEqual([status, reason, recording], ['failed', 'error', null]);
        assert.ok(Date.parse(endedAt!) <= Date.now(), `it ended at ${endedAt}, before its lease`);
        assert.equal((await calls.get(organizationId, id)).turns[0]?.text, 'said before');
        assert.deepEqual((await deliveries()).at(-1)?.type, 'call_failed');
        await calls.adopt();
        const { left, right } = await channels(id);
        assert.deepEqual(
          [left.length, right.every((sample) => sample === 6), left.some(Boolean)],
          [40_000, true, false],
        );
      });
    });
  });
}
