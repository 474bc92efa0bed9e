/** A text as samples whose caller does not want it any more. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { flite } from '../engines/flite/index.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { eventually } from '../../test/support/eventually.ts';
import { TargetVoices } from './recordings/target-voices.ts';
import { spokenSamples } from './spoken-samples.ts';
import { testSettings, testVoices } from './testing.ts';

let scheduler: Scheduler;
before(async () => {
  scheduler = await Scheduler.start({ engines: [flite], threads: 1 });
});
after(() => scheduler.close());

describe('a text as samples', () => {
  it('is spoken no further when its signal comes, before and behind its beginning', { timeout: 30_000 }, async () => {
    const left = new AbortController();
    const settings = testSettings(testVoices.flite);
    const how = { scheduler, settings, meter: 'exempt', sampleRate: 24_000, signal: left.signal } as const;
    const text = 'A sentence of some length, as there are many of them. '.repeat(200);
    const spoken = spokenSamples(text, how);
    await eventually('it is spoken', () => scheduler.running > 0);
    left.abort(new Error('the caller has left'));
    await assert.rejects(spoken, /the caller has left/);
    await eventually('nothing of it is left', () => scheduler.running + scheduler.queued === 0);
    await assert.rejects(spokenSamples(text, how), /the caller has left/);
    assert.equal(scheduler.running + scheduler.queued, 0);
  });
});

describe('how a voice sounds', () => {
  it('is not taken from another voice that steps in', { timeout: 30_000 }, async () => {
    const targets = new TargetVoices(scheduler);
    const present = testSettings(testVoices.flite);
    const { speaker, capabilities } = present;
    const missing = { ...present, speaker: { ...speaker, engine: 'gone' }, fallbacks: [{ speaker, capabilities }] };
    await assert.rejects(targets.of(missing), { code: 'unavailable' });
    assert.ok((await targets.of(present)).medianPitch > 60);
  });
});
