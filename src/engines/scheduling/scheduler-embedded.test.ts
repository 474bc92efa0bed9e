import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OutputFormat } from '../../audio/formats.ts';
import { neutralProsody, type Segment } from '../../text/types.ts';
import type { EngineVoice } from '../adapter.ts';
import { enginesById } from '../registry.ts';
import { Scheduler } from './scheduler.ts';
import type { EncoderAffinity, SynthesisTask } from './task.ts';
import type { SegmentResult } from '../thread/protocol.ts';

const espeak: EngineVoice = { engine: 'espeak', name: 'en-us' };
const flite: EngineVoice = { engine: 'flite', name: 'kal16' };
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
  readonly encoder?: EncoderAffinity;
  readonly deadline?: number;
  readonly needsPhonemes?: boolean;
  readonly onTask?: (job: SynthesisTask) => void;
  readonly onAudio?: () => void;
}

function speak(scheduler: Scheduler, text: string | Segment, options: SpeakOptions = {}): Promise<Spoken> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let samples = 0;
    const { voice = espeak, format = raw, encoder, deadline = -Infinity, needsPhonemes = true } = options;
    const spoken = typeof text === 'string' ? segment(text) : text;
    const work = { segment: spoken, voice, format, encoder, characters: 1, needsPhonemes };
    const task = scheduler.speak(work, deadline, {
      audio: (part) => {
        parts.push(part.bytes);
        samples += part.samples;
        options.onAudio?.();
      },
      end: (result) => resolve({ bytes: Buffer.concat(parts), samples, result }),
      failed: reject,
    });
    options.onTask?.(task);
  });
}

const sentences = [
  'Good morning.',
  'The rain in Spain falls mainly on the plain.',
  'One, two, three!',
  'Is anybody there?',
];
const long = Array.from({ length: 24 }, (_, index) => `sentence number ${index} goes on`).join(' ');

describe('the scheduler', () => {
  let scheduler: Scheduler;
  before(async () => {
    scheduler = await Scheduler.start({ threads: 2, engines: enginesById(['espeak', 'flite']) });
  });
  after(() => scheduler.close());

  it('gives phonemes only where they are of use, and all else alike', async () => {
    const [full, spared] = [
      await speak(scheduler, sentences[1]!),
      await speak(scheduler, sentences[1]!, { needsPhonemes: false }),
    ];
    assert.ok(full.result.phonemes.length > 20);
    assert.deepEqual(spared, { ...full, result: { ...full.result, phonemes: [] } });
  });

  it('gives as many samples as it says, and every word inside them', async () => {
    for (const voice of [espeak, flite]) {
      const { bytes, samples, result } = await speak(scheduler, sentences[1]!, { voice });
      assert.equal(bytes.length, 2 * result.samples);
      assert.equal(samples, result.samples);
      assert.equal(result.words.length, 9);
      assert.ok(result.words.every((word) => word.start <= word.end && word.end <= result.samples));
    }
  });

  it('gives the same bytes on every thread, alone or under load, after anything else', async () => {
    const alone: Buffer[] = [];
    for (const text of sentences) alone.push((await speak(scheduler, text)).bytes);
    const crowd = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        speak(scheduler, sentences[index % 4]!, { voice: index % 5 === 4 ? flite : espeak }),
      ),
    );
    crowd.forEach(({ bytes }, index) => {
      if (index % 5 !== 4) assert.ok(bytes.equals(alone[index % 4]!), `run ${index} differs`);
    });
  });

  it('puts the pause of a segment in front of it as silence', async () => {
    const plain = await speak(scheduler, 'Hello.');
    const paused = await speak(scheduler, segment('Hello.', 0.5));
    assert.equal(paused.result.samples, plain.result.samples + 12_000);
    assert.ok(paused.bytes.subarray(0, 24_000).every((byte) => byte === 0));
    assert.ok(paused.bytes.subarray(24_000).equals(plain.bytes));
    assert.equal(paused.result.words[0]!.start, plain.result.words[0]!.start + 12_000);
  });

  it('continues one MP3 stream over segments and drains it at the end', async () => {
    const encoder = scheduler.openEncoder('espeak');
    const parts = [
      await speak(scheduler, sentences[0]!, { format: mp3, encoder }),
      await speak(scheduler, sentences[1]!, { format: mp3, encoder }),
    ];
    const tail = await new Promise<Buffer>((resolve, reject) => {
      const bytes: Uint8Array[] = [];
      scheduler.finish(encoder, 0, {
        audio: (part) => bytes.push(part.bytes),
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

describe('a scheduler of one thread', () => {
  const reasons: string[] = [];
  let scheduler: Scheduler;
  before(async () => {
    scheduler = await Scheduler.start({
      threads: 1,
      engines: enginesById(['espeak', 'flite']),
      observer: { replaced: (reason) => reasons.push(reason) },
    });
  });
  after(() => scheduler.close());

  it('forgets a cancelled job, queued or running, and goes on with the next', async () => {
    const heard: string[] = [];
    const tasks: SynthesisTask[] = [];
    const first = speak(scheduler, long, {
      onTask: (task) => tasks.push(task),
      onAudio: () => scheduler.cancel(tasks[0]!),
    });
    const queued = [1, 2, 3].map((number) =>
      speak(scheduler, `Number ${number}.`, {
        onTask: (task) => tasks.push(task),
        onAudio: () => heard.push(`number ${number}`),
      }),
    );
    scheduler.cancel(tasks[2]!);
    const last = await speak(scheduler, 'Still here.');
    assert.ok(last.bytes.length > 0);
    await queued[0];
    await queued[2];
    assert.ok(!heard.includes('number 2'));
    assert.equal(scheduler.queued, 0);
    assert.equal(await Promise.race([first.then(() => 'ended'), Promise.resolve('silent')]), 'silent');
  });

  it('replaces a thread that is lost: its job fails, the one behind it and all later ones are spoken', async () => {
    const lost = assert.rejects(speak(scheduler, long, { voice: flite }), /taken out of service/);
    const behind = speak(scheduler, 'Hello.');
    await scheduler.replaceThread('espeak', 0, 'taken out of service');
    await lost;
    const { bytes } = await behind;
    assert.ok(bytes.equals((await speak(scheduler, 'Hello.')).bytes));
    assert.deepEqual(reasons, ['taken out of service']);
  });

  it('loses the stream that a lost thread held, and that stream only', async () => {
    const encoder = scheduler.openEncoder('espeak');
    const held = assert.rejects(speak(scheduler, long, { voice: flite, format: mp3, encoder }), /taken out of service/);
    const behind = speak(scheduler, 'Hello.', { format: mp3, encoder: scheduler.openEncoder('espeak') });
    await scheduler.replaceThread('espeak', 0, 'taken out of service');
    await held;
    await assert.rejects(speak(scheduler, 'More.', { format: mp3, encoder }), /was replaced/);
    assert.ok((await behind).result.samples > 0);
  });
});

describe('a thread that answers nothing', () => {
  it('is ended when the watchdog has waited long enough, and its job fails', async () => {
    const reasons: string[] = [];
    const scheduler = await Scheduler.start({
      threads: 1,
      engines: enginesById(['flite']),
      hangMs: 1,
      observer: { replaced: (reason) => reasons.push(reason) },
    });
    try {
      // No voice of Flite has its first sample after one millisecond.
      await assert.rejects(speak(scheduler, long, { voice: flite }), /answered nothing for 1 ms/);
      assert.equal(reasons.length, 1);
    } finally {
      await scheduler.close();
    }
  });
});
