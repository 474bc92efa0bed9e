import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/support/property-runs.ts';
import { cutAt } from '../text/testing.ts';
import type { SegmentationLimits } from '../text/types.ts';
import { Transcript, type Boundary, type ReadSegment } from './transcript.ts';

const limits = { maxCodePoints: 60, firstClauseWords: 4 };

function transcriptOf(changes: { language?: string } & Partial<SegmentationLimits> = {}): Transcript {
  const { language = 'en', ...more } = changes;
  const reader = { language, normalization: 'auto', prosody: { rate: true, pitch: true, emotion: false } };
  return new Transcript({ language, limits: { ...limits, ...more }, reader }, {});
}

function all(transcript: Transcript): (ReadSegment | Boundary)[] {
  const items = [];
  for (let item = transcript.next(); item !== undefined; item = transcript.next()) items.push(item);
  return items;
}

function textsOf(items: readonly (ReadSegment | Boundary)[]): string[] {
  return items.map((item) =>
    item.kind === 'speak' ? item.segment.tokens.map(({ text }) => text).join(' ') : `[${item.kind} ${item.flushId}]`,
  );
}

describe('a transcript', () => {
  it('gives a segment when only its end can have been meant, and the rest at the end', () => {
    const transcript = transcriptOf();
    transcript.append('Hello there. ', 0);
    assert.equal(transcript.next(), undefined);
    transcript.append('Who', 0);
    assert.deepEqual(textsOf(all(transcript)), ['Hello there.']);
    transcript.append(' is it?', 0);
    transcript.end('finish');
    assert.deepEqual(textsOf(all(transcript)), ['Who is it?', '[finish 1]']);
  });

  it('lowers the sentence that ends the text, however it comes, and none that a flush ends', () => {
    const pitchesOf = (pieces: readonly string[], flushes = false): number[] => {
      const transcript = transcriptOf();
      const items: (ReadSegment | Boundary)[] = [];
      for (const piece of pieces) {
        transcript.append(piece, 0);
        if (flushes) transcript.end('flush_done');
        items.push(...all(transcript));
      }
      transcript.end('finish');
      items.push(...all(transcript));
      return items.flatMap((item) => (item.kind === 'speak' ? [item.segment.prosody.pitch] : []));
    };
    const sentences = ['One is here. ', 'Two is here. ', 'Three is here.'];
    const expected = [1.0595, 1, 0.9439];
    assert.deepEqual(pitchesOf([sentences.join('')]), expected);
    assert.deepEqual(pitchesOf(Array.from(sentences.join(''))), expected);
    assert.deepEqual(pitchesOf([...sentences, '\n']), expected);
    assert.deepEqual(pitchesOf(sentences, true), [1.0595, 1, 1]);
  });

  it('lowers a sentence that is cut at its longest before white space that ends the text, however it comes', () => {
    const text = 'Hello there. One, two three four five, six  < 7  < 7 <spell>AB1</spell>😀\n\n';
    const read = (pieces: readonly string[]): (ReadSegment | Boundary)[] => {
      const transcript = transcriptOf();
      const items = pieces.flatMap((piece) => {
        transcript.append(piece, 0);
        return all(transcript);
      });
      transcript.end('finish');
      return [...items, ...all(transcript)];
    };
    const once = transcriptOf();
    once.append(text, 0);
    once.end('finish');
    const whole = all(once);
    for (let cut = 1; cut <= text.length; cut++) assert.deepEqual(read([text.slice(0, cut), text.slice(cut)]), whole);
  });

  it('tells a segment that is all that is said, however it comes', () => {
    const wholes = (pieces: readonly string[], boundary: 'finish' | 'flush_done' = 'finish'): boolean[] => {
      const transcript = transcriptOf();
      const items: (ReadSegment | Boundary)[] = [];
      for (const piece of pieces) {
        transcript.append(piece, 0);
        items.push(...all(transcript));
      }
      transcript.end(boundary);
      items.push(...all(transcript));
      return items.flatMap((item) => (item.kind === 'speak' ? [item.segment.isWhole === true] : []));
    };
    assert.deepEqual(wholes(['Yes.']), [true]);
    assert.deepEqual(wholes(Array.from(' <volume ratio="2"/>No, thanks.\n')), [true]);
    assert.deepEqual(wholes(['Yes.', '', ' ']), [true]);
    assert.deepEqual(wholes(['Yes. ', 'I do.']), [false, false]);
    assert.deepEqual(wholes(['Yes. I do.']), [false, false]);
    assert.deepEqual(wholes(['Yes.<break time="1s"/>']), [true, false]);
    for (const silent of [' 👍', ' 👍🏽', ' :)', ' '.repeat(300), '<speed ratio="1.2"/>', ' [laughter]', ' …']) {
      for (const pieces of [[`Yes.${silent}`], ['Yes.', silent], Array.from(`Yes.${silent}`)]) {
        assert.equal(wholes(pieces)[0], true, JSON.stringify(pieces));
      }
    }
    assert.deepEqual(wholes(['Yes. ', '5 %.']), [false, false]);
    assert.deepEqual(wholes(['[laughter]Well, that is [ LAUGHTER ] funny.']), [true]);
    assert.deepEqual(wholes(['Yes.\n\n', '\n']), [true]);
    assert.deepEqual(wholes(['Yes.\n\n', 'I do.']), [false, false]);
    // What follows a flush is not known yet.
    assert.deepEqual(wholes(['Yes.'], 'flush_done'), [false]);
  });

  it('waits at a blank line only where what stands before it may be a short answer', () => {
    const given = (text: string): number => {
      const transcript = transcriptOf();
      transcript.append(text, 0);
      return all(transcript).length;
    };
    assert.equal(given('One moment.\n\n'), 0);
    assert.equal(given('Let me check your order number and call you back.\n\n'), 1);
    assert.equal(given('One moment.\n\nI'), 1);
  });

  it('cuts the same for an engine that is slow, whichever messages it comes in, and loses nothing', () => {
    const words = [
      'Well,',
      'the',
      'keeper',
      'and',
      'because',
      'of',
      'Dr. Smith',
      '$5',
      'km',
      '3.5',
      'end.',
      '\n',
      '<speed ratio="1.2"/>',
    ];
    const slow = { maxCodePoints: 180, firstClauseWords: 3, firstCodePoints: 60 };
    const read = (messages: readonly string[]): ReadSegment[] => {
      const transcript = transcriptOf(slow);
      const items = messages.flatMap((message) => {
        transcript.append(message, 0);
        return all(transcript);
      });
      transcript.end('finish');
      return [...items, ...all(transcript)].filter((item) => item.kind === 'speak');
    };
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 80 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        (parts, cuts) => {
          const text = parts.join(' ');
          const whole = read([text]);
          assert.deepEqual(read(cutAt(text, cuts)), whole);
          // Tags count as characters of the transcript, and take no time.
          const first = whole[0]?.segment.tokens.map((token) => token.text).join(' ') ?? '';
          assert.ok(first.length <= 60, first);
          const said = whole.flatMap(({ segment }) => segment.tokens.map((token) => token.text)).join('');
          assert.equal(said, text.replaceAll('<speed ratio="1.2"/>', '').replaceAll(/\s/gu, ''));
        },
      ),
      runs(300),
    );
  });

  it('numbers the flushes, and each segment by the flushes before it', () => {
    const transcript = transcriptOf();
    for (const text of ['One', ' two', '']) {
      transcript.append(text, 0);
      transcript.end('flush_done');
    }
    transcript.append('three', 0);
    transcript.end('finish');
    const items = all(transcript);
    assert.deepEqual(textsOf(items), [
      'One',
      '[flush_done 1]',
      'two',
      '[flush_done 2]',
      '[flush_done 3]',
      'three',
      '[finish 4]',
    ]);
    assert.deepEqual(
      items.map(({ flushId }) => flushId),
      [1, 1, 2, 2, 3, 4, 4],
    );
  });

  it('says since when the oldest undecided character waits', () => {
    const transcript = transcriptOf();
    assert.equal(transcript.waitingSince, undefined);
    transcript.append('  ', 10);
    assert.equal(transcript.waitingSince, undefined, 'blank text waits for nothing');
    transcript.append(' one', 20);
    transcript.append(' two. Th', 30);
    assert.equal(transcript.waitingSince, 20);
    assert.equal(all(transcript).length, 1);
    assert.equal(transcript.waitingSince, 30);
    transcript.append('ree', 40);
    assert.equal(transcript.waitingSince, 30);
    transcript.release();
    assert.equal(transcript.waitingSince, undefined);
    transcript.append(' four', 50);
    assert.equal(transcript.waitingSince, undefined, 'decided text is still to be taken');
    assert.equal(all(transcript).length, 1);
    assert.equal(transcript.waitingSince, 50);
  });

  it('waits for nothing while only an unclosed tag is there', () => {
    const transcript = transcriptOf();
    transcript.append('<speed ra', 10);
    assert.equal(transcript.waitingSince, undefined);
    transcript.append('tio="1.2"/>go', 20);
    assert.equal(transcript.waitingSince, 10);
  });

  it('releases all but an unclosed tag and half a character', () => {
    for (const [text, rest] of [
      ['say <break ti', 'me="1s"/>now'],
      ['say \ud83d', '\ude00 now'],
    ] as const) {
      const transcript = transcriptOf();
      transcript.append(text, 0);
      transcript.release();
      assert.deepEqual(textsOf(all(transcript)), ['say']);
      transcript.append(rest, 1);
      transcript.end('finish');
      const whole = transcriptOf();
      whole.append(text.slice(4) + rest, 0);
      whole.end('finish');
      assert.deepEqual(textsOf(all(transcript)), textsOf(all(whole)));
    }
  });

  it('speaks what has come before a changed configuration with the old one', () => {
    const transcript = transcriptOf();
    transcript.append('slowly', 0);
    transcript.configure({ generationConfig: { speed: 1.5 } });
    transcript.append('fast', 0);
    transcript.configure({ generationConfig: { speed: 1.5, volume: 1 } });
    transcript.append('er', 0);
    transcript.end('finish');
    const items = all(transcript).filter((item) => item.kind === 'speak');
    assert.deepEqual(textsOf(items), ['slowly', 'faster']);
    assert.deepEqual(
      items.map(({ segment }) => segment.prosody.rate),
      [1, 1.5],
    );
  });

  it('takes each value of a configuration for a change, and one that says the defaults for none', () => {
    for (const [config, segments] of [
      [{}, 1],
      [{ speed: 1 }, 1],
      [{ volume: 1 }, 1],
      [{ emotion: 'neutral' }, 1],
      [{ speed: 1.1 }, 2],
      [{ volume: 1.1 }, 2],
      [{ emotion: 'angry' }, 2],
    ] as const) {
      const transcript = transcriptOf();
      transcript.append('one ', 0);
      transcript.configure({ generationConfig: config });
      transcript.append('two', 0);
      transcript.end('finish');
      assert.equal(all(transcript).length - 1, segments, JSON.stringify(config));
    }
  });

  it('begins a segment where the normalization or the bound of the audio changes, not where they are said again', () => {
    const transcript = transcriptOf();
    transcript.append('costs $5 ', 0);
    transcript.configure({ normalization: 'auto' });
    transcript.append('and $6 ', 0);
    transcript.configure({ normalization: 'off' });
    transcript.append('or $7 ', 0);
    transcript.configure({ normalization: 'off', maxSeconds: 2 });
    transcript.append('not $8', 0);
    transcript.configure({ maxSeconds: 2 });
    transcript.end('finish');
    const items = all(transcript).filter((item) => item.kind === 'speak');
    assert.deepEqual(
      items.map(({ segment, maxSeconds }) => [segment.tokens.at(-1)!.spoken.join(' '), maxSeconds]),
      [
        ['six dollars', undefined],
        ['$7', undefined],
        ['$8', 2],
      ],
    );
  });

  it('leaves a word open only where the next segment can continue it', () => {
    const open = (text: string, end: (transcript: Transcript) => void): boolean[] => {
      const transcript = transcriptOf();
      transcript.append(text, 0);
      end(transcript);
      return all(transcript).flatMap((item) => (item.kind === 'speak' ? [item.mayContinue] : []));
    };
    assert.deepEqual(
      open('one', (transcript) => transcript.release()),
      [true],
    );
    assert.deepEqual(
      open('one ', (transcript) => transcript.release()),
      [false],
    );
    assert.deepEqual(
      open('one', (transcript) => transcript.end('flush_done')),
      [false],
    );
    assert.deepEqual(
      open('on<speed ratio="1.2"/>e', (transcript) => transcript.end('finish')),
      [true, false],
    );
    assert.deepEqual(
      open('x'.repeat(130), (transcript) => transcript.end('finish')),
      [true, true, false],
    );
  });

  it('begins with a clause, also behind a pause, and goes on with sentences', () => {
    const transcript = transcriptOf();
    transcript.append(' \n\n <break time="1s"/>', 0);
    transcript.release();
    assert.deepEqual(textsOf(all(transcript)), ['']);
    transcript.append('One two three four, five six. Seven eight nine ten, eleven twelve. Z', 0);
    assert.deepEqual(textsOf(all(transcript)), [
      'One two three four,',
      'five six.',
      'Seven eight nine ten, eleven twelve.',
    ]);
  });

  it('counts every code point once, silent ones with the segment behind them', () => {
    const transcript = transcriptOf();
    transcript.append('  <speed ratio="1.2"/> Hi 😀. \n\n Yes', 0);
    transcript.end('finish');
    const items = all(transcript).filter((item) => item.kind === 'speak');
    assert.equal(
      items.reduce((sum, { characters }) => sum + characters, 0),
      Array.from('  <speed ratio="1.2"/> Hi 😀. \n\n Yes').length,
    );
  });

  it('gives the same segments however the text comes in and whenever it is asked', () => {
    const part = fc.constantFrom(
      'Hello there. ',
      'One, two three four five, six ',
      '3.5 ',
      '<speed ratio="1.4"/>',
      '<break time="50ms"/>',
      '<spell>AB1</spell>',
      '😀',
      '\n\n',
      ' < 7 ',
      'x'.repeat(70),
      'Dr. No! ',
      '[laughter] ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(30), { maxLength: 30 }), (parts, cuts) => {
        const text = parts.join('');
        const whole = transcriptOf();
        whole.append(text, 0);
        whole.end('finish');
        const expected = all(whole);
        const pieced = transcriptOf();
        const items = [];
        let at = 0;
        for (const cut of cuts) {
          pieced.append(text.slice(at, (at += cut)), at);
          // Now and then it is not asked, so that more than one piece waits.
          if (cut % 3 > 0) items.push(...all(pieced));
        }
        pieced.append(text.slice(at), at);
        pieced.end('finish');
        items.push(...all(pieced));
        assert.deepEqual(items, expected);
        const last = expected.at(-2);
        if (last?.kind !== 'speak' || text.endsWith('\n') || text.endsWith('>') || text.endsWith(' ')) return;
        assert.equal(
          expected.reduce((sum, item) => sum + (item.kind === 'speak' ? item.characters : 0), 0),
          Array.from(text).length,
        );
      }),
      runs(),
    );
  });

  it('keeps its account of arrivals through any order of calls', () => {
    const call = fc.oneof(
      fc.record({
        kind: fc.constant('append' as const),
        text: fc.constantFrom('Hi. ', 'a', ' ', '<spe', '\ud83d', '\ude00', '>'),
      }),
      fc.record({ kind: fc.constantFrom('release' as const, 'flush' as const, 'next' as const, 'slow' as const) }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
        const transcript = transcriptOf();
        calls.forEach((one, time) => {
          if (one.kind === 'append') transcript.append(one.text, time);
          else if (one.kind === 'release') transcript.release();
          else if (one.kind === 'flush') transcript.end('flush_done');
          else if (one.kind === 'slow') transcript.configure({ generationConfig: { speed: 0.7 } });
          else transcript.next();
          const since = transcript.waitingSince;
          assert.ok(since === undefined || (since >= 0 && since <= time));
        });
        transcript.end('finish');
        const items = all(transcript);
        assert.equal(items.filter(({ kind }) => kind === 'finish').length, 1);
        assert.equal(items.at(-1)?.kind, 'finish');
      }),
      runs(),
    );
  });
});
