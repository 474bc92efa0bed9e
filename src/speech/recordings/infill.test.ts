import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { voiceLike } from '../../audio/decoding/testing.ts';
import { edgeOf } from '../../audio/infill/edges.ts';
import { joinedRate, type Neighbour } from '../../audio/infill/index.ts';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { flite } from '../../engines/flite/index.ts';
import { Scheduler, type SpeechScheduler } from '../../engines/scheduling/scheduler.ts';
import { testSettings, testVoices } from '../testing.ts';
import type { SpeechSettings } from '../settings.ts';
import { joined } from './infill.ts';

const transcript = 'We found a bench under an old tree.';

let scheduler: Scheduler;
/** Segments that were spoken. */
let spoken = 0;
let counting: SpeechScheduler;
before(async () => {
  const engines: EngineDescriptor[] = [flite];
  scheduler = await Scheduler.start({ engines, threads: 1 });
  counting = {
    admit: (...given) => scheduler.admit(...given),
    openEncoder: (...given) => scheduler.openEncoder(...given),
    speak: (...given) => {
      spoken++;
      return scheduler.speak(...given);
    },
    finish: (...given) => scheduler.finish(...given),
    dropEncoder: (...given) => scheduler.dropEncoder(...given),
    cancel: (...given) => scheduler.cancel(...given),
  };
});
after(() => scheduler.close());

/** A recording with so many syllables in a second. */
function recordingOf(syllableRate: number): Neighbour {
  const samples = voiceLike({ seconds: 2, sampleRate: joinedRate, pitch: 120, peak: 0.5 });
  const edge = edgeOf(samples, 'end');
  return { format: 'wav', sampleRate: joinedRate, seconds: 2, edge, syllableRate, samples: undefined };
}

/** @returns seconds of the middle, and the segments that were spoken for it */
async function between(syllableRate: number, settings: SpeechSettings): Promise<[seconds: number, segments: number]> {
  const before = spoken;
  const place = { left: recordingOf(syllableRate), right: undefined };
  const { samples } = await joined(place, { transcript, scheduler: counting, settings, meter: 'exempt' });
  return [samples / joinedRate, spoken - before];
}

describe('the rate of speech between recordings', () => {
  const usual = flite.syllableRate!(testVoices.flite)!;

  it('is that of the recordings at once where that of the voice is known', async () => {
    const known = testSettings(testVoices.flite, { syllableRate: usual });
    const [[slow, slowSegments], [same, sameSegments], [fast, fastSegments]] = [
      await between(usual * 0.75, known),
      await between(usual * 1.05, known),
      await between(usual * 1.35, known),
    ];
    assert.deepEqual([slowSegments, sameSegments, fastSegments], [1, 1, 1]);
    assert.ok(Math.abs(slow / same - 1 / 0.75) < 0.15, `${slow} s of ${same} s`);
    assert.ok(Math.abs(fast / same - 1 / 1.35) < 0.1, `${fast} s of ${same} s`);
  });

  it('is heard in what was spoken where that of the voice is not known', async () => {
    const unknown = testSettings(testVoices.flite);
    const [[slow, slowSegments], [fast, fastSegments]] = [
      await between(usual * 0.5, unknown),
      await between(usual * 2, unknown),
    ];
    assert.deepEqual([slowSegments, fastSegments], [2, 2]);
    assert.ok(slow > 1.5 * fast, `${slow} s of ${fast} s`);
  });
});
