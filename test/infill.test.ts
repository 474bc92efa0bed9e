/** Speech between recordings over HTTP: what it takes over from them, in which form it comes, and what is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeClip } from '../src/audio/clip/index.ts';
import { edgeOf, joinedRate } from '../src/audio/infill/edges.ts';
import { loudnessOfSpeech } from '../src/audio/loudness.ts';
import { wavHeader } from '../src/audio/wav/header.ts';
import { allEngines } from '../src/engines/registry.ts';
import { eventually } from './support/eventually.ts';
import { clientOf, expectJson } from './support/resources.ts';
import { adminKey, apiKey, fliteVoice, start, version, type TestServer } from './support/server.ts';

const rate = joinedRate;
const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };

let server: TestServer;
let voice: string;
/** Of another voice, quiet, with noise between and behind the words. */
let left: Buffer;
/** Louder, with less noise. */
let right: Buffer;
before(async () => {
  server = await start({}, allEngines);
  const { data } = await expectJson<{ data: { id: string; name: string }[] }>(
    clientOf(server.url, apiKey)('GET', '/voices?limit=100'),
    200,
  );
  voice = data.find(({ name }) => name === 'Kyle')!.id;
  left = noisy(await spoken('We walked along the river, and then, after an hour or so,'), 0.3, 0.004);
  right = noisy(await spoken('before the rain came down on all of us.'), 0.6, 0.002);
});
after(() => server.close());

async function spoken(transcript: string, speed = 1): Promise<Int16Array> {
  const format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: rate };
  const response = await server.post('/tts/bytes', {
    model_id: 'sonorant-1',
    transcript,
    voice: fliteVoice,
    output_format: format,
    generation_config: { speed },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index));
}

/** As loud as that, with noise of that amplitude. */
function noisy(samples: Int16Array, gain: number, noise: number): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  let state = 7;
  for (const [index, sample] of samples.entries()) {
    state = (state * 16_807) % 2_147_483_647;
    const random = (2 * state) / 2_147_483_647 - 1;
    bytes.writeInt16LE(Math.round(sample * gain + random * noise * 32_767), 2 * index);
  }
  return Buffer.concat([wavHeader({ encoding: 'pcm_s16le', sampleRate: rate }, bytes.length), bytes]);
}

interface Parts {
  readonly left?: Uint8Array | undefined;
  readonly right?: Uint8Array | undefined;
  readonly fields?: Record<string, string> | undefined;
}

function infill({ fields = {}, ...files }: Parts, signal?: AbortSignal): Promise<Response> {
  const form = new FormData();
  for (const [side, bytes] of Object.entries(files)) {
    if (bytes !== undefined) form.append(`${side}_audio`, new Blob([new Uint8Array(bytes)]), `${side}.wav`);
  }
  const usual = { model_id: 'sonorant-1', transcript: 'we found a bench under an old tree', voice_id: voice };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) form.append(name, value);
  return fetch(`${server.url}/infill/bytes`, { method: 'POST', headers, body: form, ...(signal && { signal }) });
}

/** Segments that the engines hold. */
async function running(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^sonorant_engine_jobs (\d+)$/m.exec(metrics)?.[1] ?? assert.fail(metrics));
}

async function samplesOf(parts: Parts): Promise<Float32Array> {
  const response = await infill(parts);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.toString('utf8', 0, 400));
  const { samples, sampleRate } = await decodeClip(bytes);
  assert.equal(sampleRate, rate);
  return samples;
}

/** dB of the noise. */
function floorOf({ noise }: ReturnType<typeof edgeOf>): number {
  assert.ok(noise !== undefined, 'there is a pause');
  return 10 * Math.log10(noise.reduce((sum, sample) => sum + sample ** 2, 0) / noise.length);
}

function assertNear(one: number, other: number, by: number, what: string): void {
  assert.ok(Math.abs(one - other) <= by, `${what}: ${one.toFixed(1)} beside ${other.toFixed(1)}`);
}

describe('speech between two clips', () => {
  it('is as loud as they are where it is a word, or they are', async () => {
    const samples = await spoken('We walked along the river, and then, after an hour or so,');
    const quiet = noisy(samples, 0.1, 0);
    const theirs = loudnessOfSpeech((await decodeClip(quiet)).samples, rate);
    const word = await samplesOf({ left: quiet, fields: { transcript: 'No' } });
    assertNear(loudnessOfSpeech(word, rate), theirs, 2.5, 'LUFS of a word');
    const short = noisy(samples.subarray(samples.length - 0.35 * rate - 3000, samples.length - 3000), 0.1, 0);
    const beside = await samplesOf({ left: short });
    const shortLoudness = loudnessOfSpeech((await decodeClip(short)).samples, rate);
    assertNear(loudnessOfSpeech(beside, rate), shortLoudness, 4, 'LUFS beside a short recording');
  });

  it('is spoken no further when the client leaves', { timeout: 60_000 }, async () => {
    const credits = async (): Promise<number> => {
      const asked = '/usage/credits?group_by=capability&interval=day';
      const usage = JSON.stringify(await expectJson(clientOf(server.url, adminKey)('GET', asked), 200));
      return [...usage.matchAll(/"credits":(\d+)/g)].reduce((sum, [, amount]) => sum + Number(amount), 0);
    };
    const before_ = await credits();
    const transcript = 'A sentence of some length, as there are many of them. '.repeat(90);
    const leaving = new AbortController();
    const asked = infill({ left, fields: { transcript } }, leaving.signal);
    await eventually('it is being spoken', async () => (await running()) > 0);
    leaving.abort();
    await assert.rejects(asked);
    await eventually('nothing of it is spoken any more', async () => (await running()) === 0);
    const spent = (await credits()) - before_;
    assert.ok(spent < transcript.length, `${spent} credits of ${transcript.length}`);
  });

  it('has the level, the noise and the pitch of each where it meets it, and no click', async () => {
    const [before_, behind, middle] = [
      (await decodeClip(left)).samples,
      (await decodeClip(right)).samples,
      // With pauses in which the noise is heard.
      await samplesOf({ left, right, fields: { transcript: 'we sat, and sat, and waited; and sat, and waited' } }),
    ];
    const seconds = middle.length / rate;
    assert.ok(seconds > 1 && seconds < 6, `${seconds} s`);
    for (const [name, theirs, own] of [
      ['left', edgeOf(before_, 'end'), edgeOf(middle.subarray(0, middle.length / 2), 'start')],
      ['right', edgeOf(behind, 'start'), edgeOf(middle.subarray(middle.length / 2), 'end')],
    ] as const) {
      assertNear(own.loudness, theirs.loudness, 2, `LUFS at the ${name}`);
      assertNear(floorOf(own), floorOf(theirs), 3, `dB of noise at the ${name}`);
      assertNear((100 * own.pitch!) / theirs.pitch!, 100, 10, `percent of the pitch at the ${name}`);
    }
    const whole = Float32Array.from([...before_, ...middle, ...behind]);
    const steps = (from: number, to: number) =>
      Math.max(
        ...Array.from({ length: to - from }, (_, index) => Math.abs(whole[from + index + 1]! - whole[from + index]!)),
      );
    const usual = steps(0, before_.length - 2);
    for (const joint of [before_.length, before_.length + middle.length]) {
      assert.ok(steps(joint - 3, joint + 3) < usual / 2, `a step at the joint ${joint}`);
    }
  });

  it('is as fast as the clips', async () => {
    const words = 'We walked along the river, and then, after an hour or so, we came to a village of stone.';
    const [slow, fast] = [
      noisy(await spoken(words, 0.75), 0.5, 0.002),
      noisy(await spoken(words, 1.4), 0.5, 0.002),
    ] as const;
    const [slower, faster] = [await samplesOf({ left: slow }), await samplesOf({ left: fast })];
    const ratio = slower.length / faster.length;
    assert.ok(ratio > 1.2 && ratio < 2.2, `${ratio} times as long`);
  });

  it('comes alone, or with the clips around it', async () => {
    const [alone, whole] = [
      await samplesOf({ left, right }),
      await samplesOf({ left, right, fields: { whole: 'true' } }),
    ];
    const [first, last] = [(await decodeClip(left)).samples, (await decodeClip(right)).samples];
    for (const [parts, joints] of [
      [{ left, right }, [first.length, first.length + alone.length]],
      [{ left }, [first.length]],
    ] as const) {
      const response = await infill({ ...parts, fields: { whole: 'true' } });
      await response.arrayBuffer();
      const header = response.headers.get('sonorant-joints')!.split(', ');
      assert.deepEqual(
        header.map((seconds) => Math.round(Number(seconds) * rate)),
        joints,
      );
    }
    const middle = await infill({ left, right });
    await middle.arrayBuffer();
    assert.equal(middle.headers.get('sonorant-joints'), null);
    assert.equal(whole.length, first.length + alone.length + last.length);
    assert.deepEqual(whole.subarray(100, 200), first.subarray(100, 200));
    assert.deepEqual(whole.subarray(first.length, first.length + 500), alone.subarray(0, 500));
    assert.deepEqual(whole.subarray(-200), last.subarray(-200));
  });

  it('goes on from one, or leads into one, and is the same each time', async () => {
    for (const one of [{ left }, { right }]) {
      const [first, second] = [await samplesOf(one), await samplesOf(one)];
      assert.ok(first.length > rate);
      assert.deepEqual(first, second);
    }
  });

  it('has the format of the left clip, or the one that is asked for', async () => {
    const same = await infill({ left, right });
    assert.deepEqual([same.status, same.headers.get('content-type')], [200, 'audio/wav']);
    await same.arrayBuffer();
    const mp3 = Buffer.from(
      await (await infill({ left, fields: { 'output_format[container]': 'mp3' } })).arrayBuffer(),
    );
    assert.equal((await decodeClip(mp3)).format, 'mpeg');
    const like = await infill({ left: mp3, right });
    assert.deepEqual([like.status, like.headers.get('content-type')], [200, 'audio/mpeg']);
    await like.arrayBuffer();
    const telephone = {
      'output_format[container]': 'raw',
      'output_format[encoding]': 'pcm_mulaw',
      'output_format[sample_rate]': '8000',
    };
    const raw = Buffer.from(await (await infill({ left, right, fields: telephone })).arrayBuffer());
    assert.equal(raw.length, Math.ceil((await samplesOf({ left, right })).length / 3));
  });

  it('is refused by name of what is wrong', async () => {
    for (const [parts, status, about] of [
      [{}, 400, /at least one file of left_audio and right_audio.*→ at left_audio/su],
      [{ left: Buffer.from('no audio, really none') }, 400, /→ at left_audio/u],
      [{ left, right: Buffer.alloc(0) }, 400, /→ at right_audio/u],
      [{ left, fields: { transcript: '  ' } }, 400, /blank.*→ at transcript/su],
      [{ left, fields: { voice_id: 'nobody' } }, 404, /nobody/u],
      [{ left, fields: { model_id: 'nothing' } }, 400, /No model has this id/u],
      [{ left, fields: { language: 'klingon' } }, 400, /→ at language/u],
      [{ left, fields: { whole: 'perhaps' } }, 400, /→ at whole/u],
      [{ left, fields: { 'output_format[container]': 'raw' } }, 400, /output_format/u],
    ] as const) {
      const response = await infill(parts);
      const text = await response.text();
      assert.equal(response.status, status, text);
      assert.match((JSON.parse(text) as { message: string }).message, about);
    }
    const form = new FormData();
    form.append('middle_audio', new Blob([new Uint8Array(left)]), 'middle.wav');
    const other = await fetch(`${server.url}/infill/bytes`, { method: 'POST', headers, body: form });
    assert.equal(other.status, 400);
    assert.match(await other.text(), /those are left_audio, right_audio/u);
  });

  it('joins silence to silence', async () => {
    const silent = Buffer.concat([wavHeader({ encoding: 'pcm_s16le', sampleRate: rate }, rate), Buffer.alloc(rate)]);
    const middle = await samplesOf({ left: silent, right: silent });
    assert.ok(middle.length > rate && middle.every(Number.isFinite));
  });
});
