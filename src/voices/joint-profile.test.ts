import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { swept } from '../../test/support/sweeps.ts';
import { wavOf } from '../audio/decoding/testing.ts';
import { espeak } from '../engines/espeak/index.ts';
import { loadSynthesizer, segmentOf, speakWith } from '../engines/testing.ts';
import { analyseClip, type ClipAnalysis } from './clip-analysis.ts';
import { profileOf } from './cloning.ts';
import { jointProfile } from './joint-profile.ts';

const texts = [
  'The keeper of the lighthouse went down to the harbour.',
  'Nobody at the table knew why the old clock had stopped at noon.',
  'We bought some bread, a little cheese and two bottles of apple juice.',
  'Please put the yellow boxes behind the door before you leave.',
  'My brother has worked at the same garage for almost eleven years.',
  'A thin layer of ice had formed over the pond during the night.',
];

function clip(medianPitch: number, voicedSeconds: number): ClipAnalysis {
  return {
    format: 'wav',
    seconds: 10,
    speechSeconds: 8,
    voicedSeconds,
    medianPitch,
    lowPitch: medianPitch * 0.9,
    highPitch: medianPitch * 1.1,
  };
}

describe('the profile of several clips', () => {
  let spoken: (variant: string, ...texts: readonly string[]) => Promise<ClipAnalysis>;
  before(async () => {
    const engine = await loadSynthesizer(espeak);
    const analyse = async (variant: string, said: readonly string[]): Promise<ClipAnalysis> => {
      const voice = { engine: 'espeak', name: 'en-us', variant };
      const { samples } = await speakWith(engine, segmentOf(said.join(' ')), voice);
      return analyseClip(
        wavOf(
          Float32Array.from(samples, (sample) => sample / 32_768),
          22_050,
        ),
        { deadlineMs: 60_000 },
      );
    };
    const known = new Map<string, Promise<ClipAnalysis>>();
    spoken = (variant, ...said) => {
      const key = [variant, ...said].join();
      const analysis = known.get(key) ?? analyse(variant, said);
      known.set(key, analysis);
      return analysis;
    };
  });

  it('is that of a clip which stands alone', () => {
    assert.deepEqual(jointProfile([clip(100, 5)]), { medianPitch: 100, pitchSpread: 0.2 });
  });

  it('is their mean, each by how long its voice is heard', () => {
    assert.equal(jointProfile([clip(100, 3), clip(120, 1)]).medianPitch, 105);
  });

  it('leaves out a few clips of another speaker', async () => {
    assert.equal(jointProfile([clip(100, 5), clip(102, 5), clip(300, 5)]).medianPitch, 101);
    assert.equal(jointProfile([clip(100, 1), clip(102, 1), clip(200, 5)]).medianPitch, 200);
    const own = await Promise.all(texts.slice(0, 3).map((text) => spoken('f2', text)));
    const other = await spoken('m3', texts[3]!);
    assert.deepEqual(jointProfile([...own, other]), jointProfile(own));
  });

  for (const variant of swept(['f2', 'm3', 'klatt4'], (each) => each === 'f2')) {
    it(`is closer to the speaker ${variant} than most clips alone, and than any of them over all measures`, async () => {
      const speaker = profileOf(await spoken(variant, ...texts)).timbre!;
      const clips = await Promise.all(texts.map((text) => spoken(variant, text)));
      const distance = ({ timbre }: ReturnType<typeof profileOf>): number => {
        const formants = timbre!.formants.map((formant, index) => Math.log(formant / speaker.formants[index]!) / 0.06);
        const levels = timbre!.spectrum.map((level, band) => (level! - speaker.spectrum[band]!) / 3);
        return Math.hypot(
          Math.hypot(...formants) / Math.sqrt(formants.length),
          Math.hypot(...levels) / Math.sqrt(levels.length),
        );
      };
      const nearest = Math.min(...clips.map((each) => distance(profileOf(each))));
      const joint = distance(jointProfile(clips));
      assert.ok(joint < nearest, `${joint} together, ${nearest} the nearest alone`);
    });
  }
});
