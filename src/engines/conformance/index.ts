/**
 * What every engine must do, as tests: an engine's own test file calls {@link describeEngine}. The groups follow the usual
 * plan for speech adapters: audio setting, alignment, interruption, interleaving, corner input, parameters, stress.
 */
import { after, before, describe } from 'node:test';
import type { EngineDescriptor } from '../adapter.ts';
import { describeMarks } from './marks.ts';
import { describeRepeatability } from './repeatability.ts';
import { describeSpeech } from './speech.ts';
import { TestedEngine, type EngineTestOptions } from './tested-engine.ts';

export type { EngineTestOptions } from './tested-engine.ts';

export function describeEngine(descriptor: EngineDescriptor, options: EngineTestOptions): void {
  const tested = new TestedEngine(descriptor, options);
  describe(`the ${descriptor.id} engine`, () => {
    before(() => tested.load());
    after(() => tested.loaded.close());
    describeSpeech(tested);
    describeRepeatability(tested);
    describeMarks(tested);
  });
}
