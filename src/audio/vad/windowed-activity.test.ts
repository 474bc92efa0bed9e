import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SpeechActivity, VoiceBorder } from './voice-activity.ts';
import { WindowedActivity } from './windowed-activity.ts';

const windowLength = 512;

/** One character for each window: `x` is speech. */
function bordersOf(windows: string, step = windowLength): VoiceBorder[] {
  const activity = new WindowedActivity({ windowLength });
  const borders: VoiceBorder[] = [];
  activity.judge(Array.from(windows, (each) => each === 'x'));
  const samples = new Int16Array(windows.length * windowLength);
  for (let at = 0; at < samples.length; at += step) borders.push(...activity.write(samples.subarray(at, at + step)));
  return [...borders, ...activity.end()];
}

function windowsOf(borders: readonly VoiceBorder[]): string {
  return borders.map(({ kind, at }) => `${kind} ${at / windowLength}`).join(', ');
}

describe('speech by the judgement of windows', () => {
  for (const [windows, borders] of [
    ['..........', ''],
    ['..x..xx...', ''],
    ['..xxxx.........', 'start 2, end 6'],
    // A gap of less than 240 ms ends nothing.
    ['..xxxx.......xx.........', 'start 2, end 15'],
    ['xxx........xxx', 'start 0, end 3, start 11, end 14'],
    ['xxxxx', 'start 0, end 5'],
  ] as const) {
    it(`begins with three in a row and ends with eight without: ${windows}`, () => {
      assert.equal(windowsOf(bordersOf(windows)), borders);
      for (const step of [1, 320, 777, 5000]) assert.equal(windowsOf(bordersOf(windows, step)), borders, `${step}`);
    });
  }

  it('says what it considers and since when it is quiet', () => {
    const activity = new WindowedActivity({ windowLength });
    const states = Array.from('.xxxx..', (each) => {
      activity.judge([each === 'x']);
      activity.write(new Int16Array(windowLength));
      const { isConsidering, isSpeech, quietSince } = activity;
      return `${isConsidering ? '?' : ''}${isSpeech ? 'speech' : ''}${quietSince === undefined ? '' : quietSince / windowLength}`;
    });
    assert.deepEqual(states, ['', '?', '?', 'speech', 'speech', 'speech5', 'speech5']);
  });

  it('goes on with another judge, in its own time', () => {
    const activity = new WindowedActivity({ windowLength });
    activity.judge([true, true, true]);
    assert.equal(windowsOf(activity.write(new Int16Array(3 * windowLength))), 'start 0');
    const other: SpeechActivity = {
      isSpeech: true,
      isConsidering: false,
      quietSince: 2 * windowLength,
      write: () => [{ kind: 'start', at: windowLength }],
      end: () => [{ kind: 'end', at: 4 * windowLength }],
      close: () => undefined,
    };
    activity.goOnWith(other);
    assert.equal(windowsOf(activity.write(new Int16Array(windowLength))), 'end 3, start 4');
    assert.deepEqual([activity.isSpeech, activity.quietSince], [true, 5 * windowLength]);
    assert.equal(windowsOf(activity.end()), 'end 7');
  });
});
