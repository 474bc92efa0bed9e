/** The voice changer over HTTP: what stays of a recording, what becomes of it, in which form it comes, and what is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { integersOf } from '../src/audio/bytes.ts';
import { decodeClip } from '../src/audio/clip/index.ts';
import { decoded, libavOf } from '../src/audio/decoding/testing.ts';
import { createLoudnessMeter, loudnessOf } from '../src/audio/loudness.ts';
import { toFloats } from '../src/audio/resampler.ts';
import { PitchFinder } from '../src/audio/clip/pitch.ts';
import { wavHeader } from '../src/audio/wav/header.ts';
import { measuredText } from '../src/speech/recordings/target-voices.ts';
import { allEngines } from '../src/engines/registry.ts';
import { clientOf, expectJson } from './support/resources.ts';
import { adminKey, apiKey, fliteVoice, start, version, type TestServer } from './support/server.ts';
import { swept } from './support/sweeps.ts';

const rate = 24_000;
const headers = { authorization: `Bearer ${apiKey}`, 'service-version': version };

interface Voice {
  readonly id: string;
  readonly name: string;
}

let server: TestServer;
let voices: readonly Voice[];
/** Speech with half a second of digital silence before it. */
let clip: Buffer;
/** Its beginning, for what does not depend on what is said. */
let short: Buffer;
/** The clip as it is decoded, with its {@link voicedPitches}. */
let source: Awaited<ReturnType<typeof decodeClip>>;
let sourcePitches: readonly (number | undefined)[];
before(async () => {
  server = await start({}, allEngines);
  voices = (await expectJson<{ data: Voice[] }>(clientOf(server.url, apiKey)('GET', '/voices?limit=100'), 200)).data;
  clip = wav(Buffer.concat([Buffer.alloc(rate), await spoken(fliteVoice)]));
  short = wav(clip.subarray(44, 44 + 1.7 * rate * 2));
  source = await decodeClip(clip);
  sourcePitches = voicedPitches(source.samples);
});
after(() => server.close());

function samplesOf(file: Buffer): Int16Array {
  return integersOf(file.subarray(44));
}

function wav(samples: Buffer, sampleRate = rate): Buffer {
  return Buffer.concat([wavHeader({ encoding: 'pcm_s16le', sampleRate }, samples.length), samples]);
}

const sentences =
  'The rainbow is a division of white light into many beautiful colours. Are they always in this order?';

async function spoken(voice: string, transcript = sentences): Promise<Buffer> {
  const response = await server.post('/tts/bytes', {
    model_id: 'sonorant-1',
    transcript,
    voice,
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: rate },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

function change(
  file: Uint8Array,
  voice: string,
  format: Record<string, string> = { container: 'wav', sample_rate: String(rate) },
  path = 'bytes',
): Promise<Response> {
  const form = new FormData();
  form.append('clip', new Blob([file]), 'clip.wav');
  form.append('voice[id]', voice);
  for (const [name, value] of Object.entries(format)) form.append(`output_format[${name}]`, value);
  return fetch(`${server.url}/voice-changer/${path}`, { method: 'POST', headers, body: form });
}

/** Sends a whole request and leaves before anything is answered. */
async function changeAndLeave(file: Uint8Array, voice: string): Promise<void> {
  const form = new FormData();
  form.append('clip', new Blob([file]), 'clip.wav');
  form.append('voice[id]', voice);
  form.append('output_format[container]', 'wav');
  form.append('output_format[sample_rate]', String(rate));
  const { body, headers: typed } = new Response(form);
  const left = new AbortController();
  const sent = body!.pipeThrough(new TransformStream({ flush: () => void setImmediate(() => left.abort()) }));
  await assert.rejects(
    fetch(`${server.url}/voice-changer/bytes`, {
      method: 'POST',
      headers: { ...headers, 'content-type': typed.get('content-type')! },
      body: sent,
      signal: left.signal,
      duplex: 'half',
    }),
  );
}

async function changed(...given: Parameters<typeof change>): Promise<Buffer> {
  const response = await change(...given);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.toString('utf8', 0, 500));
  return bytes;
}

/** Voiced moments of both, in octaves. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)];
  const sums = one.reduce(
    (so, value, index) => {
      const [a, b] = [value - meanOne, other[index]! - meanOther];
      return { both: so.both + a * b, one: so.one + a * a, other: so.other + b * b };
    },
    { both: 0, one: 0, other: 0 },
  );
  return sums.both / Math.sqrt(sums.one * sums.other);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** In dB; without the highest band, in which a recording of 16 kHz has nothing that could be moved. */
function distance(one: readonly (number | null)[], other: readonly (number | null)[]): number {
  const differences = one.slice(0, -1).map((level, band) => level! - other[band]!);
  return Math.sqrt(differences.reduce((sum, difference) => sum + difference ** 2, 0) / differences.length);
}

function named(name: string): string {
  return voices.find((voice) => voice.name === name)!.id;
}

describe('a clip in another voice', () => {
  const targets = [
    ['Russell', 'en'],
    ['Sadie', 'en'],
    ['Anke', 'de'],
    ['Lucía', 'es'],
  ] as const;
  for (const [name, language] of swept(targets, ([each]) => each === 'Anke')) {
    it(`keeps its times, its melody and its silence, and sounds like ${name}`, async () => {
      const target = (await decodeClip(wav(await spoken(named(name), measuredText(language))))).measures;
      const bytes = await changed(clip, named(name));
      const result = await decodeClip(bytes);
      assert.equal(result.samples.length, source.samples.length, 'to the sample');
      assert.ok(
        result.samples.subarray(0, 0.4 * rate).every((sample) => sample === 0),
        'silence stays silent',
      );
      assert.ok(Math.abs(loudnessOf(result.samples, rate) + 20) <= 1, `${loudnessOf(result.samples, rate)} LUFS`);
      assert.ok(result.measures.clippedShare === 0);

      const median = result.measures.pitch!.median;
      // The median of two sentences, of which one lies higher and the other lower; `npm run quality` holds 3 % of longer clips.
      assert.ok(Math.abs(median / target.pitch!.median - 1) <= 0.04, `${median} Hz for ${target.pitch!.median}`);
      const [from, to] = [sourcePitches, voicedPitches(result.samples)];
      const both = from.flatMap((pitch, index) => {
        const other = to[index];
        return pitch === undefined || other === undefined ? [] : [[Math.log2(pitch), Math.log2(other)] as const];
      });
      assert.ok(both.length > 0.8 * from.filter((pitch) => pitch !== undefined).length, 'what was voiced is');
      const r = correlation(
        both.map(([one]) => one),
        both.map(([, other]) => other),
      );
      assert.ok(r >= 0.9, `the melody follows with r = ${r.toFixed(3)}`);

      const [was, is, asked] = [source, result, { measures: target }].map(({ measures }) => measures.timbre!.spectrum);
      const [far, near] = [distance(was!, asked!), distance(is!, asked!)];
      assert.ok(near <= Math.max(far / 2, 3), `${near.toFixed(1)} dB from the spectrum, ${far.toFixed(1)} before`);
    });
  }

  for (const packing of swept(['WAV', 'FLAC'], (each) => each === 'FLAC')) {
    it(`keeps its length and becomes as loud where it is long, in ${packing}`, async () => {
      const quiet = samplesOf(clip).map((sample) => Math.round(sample / 8));
      const loud = samplesOf(clip);
      // Of what is said most is quiet, behind a pause that is longer than all of which levels and voices are found at first.
      const all = [new Int16Array(11 * rate), quiet, loud, quiet, new Int16Array(2 * rate)];
      const long = Buffer.concat(all.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
      const flac = { encoder: 'flac', container: 'flac' } as const;
      const file = packing === 'WAV' ? wav(long) : await libavOf(toFloats(integersOf(long)), rate, flac);
      const samples = toFloats(samplesOf(await changed(file, named('Russell'))));
      assert.equal(samples.length, long.length / 2, 'to the sample');
      assert.ok(Math.abs(loudnessOf(samples, rate) + 20) <= 1, `${loudnessOf(samples, rate)} LUFS`);
      assert.ok(
        samples.subarray(0, 10 * rate).every((sample) => sample === 0),
        'silence stays silent',
      );
    });
  }

  it('is the same bytes each time', async () => {
    assert.ok((await changed(short, named('Russell'))).equals(await changed(short, named('Russell'))));
  });

  it('comes in every container, as events too', async () => {
    const seconds = (short.length - 44) / 2 / rate;
    for (const format of [
      { container: 'wav', sample_rate: '8000', encoding: 'pcm_mulaw' },
      { container: 'wav' },
      { container: 'mp3', bit_rate: '64000', sample_rate: '24000', encoding: 'mp3' },
      { container: 'opus' },
      { container: 'flac' },
    ]) {
      const { samples, sampleRate } = await decoded(await changed(short, named('Russell'), format));
      const long = samples.length / sampleRate;
      // MP3 ends with whole frames behind the delay of its encoder.
      assert.ok(Math.abs(long - seconds) < 0.08, `${format.container}: ${long} s of ${seconds}`);
    }
    const raw = { container: 'raw', encoding: 'pcm_s16le', sample_rate: '24000' };
    const whole = await changed(short, named('Russell'), raw);
    assert.equal(whole.length, short.length - 44);
    const response = await change(short, named('Russell'), raw, 'sse');
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    const events = (await response.text())
      .trimEnd()
      .split('\n\n')
      .map((text) => /^event: (\w+)\ndata: (.*)$/u.exec(text)!)
      .map(([, type, data]) => ({
        type,
        ...(JSON.parse(data!) as { data?: string; sample_rate?: number; done: boolean }),
      }));
    assert.deepEqual(events.at(-1), { type: 'done', status_code: 200, done: true });
    const audio = events.slice(0, -1);
    assert.ok(
      audio.length > 10 &&
        audio.every(({ type, done, sample_rate: hertz }) => type === 'chunk' && !done && hertz === rate),
    );
    assert.ok(Buffer.concat(audio.map(({ data }) => Buffer.from(data!, 'base64'))).equals(whole));
  });

  it('costs a credit for each second that has begun', async () => {
    const usage = async (): Promise<number> => {
      const asked = '/usage/credits?group_by=capability&interval=day';
      return sumOf(await expectJson(clientOf(server.url, adminKey)('GET', asked), 200));
    };
    const atFirst = await usage();
    await changed(short, named('Russell'));
    assert.equal((await usage()) - atFirst, Math.ceil((short.length - 44) / 2 / rate));
  });

  it('is refused by name of what is wrong', async () => {
    const noise = Buffer.alloc(2 * rate * 2);
    for (let at = 0; at < noise.length; at += 2) noise.writeInt16LE(Math.round(Math.sin(at * at) * 8000), at);
    const sine = Buffer.alloc(2 * rate * 2);
    for (let at = 0; at < sine.length; at += 2) sine.writeInt16LE(Math.round(Math.sin(at / 20) * 8000), at);
    for (const [file, voice, format, status, about] of [
      [wav(Buffer.alloc(2 * rate)), fliteVoice, undefined, 400, /The clip is silent.*→ at clip/su],
      [wav(noise), fliteVoice, undefined, 400, /The clip has no speech.*→ at clip/su],
      [wav(sine), fliteVoice, undefined, 400, /The clip has no speech.*→ at clip/su],
      [wav(Buffer.alloc(400)), fliteVoice, undefined, 400, /too short.*→ at clip/su],
      [Buffer.from('not audio at all, really'), fliteVoice, undefined, 400, /→ at clip/u],
      [clip.subarray(0, 44), fliteVoice, undefined, 400, /→ at clip/u],
      [clip, 'nobody', undefined, 404, /No voice 'nobody'/u],
      [clip, fliteVoice, { container: 'raw' }, 400, /output_format/u],
      [clip, fliteVoice, { container: 'wav', sample_rate: '12345' }, 400, /output_format\[sample_rate\]/u],
      [clip, fliteVoice, { container: 'wav', encoding: 'mp3' }, 400, /pcm_alaw.*output_format/su],
      [clip, fliteVoice, { container: 'aiff' }, 400, /output_format\[container\]/u],
      [clip, fliteVoice, {}, 400, /output_format\[container\]/u],
    ] as const) {
      const response = await change(file, voice, format);
      const text = await response.text();
      assert.equal(response.status, status, text);
      assert.match((JSON.parse(text) as { message: string }).message, about);
    }
    const json = await server.post('/voice-changer/bytes', { clip: 'x' });
    assert.equal(json.status, 415);
  });

  it(
    'of clients that leave before they are answered keeps no other from being changed',
    { timeout: 60_000 },
    async () => {
      const longer = wav(Buffer.concat(Array.from({ length: 2 }, () => clip.subarray(44))));
      for (let count = 0; count < 4; count++) await changeAndLeave(longer, named('Russell'));
      const response = await change(short, named('Russell'));
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    },
  );

  it('of clients that do not read is kept from no other', { timeout: 60_000 }, async () => {
    // A minute, of which the buffers on the way hold a part.
    const minute = wav(
      Buffer.concat(Array.from({ length: Math.ceil((60 * 2 * rate) / clip.length) }, () => clip.subarray(44))),
    );
    const wide = { container: 'raw', encoding: 'pcm_f32le', sample_rate: '48000' };
    const unread: Response[] = [];
    for (let count = 0; count < 3; count++) unread.push(await change(minute, named('Russell'), wide));
    try {
      assert.ok((await changed(short, named('Russell'))).length > short.length / 2);
    } finally {
      for (const response of unread) await response.body!.cancel();
    }
  });

  it('of a word is as loud as any other', async () => {
    const pcm = clip.subarray(44 + rate, 44 + 3 * rate);
    const loudest = Array.from({ length: 60 }, (_, index) => 2 * Math.round((index * rate) / 60)).reduce((best, at) =>
      powerAt(pcm, at) > powerAt(pcm, best) ? at : best,
    );
    const word = wav(pcm.subarray(loudest, loudest + 2 * 0.35 * rate));
    const meter = createLoudnessMeter(rate);
    meter.write(toFloats(samplesOf(await changed(word, named('Russell')))));
    const loudness = meter.amidSilence();
    assert.ok(Math.abs(loudness + 20) < 2, `${loudness} LUFS`);
  });

  it('of a rate that nothing has is refused by name of it', async () => {
    const response = await change(wav(clip.subarray(44), 44_101), named('Russell'));
    assert.equal(response.status, 400);
    const { message } = (await response.json()) as { message: string };
    assert.match(message, /44101 Hz, which cannot be brought to 24000 Hz.*→ at clip/su);
  });

  it('of one with noise says so and is changed all the same', async () => {
    const noisy = Buffer.from(clip);
    for (let at = 44; at + 1 < noisy.length; at += 2) {
      noisy.writeInt16LE(
        Math.round(Math.max(-32_768, Math.min(32_767, noisy.readInt16LE(at) + Math.sin(at * at) * 4000))),
        at,
      );
    }
    const response = await change(noisy, named('Russell'));
    assert.deepEqual([response.status, response.headers.get('sonorant-clip-notes')], [200, 'noisy']);
    assert.equal(samplesOf(Buffer.from(await response.arrayBuffer())).length, (clip.length - 44) / 2);
  });
});

/** Of 0.35 s from there on. */
function powerAt(pcm: Buffer, at: number): number {
  let sum = 0;
  for (let index = at; index < at + 0.7 * rate && index + 1 < pcm.length; index += 2) {
    sum += pcm.readInt16LE(index) ** 2;
  }
  return sum;
}

/** The pitch every 10 ms, as a finder without a memory tells it; undefined where there is none, or one an octave away. */
function voicedPitches(samples: Float32Array): (number | undefined)[] {
  const finder = new PitchFinder(rate, { min: 60, max: 500 });
  const pitches = Array.from({ length: Math.floor(samples.length / (rate / 100)) - 10 }, (_, index) =>
    finder.pitchAt(samples, (index * rate) / 100),
  );
  const median = pitches.filter((pitch) => pitch !== undefined).toSorted((a, b) => a - b);
  const middle = median[Math.floor(median.length / 2)]!;
  return pitches.map((pitch) => (pitch !== undefined && Math.abs(Math.log2(pitch / middle)) < 0.6 ? pitch : undefined));
}

/** All credits in an answer of `/usage`, whatever its form. */
function sumOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + (name === 'credits' && typeof inner === 'number' ? inner : sumOf(inner)),
    0,
  );
}
