import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { excuseOf, isExpectedEnd, type ClusterEvent, type EventKind, type Failure } from './events.ts';

const able = { speaksWithoutDatabase: true };
const unable = { speaksWithoutDatabase: false };

function event(kind: EventKind, node?: 'node1'): ClusterEvent {
  return { kind, node, beganAt: 100_000, endedAt: 110_000, detail: '' };
}

function failure(family: string, beganAt: number, endedAt: number, node?: string): Failure {
  return { family, beganAt, endedAt, node, why: '' };
}

describe('a failure of a client', () => {
  it('is excused by a kill of the node that answered, or where no node did', () => {
    const killed = [event('kill', 'node1')];
    assert.equal(excuseOf(failure('file', 99_000, 101_000, 'node1'), killed, able)?.kind, 'kill');
    assert.equal(excuseOf(failure('file', 99_000, 101_000), killed, able)?.kind, 'kill');
    assert.equal(excuseOf(failure('file', 99_000, 101_000, 'node2'), killed, able), undefined);
    const held = { ...failure('file', 99_000, 101_000, 'node2'), why: '409 {"error_code":"idempotency_in_progress"}' };
    assert.equal(excuseOf(held, killed, able)?.kind, 'kill');
  });

  it('is not excused by a drain, a start or a restart of Redis', () => {
    for (const kind of ['drain', 'start', 'redis'] as const) {
      assert.equal(excuseOf(failure('file', 101_000, 102_000, 'node1'), [event(kind, 'node1')], able), undefined, kind);
    }
  });

  it('is excused by a database that is away, speech only where it needs one', () => {
    for (const kind of ['database', 'cut'] as const) {
      assert.equal(excuseOf(failure('file', 101_000, 102_000, 'node1'), [event(kind)], able)?.kind, kind);
      assert.equal(excuseOf(failure('socket', 101_000, 102_000, 'node1'), [event(kind)], able), undefined);
      assert.equal(excuseOf(failure('socket', 101_000, 102_000, 'node1'), [event(kind)], unable)?.kind, kind);
    }
  });

  it('is not excused before an event or long after it', () => {
    assert.equal(excuseOf(failure('file', 90_000, 99_000), [event('kill', 'node1')], able), undefined);
    assert.equal(excuseOf(failure('file', 121_000, 122_000), [event('kill', 'node1')], able), undefined);
    assert.equal(excuseOf(failure('file', 200_000, 201_000), [event('cut'), event('database')], able), undefined);
  });
});

describe('the end of a socket', () => {
  const end = (code: number, unfinished: number, node = 'node1', at = 105_000) => ({ node, at, code, unfinished });

  it('is expected in any way on a killed node', () => {
    assert.ok(isExpectedEnd(end(1006, 2), [event('kill', 'node1')]));
    assert.ok(!isExpectedEnd(end(1006, 2, 'node2'), [event('kill', 'node1')]));
    assert.ok(!isExpectedEnd(end(1006, 2, 'node1', 99_000), [event('kill', 'node1')]));
  });

  it('is expected on a drained node with 1001 once its contexts have ended', () => {
    assert.ok(isExpectedEnd(end(1001, 0), [event('drain', 'node1')]));
    assert.ok(!isExpectedEnd(end(1001, 1), [event('drain', 'node1')]));
    assert.ok(!isExpectedEnd(end(1006, 0), [event('drain', 'node1')]));
  });

  it('is not expected whatever happens to the services', () => {
    for (const kind of ['database', 'redis', 'cut'] as const) {
      assert.ok(!isExpectedEnd(end(1006, 0), [event(kind, 'node1')]));
    }
  });
});
