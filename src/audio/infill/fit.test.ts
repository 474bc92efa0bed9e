import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { voiceLike } from '../decoding/testing.ts';
import { loudnessOf } from '../loudness.ts';
import { edgeOf, joinedRate } from './edges.ts';
import { fitBetween, type Neighbours } from './fit.ts';
import { joinFloats } from '../samples.ts';

function speech(seconds: number, pitch: number, peak = 0.5): Float32Array {
  return voiceLike({ seconds, sampleRate: joinedRate, pitch, peak });
}

function edgesOf({ left, right }: { readonly left?: Float32Array; readonly right?: Float32Array }): Neighbours {
  return { left: left && edgeOf(left, 'end'), right: right && edgeOf(right, 'start') };
}

describe('speech between recordings', () => {
  it('goes on from the sample before and leads to the one behind, wherever the recordings are cut', () => {
    const left = speech(2, 120).map((sample) => sample + 0.04);
    const right = speech(2, 120).map((sample) => sample - 0.02);
    const middle = fitBetween(speech(2, 120), edgesOf({ left, right }));
    assert.ok(Math.abs(middle[0]! - left.at(-1)!) < 1e-6, `${middle[0]!} behind ${left.at(-1)!}`);
    assert.ok(Math.abs(middle.at(-1)! - right[0]!) < 1e-6, `${middle.at(-1)!} before ${right[0]!}`);
  });

  it('is as loud at each end as what it meets, also where its words get quieter', () => {
    const left = speech(3, 120, 0.3);
    const right = speech(3, 120, 0.3);
    const fading = speech(6, 120).map((sample, index) => sample * 10 ** ((-9 * index) / (6 * joinedRate) / 20));
    const middle = fitBetween(fading, edgesOf({ left, right }));
    const quarter = middle.length / 4;
    for (const part of [middle.subarray(0, quarter), middle.subarray(-quarter)]) {
      const step = loudnessOf(part, joinedRate) - loudnessOf(left, joinedRate);
      assert.ok(Math.abs(step) < 2, `${step} dB`);
    }
  });

  it('takes the pitch of the voice, not of the creak that it ends in', () => {
    const left = joinFloats([speech(3, 200), speech(0.5, 80)]);
    const usual = edgeOf(speech(3, 200), 'end').pitch!;
    const [edge, middle] = [edgeOf(left, 'end'), fitBetween(speech(2, 120), edgesOf({ left }))];
    assert.ok(Math.abs(edge.pitch! / usual - 1) < 0.05, `${edge.pitch!} Hz`);
    const begun = edgeOf(middle, 'start').pitch!;
    assert.ok(Math.abs(begun / usual - 1) < 0.1, `${begun} Hz`);
  });

  it('stands on the noise of pauses, and on none where a recording is speech alone', () => {
    // A vowel without a pause.
    const cut = speech(2, 120).subarray(0.06 * joinedRate, 0.18 * joinedRate);
    const tight = joinFloats([...Array.from({ length: 10 }, () => cut)]);
    assert.equal(edgeOf(tight, 'end').noise, undefined);
    const bare = fitBetween(
      joinFloats([speech(0.5, 120), new Float32Array(joinedRate), speech(0.5, 120)]),
      edgesOf({ left: tight }),
    );
    const inside = bare.subarray(0.9 * joinedRate, 1.3 * joinedRate);
    assert.ok(
      inside.every((sample) => sample === 0),
      'a pause inside the words is silent',
    );
    const noise = Float32Array.from({ length: joinedRate / 2 }, (_, index) => 0.002 * Math.sin(index * index));
    assert.equal(edgeOf(joinFloats([tight, noise]), 'end').noise?.length, 0.12 * joinedRate);
  });

  it('is never over full scale next to a loud recording', () => {
    const loud = speech(2, 120, 1).map((sample) => Math.max(-1, Math.min(1, sample * 6)));
    const middle = fitBetween(speech(2, 120, 0.9), edgesOf({ left: loud, right: loud }));
    const peak = middle.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    assert.ok(peak <= 1, `${peak}`);
  });
});
