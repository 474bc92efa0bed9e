import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OutputFormat } from '../audio/formats.ts';
import { neutralProsody, type Segment } from '../text/types.ts';
import type { EngineVoice } from './adapter.ts';
import type { Job, StreamPin } from './job.ts';
import { EnginePool } from './pool.ts';
import type { SegmentResult } from './protocol.ts';

const espeak: EngineVoice = { engine: 'espeak', name: 'en-us' };
const flite: EngineVoice = { engine: 'flite', name: 'slt' };
const raw: OutputFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 };
const mp3: OutputFormat = { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 };

function segment(text: string, pauseSeconds = 0): Segment {
  return {
    tokens: text
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ text: word, spoken: [word], continues: false })),
    prosody: neutralProsody,
    language: 'en',
    pauseSeconds,
  };
}

interface Spoken {
  readonly bytes: Buffer;
  readonly samples: number;
  readonly result: SegmentResult;
}

interface SpeakOptions {
  readonly voice?: EngineVoice;
  readonly format?: OutputFormat;
  readonly stream?: StreamPin;
  readonly deadline?: number;
  readonly onJob?: (job: Job) => void;
  readonly onAudio?: () => void;
}

function speak(pool: EnginePool, text: string | Segment, options: SpeakOptions = {}): Promise<Spoken> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let samples = 0;
    const { voice = espeak, format = raw, stream, deadline = -Infinity } = options;
    const work = { segment: typeof text === 'string' ? segment(text) : text, voice, format, ...(stream && { stream }) };
    const job = pool.speak(work, deadline, {
      audio: (bytes, count) => {
        parts.push(bytes);
        samples += count;
        options.onAudio?.();
      },
      end: (result) => resolve({ bytes: Buffer.concat(parts), samples, result }),
      failed: reject,
    });
    options.onJob?.(job);
  });
}

const sentences = [
  'Good morning.',
  'The rain in Spain falls mainly on the plain.',
  'One, two, three!',
  'Is anybody there?',
];
const long = Array.from({ length: 24 }, (_, index) => `sentence number ${index} goes on`).join(' ');

describe('the engine pool', () => {
  let pool: EnginePool;
  before(async () => {
    pool = await EnginePool.start({ workers: 2, engines: ['espeak', 'flite'] });
  });
  after(() => pool.close());

  it('gives as many samples as it says, and every word inside them', async () => {
    for (const voice of [espeak, flite]) {
      const { bytes, samples, result } = await speak(pool, sentences[1]!, { voice });
      assert.equal(bytes.length, 2 * result.samples);
      assert.equal(samples, result.samples);
      assert.equal(result.words.length, 9);
      assert.ok(result.words.every((word) => word.start <= word.end && word.end <= result.samples));
    }
  });

  it('gives the same bytes on every worker, alone or under load, after anything else', async () => {
    const alone: Buffer[] = [];
    for (const text of sentences) alone.push((await speak(pool, text)).bytes);
    const crowd = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        speak(pool, sentences[index % 4]!, { voice: index % 5 === 4 ? flite : espeak }),
      ),
    );
    crowd.forEach(({ bytes }, index) => {
      if (index % 5 !== 4) assert.ok(bytes.equals(alone[index % 4]!), `run ${index} differs`);
    });
  });

  it('puts the pause of a segment in front of it as silence', async () => {
    const plain = await speak(pool, 'Hello.');
    const paused = await speak(pool, segment('Hello.', 0.5));
    assert.equal(paused.result.samples, plain.result.samples + 12_000);
    assert.ok(paused.bytes.subarray(0, 24_000).every((byte) => byte === 0));
    assert.ok(paused.bytes.subarray(24_000).equals(plain.bytes));
    assert.equal(paused.result.words[0]!.start, plain.result.words[0]!.start + 12_000);
  });

  it('continues one MP3 stream over segments and drains it at the end', async () => {
    const stream = pool.openStream();
    const parts = [
      await speak(pool, sentences[0]!, { format: mp3, stream }),
      await speak(pool, sentences[1]!, { format: mp3, stream }),
    ];
    const tail = await new Promise<Buffer>((resolve, reject) => {
      const bytes: Uint8Array[] = [];
      pool.finish(stream, 0, {
        audio: (part) => bytes.push(part),
        end: () => resolve(Buffer.concat(bytes)),
        failed: reject,
      });
    });
    assert.ok(tail.length > 0);
    const file = Buffer.concat([...parts.map((part) => part.bytes), tail]);
    // 64 kbit/s at 24 kHz: frames of 576 samples and 192 bytes, nothing between them.
    for (let at = 0; at < file.length; at += 192) {
      assert.equal(file.readUInt16BE(at) & 0xffe0, 0xffe0, `no frame at ${at}`);
    }
    const samples = parts.reduce((sum, part) => sum + part.result.samples, 0);
    const decoded = (file.length / 192) * 576;
    assert.ok(decoded >= samples && decoded <= samples + 1105 + 2 * 576, `${decoded} decoded from ${samples}`);
  });
});

describe('the queue of the engine pool', () => {
  let pool: EnginePool;
  before(async () => {
    pool = await EnginePool.start({ workers: 1, engines: ['espeak', 'flite'] });
  });
  after(() => pool.close());

  it('speaks for who has heard nothing first, then for whose audio runs out soonest, then in order of arrival', async () => {
    const order: string[] = [];
    const say = (name: string, deadline: number) => speak(pool, 'Hello.', { deadline }).then(() => order.push(name));
    const busy = [speak(pool, long, { voice: flite }), speak(pool, 'Next in line.')];
    await Promise.all([...busy, say('later', 900), say('soon', 100), say('new', -Infinity), say('also soon', 100)]);
    assert.deepEqual(order, ['new', 'soon', 'also soon', 'later']);
  });

  it('forgets a cancelled job, queued or running, and goes on with the next', async () => {
    const heard: string[] = [];
    const jobs: Job[] = [];
    const first = speak(pool, long, { onJob: (job) => jobs.push(job), onAudio: () => pool.cancel(jobs[0]!) });
    const queued = [1, 2, 3].map((number) =>
      speak(pool, `Number ${number}.`, {
        onJob: (job) => jobs.push(job),
        onAudio: () => heard.push(`number ${number}`),
      }),
    );
    pool.cancel(jobs[2]!);
    const last = await speak(pool, 'Still here.');
    assert.ok(last.bytes.length > 0);
    await queued[0];
    await queued[2];
    assert.ok(!heard.includes('number 2'));
    assert.equal(pool.queued, 0);
    assert.equal(await Promise.race([first.then(() => 'ended'), Promise.resolve('silent')]), 'silent');
  });

  it('fails everything that is left when it closes', async () => {
    const closing = await EnginePool.start({ workers: 1, engines: ['espeak'] });
    const jobs = [speak(closing, long), speak(closing, long), speak(closing, long)].map((job) =>
      assert.rejects(job, /closed/),
    );
    await closing.close();
    await Promise.all(jobs);
    await assert.rejects(speak(closing, 'Hello.'), /closed/);
  });
});

describe('a worker that is lost', () => {
  const reasons: string[] = [];
  let pool: EnginePool;
  before(async () => {
    pool = await EnginePool.start({
      workers: 1,
      engines: ['espeak', 'flite'],
      onReplaced: (reason) => reasons.push(reason),
    });
  });
  after(() => pool.close());

  it('is replaced: its job fails, the one behind it and all later ones are spoken', async () => {
    const lost = assert.rejects(speak(pool, long, { voice: flite }), /taken out of service/);
    const behind = speak(pool, 'Hello.');
    await pool.replaceWorker(0, 'taken out of service');
    await lost;
    const { bytes } = await behind;
    assert.ok(bytes.equals((await speak(pool, 'Hello.')).bytes));
    assert.deepEqual(reasons, ['taken out of service']);
  });

  it('takes the stream it held with it, and that stream only', async () => {
    const stream = pool.openStream();
    const held = assert.rejects(speak(pool, long, { voice: flite, format: mp3, stream }), /taken out of service/);
    const behind = speak(pool, 'Hello.', { format: mp3, stream: pool.openStream() });
    await pool.replaceWorker(0, 'taken out of service');
    await held;
    await assert.rejects(speak(pool, 'More.', { format: mp3, stream }), /was replaced/);
    assert.ok((await behind).result.samples > 0);
  });
});

describe('a worker that answers nothing', () => {
  it('is ended when the watchdog has waited long enough, and its job fails', async () => {
    const reasons: string[] = [];
    const pool = await EnginePool.start({
      workers: 1,
      engines: ['flite'],
      hangMs: 1,
      onReplaced: (reason) => reasons.push(reason),
    });
    try {
      // No voice of Flite has its first sample after one millisecond.
      await assert.rejects(speak(pool, long, { voice: flite }), /answered nothing for 1 ms/);
      assert.equal(reasons.length, 1);
    } finally {
      await pool.close();
    }
  });
});
