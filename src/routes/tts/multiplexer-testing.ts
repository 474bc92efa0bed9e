/** A connection without a socket, whose voices, engines and clock a test plays. */
import assert from 'node:assert/strict';
import { fakeEngine } from '../../engines/fake/index.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { SpeechEvent } from '../../speech/events.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import { kindsOf, ManualScheduler, testSettings, testVoices } from '../../speech/testing.ts';
import { TestClock } from '../../timing/testing.ts';
import { ContextMultiplexer, type ContextMultiplexerOptions } from './context-multiplexer.ts';
import { readOutputFormat } from './output-format.ts';
import type { WireSpeech } from './speech-request.ts';
import { settled } from '../../../test/support/settled.ts';

/** A raw format of the wire. */
export const format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 } as const;
/** What the first message of a context needs. */
export const opening = { model_id: 'sonorant-1', voice: { mode: 'id', id: 'Tonia' }, output_format: format };

/** Looks voices up when the test says so, or at once. */
class FakeSpeechReader {
  readonly asked: WireSpeech[] = [];
  isSlow = false;
  #waiting: (() => void)[] = [];

  async read(wire: WireSpeech): Promise<SpeechSettings> {
    this.asked.push(wire);
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (wire.voice === 'missing') throw new ServiceError('voice_not_found', 'no such voice');
    return testSettings(
      testVoices.fake,
      { format: readOutputFormat(wire.output_format, version), voiceId: 'Tonia' },
      fakeEngine({ capabilities: { prosody: { rate: wire.locale !== 'en-GB', pitch: true, emotion: false } } }),
    );
  }

  async answer(): Promise<void> {
    this.isSlow = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
    await settled();
  }
}

const version = '2026-08-14';

interface TestConnectionOptions extends Partial<Omit<ContextMultiplexerOptions, 'context'>> {
  readonly context?: Partial<ContextMultiplexerOptions['context']>;
}

/** One connection, and all it has sent. */
export class TestConnection {
  readonly scheduler = new ManualScheduler();
  readonly clock = new TestClock();
  readonly reader = new FakeSpeechReader();
  readonly sent: { readonly event: SpeechEvent; readonly id: string | undefined }[] = [];
  readonly speech: ContextMultiplexer;
  onSend: (event: SpeechEvent, id: string | undefined) => void = () => undefined;

  constructor({ context, ...options }: TestConnectionOptions = {}) {
    this.speech = new ContextMultiplexer({
      reader: this.reader,
      caller: { organizationId: 'o', version },
      context: { scheduler: this.scheduler, meter: 'exempt', clock: this.clock, ...context },
      send: (event, id) => {
        this.sent.push({ event, id });
        this.onSend(event, id);
      },
      ...options,
    });
  }

  /** Sends without waiting for what comes of it. */
  post(message: object | string): void {
    this.speech.receive(typeof message === 'string' ? message : JSON.stringify(message));
  }

  async say(context_id: string, transcript: string, changes: object = {}): Promise<void> {
    this.post({ ...opening, context_id, transcript, continue: true, ...changes });
    await settled();
  }

  kinds(id: string | undefined): string[] {
    return kindsOf(this.sent.filter((each) => each.id === id).map(({ event }) => event));
  }

  lastError(): ServiceError {
    const event = this.sent.at(-1)?.event;
    assert.ok(event?.type === 'error');
    return event.error;
  }
}
