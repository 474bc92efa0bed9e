import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { enginesById } from '../engines/registry.ts';
import { Scheduler } from '../engines/scheduling/scheduler.ts';
import { TestClock } from '../timing/testing.ts';
import { SpeechContext } from './context.ts';
import type { SpeechContextOptions } from './context-options.ts';
import { Dialogue, requireOneEncoder, speakerNames, type Cast } from './dialogue.ts';
import type { SpeechEvent } from './events.ts';
import type { SpeechSettings } from './settings.ts';
import { pcmOf, record, recordManually, testSettings, testVoices, utter, wordsOf } from './testing.ts';

const anna = testSettings(testVoices.flite, { voiceId: 'anna', isEmbedded: true });
const ben = testSettings(testVoices.espeak, { voiceId: 'ben', isEmbedded: true });
const cast: Cast = {
  speakers: new Map([
    ['Anna', anna],
    ['Ben', ben],
  ]),
  voice: undefined,
};

describe('several speakers in one text', () => {
  let scheduler: Scheduler;
  before(async () => {
    const engines = enginesById(['espeak', 'flite']);
    scheduler = await Scheduler.start({ threads: 2, engines, clock: new TestClock() });
  });
  after(() => scheduler.close());

  async function speak(
    text: string,
    options: Partial<SpeechContextOptions> = {},
    by = cast,
  ): Promise<readonly SpeechEvent[]> {
    const dialogue = new Dialogue(by);
    const pushes = dialogue.read(text, true);
    const settings = options.settings ?? dialogue.settings[0]!;
    const { context, events, ended } = record(scheduler, settings, { cast: dialogue.settings, ...options });
    context.push(...pushes);
    await ended;
    return events;
  }

  it('gives each turn the samples that its voice has alone, one behind the other', async () => {
    const turns = ['Hello there, Ben.', 'Good morning! How are you?', 'Fine.', 'Yes.'] as const;
    const alone = [
      await utter(scheduler, anna, [turns[0]]),
      await utter(scheduler, ben, [turns[1]]),
      await utter(scheduler, anna, [turns[2]]),
      await utter(scheduler, ben, [turns[3]]),
    ];
    const text = `[Anna] ${turns[0]} [Ben] ${turns[1]}\n\n[Anna]\n${turns[2]}\n\n[Ben] ${turns[3]}\n`;
    const together = await speak(text);
    assert.ok(pcmOf(together).equals(Buffer.concat(alone.map(pcmOf))));
    assert.ok(pcmOf(await speak(text)).equals(pcmOf(together)), 'the same bytes again');
  });

  it('names who says each word, at times that go on', async () => {
    const events = await speak('Before. [Anna] Hello there. [Ben] Hi', {}, { ...cast, voice: ben });
    const named = events.flatMap((event) =>
      event.type === 'timestamps'
        ? event.timestamps.words.map((word, index) => `${event.timestamps.speakers![index]}: ${word}`)
        : [],
    );
    assert.deepEqual(named, ['null: Before.', 'Anna: Hello', 'Anna: there.', 'Ben: Hi']);
    const words = wordsOf(events);
    for (const [index, word] of words.entries()) assert.ok(word.start >= (words[index - 1]?.end ?? 0), word.word);
    const seconds = pcmOf(events).length / 48_000;
    assert.ok(words.at(-1)!.end <= seconds && words.at(-1)!.end > seconds - 0.1);
  });

  it('pauses between turns as between sentences, also where a turn closes without a mark', async () => {
    const gap = async (text: string): Promise<number> => {
      const words = wordsOf(await speak(text));
      return words[1]!.start - words[0]!.end;
    };
    for (const text of [
      '[Anna] Yes. [Ben] No.',
      '[Anna] Yes [Ben] No.',
      '[Ben] Yes, [Anna] No.',
      '[Ben] Yes\n\n\n[Anna] No.',
    ]) {
      const pause = await gap(text);
      assert.ok(pause > 0.27 && pause < 0.4, `${text}: ${pause} s`);
    }
  });

  it('ends tags with their turn', async () => {
    const tagged = await speak('[Anna] <speed ratio="0.6"/>Yes. [Ben] <spell>No [Anna] Good day.');
    const plain = await utter(scheduler, anna, ['Good day.']);
    assert.ok(pcmOf(tagged).subarray(-pcmOf(plain).length).equals(pcmOf(plain)));
  });

  it('counts the characters of what is said, once, for the voice that says them', async () => {
    const counted = new Map<string, number>();
    const meter = {
      spoken: ({ voiceId }: SpeechSettings, characters: number) =>
        void counted.set(voiceId, (counted.get(voiceId) ?? 0) + characters),
    };
    await speak('  [Anna] Hello there. Ben.\n[Ben]  Hi. [Anna] Oh! ', { meter });
    assert.deepEqual(
      [...counted],
      [
        ['anna', 'Hello there. Ben.'.length + 'Oh!'.length],
        ['ben', 'Hi.'.length],
      ],
    );
  });

  it('gives the same samples to a client that reads slowly', async () => {
    const text = '[Anna] Hello there, Ben. How are you? [Ben] Fine, thank you. [Anna] Good.';
    const whole = pcmOf(await speak(text));
    const dialogue = new Dialogue(cast);
    const pushes = dialogue.read(text, true);
    let chunks = 0;
    const { context, events, ended } = record(scheduler, anna, {
      cast: dialogue.settings,
      onEvent(event) {
        if (event.type !== 'chunk' || ++chunks % 2 > 0) return;
        context.suspend();
        setImmediate(() => context.resume());
      },
    });
    context.push(...pushes);
    await ended;
    assert.ok(chunks > 3, `${chunks} chunks`);
    assert.ok(pcmOf(events).equals(whole));
  });

  it('makes one file of a container that keeps state', async () => {
    const format = { container: 'mp3', sampleRate: 24_000, bitRate: 64_000 } as const;
    const mp3: Cast = {
      speakers: new Map([
        ['Anna', { ...anna, format }],
        ['Ben', { ...ben, format }],
      ]),
      voice: undefined,
    };
    const events = await speak('[Anna] Hello there. [Ben] Hi. [Anna] Bye.', {}, mp3);
    assert.equal(events.at(-1)?.type, 'done');
    const bytes = pcmOf(events);
    // One stream: frames of 24 ms stand one behind the other to the end.
    let frames = 0;
    for (let at = 0; at + 4 <= bytes.length; frames++) {
      assert.equal(bytes.readUInt16BE(at) & 0xffe0, 0xffe0, `frame ${frames}`);
      at += Math.floor((72 * 64_000) / 24_000) + ((bytes[at + 2]! >> 1) & 1);
    }
    assert.ok(frames > 60, `${frames} frames`);
  });
});

describe('the cast of a text', () => {
  it('refuses names that cannot be told apart from text or from each other', () => {
    assert.deepEqual(
      [...speakerNames({ ' Anna ': 1, Ben: 2 }, 2)],
      [
        ['Anna', 1],
        ['Ben', 2],
      ],
    );
    assert.throws(() => speakerNames({ Anna: 1, 'Anna ': 2 }, 16), /'Anna' stands there twice/u);
    assert.throws(() => speakerNames({ 'A]': 1 }, 16), /'A\]': a name has no brackets/u);
    assert.throws(() => speakerNames({ a: 1, b: 2, c: 3 }, 2), /at most 2 speakers in one text, received 3/u);
    assert.throws(() => speakerNames({}, 16), /no speaker/u);
  });

  it('names the speaker who has no voice, also where nothing is said', () => {
    assert.throws(
      () => new Dialogue(cast).read('[Anna] Hi. [anna] Ho.', true),
      /names \[anna\], which has no voice.*Anna, Ben/u,
    );
    assert.throws(() => new Dialogue(cast).read('[Anna] Hi. [Carl]', true), /names \[Carl\]/u);
    assert.throws(() => new Dialogue(cast).read('Well. [Anna] Hi.', true), /before the first \[name\][^]*voice/u);
  });

  it('needs one place for an encoder that keeps state', () => {
    const format = { container: 'flac', sampleRate: 24_000 } as const;
    const far = { ...ben, isEmbedded: false };
    assert.throws(
      () =>
        requireOneEncoder([
          { ...anna, format },
          { ...far, format },
        ]),
      /flac is made where an engine runs/u,
    );
    requireOneEncoder([
      { ...anna, format },
      { ...ben, format },
    ]);
    requireOneEncoder([anna, far]);
  });
});

describe('a context of several speakers', () => {
  const slow = { capabilities: { ...anna.capabilities, deterministic: false } };

  it('asks the room of each engine, by what it is to speak', () => {
    const { context, scheduler } = recordManually({ cast: [anna, ben] });
    context.push(...new Dialogue(cast).read('[Anna] 123456789 [Ben] 123', true));
    const demands = [...scheduler.admitted].map((demand) => [demand.engine, demand.remainingCharacters()]);
    assert.deepEqual(demands, [
      ['fake', 0],
      ['flite', 9],
      ['espeak', 3],
    ]);
    context.cancel();
    assert.equal(scheduler.admitted.size, 0);
  });

  it('lets what cannot be said the same again go on while the client does not read', () => {
    const { context, scheduler } = recordManually({ cast: [{ ...anna, ...slow }, ben] });
    context.push(...new Dialogue(cast).read('[Ben] Hello there. [Anna] Hi.', true));
    context.suspend();
    assert.equal(scheduler.open.length, 1);
    assert.ok(context instanceof SpeechContext);
  });
});
