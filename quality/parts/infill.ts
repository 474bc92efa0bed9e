/** Whether speech that is made to stand between recordings joins them, by the service's own route. */
import { median } from '../../bench/report/statistics.ts';
import { fixed, type Row } from '../../bench/report/table.ts';
import { decodeClip } from '../../src/audio/clip/index.ts';
import { loudnessOf } from '../../src/audio/loudness.ts';
import { createResampler } from '../../src/audio/resampler.ts';
import { seededRandom } from '../../test/support/random.ts';
import { clipsOf, describeClips, type Clip } from '../sources/clips.ts';
import type { Part, Quality } from '../quality.ts';
import { cloneOf, withService, type Service } from '../sources/service.ts';
import { clicksIn, noiseFloor, pitchesOf, rawPitchesOf } from '../measures/speech-figures.ts';
import { rowOf, targets } from '../targets.ts';
import { wavOf } from '../../src/audio/decoding/testing.ts';

const sampleRate = 24_000;
/** With a pause near each joint, in which the noise is heard. */
const transcript = 'and so. We sat down for a while, and waited for a long time. And then';
/** Of a recording, so much near the joint is what a listener compares. */
const nearSeconds = 2;
/** In so much of it there is a pause. */
const noiseSeconds = 6;
/** A click so near to the joint is one of it. */
const jointSeconds = 0.01;
/** Voiced frames of 10 ms nearest to the joint. */
const voicedFrames = 12;

/** Between what speaks for a low recording and what for a high one. */
const splitHertz = 140;

interface Pair {
  readonly left: Side;
  readonly right: Side;
}

/** What speaks between them. */
interface SpeakingVoice {
  readonly id: string;
  readonly name: string;
}

interface Side {
  readonly name: string;
  /** At {@link sampleRate}. */
  readonly samples: Float32Array;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const infill: Part = {
  title: 'Infill',
  packages: [],
  isShort: true,
  async measure(quality: Quality) {
    const { synthesizer, short, progress } = quality;
    const clips = await clipsOf(quality);
    const builtIn = synthesizer.voicesOf('flite', 'en').slice(0, 2);
    const pairs = quality.clips === undefined ? spokenPairs(clips) : recordedPairs(clips);
    const rows: Row[] = [];
    await withService(async (service) => {
      for (const pair of pairs) {
        const near = builtIn.find(
          ({ gender }) => gender === (pitchOf(pair.left) > splitHertz ? 'feminine' : 'masculine'),
        )!;
        const clone = { name: `A clone of ${pair.left.name}`, id: await cloneOf(service, pair.left) };
        for (const voice of short ? [near] : [near, clone]) {
          progress(`${voice.name}, ${pair.left.name} to ${pair.right.name}`);
          rows.push(...jointRows(pair, voice, await joined(service, pair, voice)));
        }
      }
    });
    return { method: `${describeClips(quality)} ${method}`, rows };
  },
};

const method = `Each recording is joined to the next one by \`POST /infill/bytes\` with fourteen words, by the built-in voice of flite that is as high or as low as the left one, and by a clone of that; those made here are 9 dB apart, with noise 50 and 56 dB below full scale. At each joint: the loudness of the last two seconds of the recording against that of the nearest quarter of what was made; the median fundamental frequency of the nearest 0.12 s of voiced sound on either side, of the recording without what lies more than 0.6 octaves from its median, such as creak; the quietest 120 ms of the nearest six seconds of the recording against those of that quarter; clicks within 10 ms of the joint.`;

/** As the clips are. */
function recordedPairs(clips: readonly Clip[]): Pair[] {
  const sides = clips.map(({ name, samples, sampleRate: rate, bytes }) => ({
    name,
    samples: atRate(samples, rate),
    bytes,
  }));
  return sides.map((left, index) => ({ left, right: sides[(index + 1) % sides.length]! }));
}

/** One quiet with noise, the other louder with less: synthetic speech has neither. */
function spokenPairs(clips: readonly Clip[]): Pair[] {
  return clips.map((clip, index) => {
    const next = clips[(index + 1) % clips.length]!;
    return { left: sideOf(clip, 0.35, 10 ** (-50 / 20)), right: sideOf(next, 1, 10 ** (-56 / 20)) };
  });
}

/** @param noise root mean square, full scale being 1 */
function sideOf({ name, samples: clean, sampleRate: rate }: Clip, gain: number, noise: number): Side {
  const random = seededRandom();
  const samples = atRate(clean, rate).map((sample) => sample * gain + noise * Math.sqrt(12) * (random() - 0.5));
  return { name, samples, bytes: Uint8Array.from(wavOf(samples, sampleRate)) };
}

function atRate(samples: Float32Array, rate: number): Float32Array {
  const resampler = createResampler({ inputRate: rate, outputRate: sampleRate });
  const [first, last] = [resampler.write(samples), resampler.end()];
  return Float32Array.from([...first, ...last]);
}

/** Hz. */
function pitchOf({ samples }: Side): number {
  return median(pitchesOf(samples, sampleRate).filter((pitch) => pitch !== undefined));
}

async function joined(service: Service, { left, right }: Pair, voice: SpeakingVoice): Promise<Float32Array> {
  const bytes = await service.form('/infill/bytes', {
    left_audio: new File([left.bytes], 'left'),
    right_audio: new File([right.bytes], 'right'),
    ...{ model_id: 'sonorant-1', transcript, voice_id: voice.id },
    'output_format[container]': 'wav',
    'output_format[sample_rate]': String(sampleRate),
  });
  return (await decodeClip(bytes)).samples;
}

function jointRows({ left, right }: Pair, voice: SpeakingVoice, middle: Float32Array): Row[] {
  const quarter = Math.floor(middle.length / 4);
  const near = nearSeconds * sampleRate;
  const sides = [
    {
      what: `from ${left.name}`,
      theirs: left.samples.subarray(Math.max(0, left.samples.length - near)),
      room: left.samples.subarray(Math.max(0, left.samples.length - noiseSeconds * sampleRate)),
      own: middle.subarray(0, quarter),
      isEnd: true,
    },
    {
      what: `to ${right.name}`,
      theirs: right.samples.subarray(0, near),
      room: right.samples.subarray(0, noiseSeconds * sampleRate),
      own: middle.subarray(middle.length - quarter),
      isEnd: false,
    },
  ];
  return sides.map(({ what, theirs, room, own, isEnd }) => {
    const step = Math.abs(loudnessOf(own, sampleRate) - loudnessOf(theirs, sampleRate));
    const noise = Math.abs(noiseFloor(own, sampleRate) - noiseFloor(room, sampleRate));
    const [one, other] = [
      nearestPitch(pitchesOf(room, sampleRate), isEnd),
      nearestPitch(rawPitchesOf(own, sampleRate), !isEnd),
    ];
    const pitch = Math.abs(other / one - 1);
    const clicks = clicksAt(isEnd ? [theirs, own] : [own, theirs]);
    const id = `infill.${left.name}.${right.name}.${voice.name}.${isEnd ? 'left' : 'right'}`
      .toLowerCase()
      .replaceAll(' ', '-');
    const measured = `loudness ${fixed(step)} dB, noise ${fixed(noise)} dB, pitch ${fixed(100 * pitch)} % (${fixed(one, 0)} Hz beside ${fixed(other, 0)}), ${clicks} clicks`;
    return rowOf(id, `${voice.name}, ${what}`, measured, [
      { value: step, target: targets.jointStep },
      { value: noise, target: targets.jointNoise },
      { value: pitch, target: targets.jointPitch },
      { value: clicks, target: targets.none },
    ]);
  });
}

/** Hz, of those nearest to the end or the beginning. */
function nearestPitch(pitches: readonly (number | undefined)[], atEnd: boolean): number {
  const voiced = pitches.filter((pitch) => pitch !== undefined);
  return median(atEnd ? voiced.slice(-voicedFrames) : voiced.slice(0, voicedFrames));
}

/** Clicks where the two meet. */
function clicksAt([before, behind]: readonly Float32Array[]): number {
  const around = 0.05 * sampleRate;
  const part = Float32Array.from([...before!.subarray(-around), ...behind!.subarray(0, around)]);
  const joint = Math.min(around, before!.length);
  return clicksIn(part, sampleRate).filter((at) => Math.abs(at - joint) <= jointSeconds * sampleRate).length;
}
