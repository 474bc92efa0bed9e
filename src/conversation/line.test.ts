/** The suite of lines on those that need no other end, and the line with a sound below. */
import { TestClock } from '../timing/testing.ts';
import { BackgroundLine } from './background-sound.ts';
import { describeLine, type LineUnderTest, type Received } from './conformance.ts';
import { TestLine } from './testing.ts';

/** The line of the tests of conversations. */
class RecordedLine extends TestLine {
  readonly received: Received[] = [];

  override write(samples: Int16Array): void {
    this.received.push({ kind: 'audio', samples: [...samples] });
    super.write(samples);
  }

  override clear(): void {
    this.received.push({ kind: 'clear' });
    super.clear();
  }
}

function fake(): LineUnderTest {
  const clock = new TestClock();
  const line = new RecordedLine(clock);
  return { line, clock, received: () => line.received };
}

/** With silence as its sound, which is told from speech by its zeros. */
function withBackground(): LineUnderTest {
  const clock = new TestClock();
  const below = new RecordedLine(clock);
  const line = new BackgroundLine(below, { samples: new Int16Array(100) }, clock);
  line.start();
  const spoken = (one: Received): Received =>
    one.kind === 'audio' ? { kind: 'audio', samples: one.samples.filter((sample) => sample !== 0) } : one;
  return { line, clock, received: () => below.received.map(spoken) };
}

describeLine('of the tests of conversations', fake, { hasDigits: false, hasTransfer: false });
describeLine('with a background sound', withBackground, { hasDigits: false, hasTransfer: false });
