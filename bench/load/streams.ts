/**
 * Streams in real time: each has a socket, and requests the next text when the last one has played out. They are begun, measured and
 * ended by calls of their own, so that what the server uses can be taken over the measured time alone.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { speechFields, streamRate, type SpeechFields, type StreamEngine } from '../speech/requests.ts';
import { seededRandom } from '../../test/support/random.ts';
import { paragraphAt, sentenceAt } from '../speech/texts.ts';
import { openMany, speakWhole, type SpeechClient } from './client.ts';

export interface StreamsParams {
  readonly url: string;
  readonly engine: StreamEngine;
  readonly streams: number;
  /** Sentences of one text. */
  readonly sentencesPerText: number;
  /** The streams begin at random times within so many seconds. */
  readonly staggerSeconds: number;
}

/** What became of the texts that were asked for while it was measured. */
export interface TextsResult {
  /** From the sending of a text to its first audio sample, one value for each text. */
  readonly firstAudioMs: readonly number[];
  /** How long texts that had neither audio nor an end had waited until now. */
  readonly waitingMs: readonly number[];
  /** From the sending of a text to the error that the server is too busy for it. */
  readonly refusedMs: readonly number[];
  /** Texts that were asked for. */
  readonly offered: number;
  /** Silence at the beginning of each text's audio, before the first sample above −40 dB of full scale. */
  readonly leadingSilenceMs: readonly number[];
  /** How late each chunk was that came after the audio before it had played out, or is that has not come. */
  readonly underrunMs: readonly number[];
  readonly errors: readonly string[];
}

/** What they have become when the sockets are closed. */
export interface SettledTexts extends TextsResult {
  /** Texts that had no terminal event. */
  readonly unended: number;
}

/** Audio and the load generator's own figures are those of the measured time. */
export interface StreamsResult extends TextsResult {
  readonly audioSeconds: number;
  /** Event-loop delay of the load generator itself, p99 in ms; it is part of the measured delays. */
  readonly ownDelayMs: number;
  /** Processor seconds per second of the load generator. */
  readonly ownCores: number;
}

/** What one run collects while it counts. */
class Record {
  readonly firstAudioMs: number[] = [];
  readonly refusedMs: number[] = [];
  readonly leadingSilenceMs: number[] = [];
  readonly underrunMs: number[] = [];
  readonly errors: string[] = [];
  offered = 0;
  samples = 0;
  /** Texts on their way. */
  readonly running = new Set<Playing>();
  phase: 'before' | 'measured' | 'after' = 'before';

  /** As it is now. */
  texts(): TextsResult {
    const now = performance.now();
    const late = [...this.running].map((playing) => playing.lateMs(now));
    return {
      firstAudioMs: [...this.firstAudioMs],
      waitingMs: late.flatMap(({ waiting }) => waiting ?? []),
      refusedMs: [...this.refusedMs],
      offered: this.offered,
      leadingSilenceMs: [...this.leadingSilenceMs],
      underrunMs: [...this.underrunMs, ...late.flatMap(({ underrun }) => underrun ?? [])],
      errors: [...this.errors],
    };
  }
}

const audible = 328;

/** One text on its way to one client, which plays without a buffer from the first chunk on. */
class Playing {
  readonly #record: Record;
  readonly #sentAt = performance.now();
  readonly #counts: boolean;
  #silentSamples = 0;
  #isAudible = false;
  /** When the audio that has come is played out; undefined before any has come. */
  endsAt: number | undefined;

  constructor(record: Record) {
    this.#record = record;
    this.#counts = record.phase === 'measured';
    record.running.add(this);
    if (this.#counts) record.offered++;
  }

  chunk(base64: Buffer, samples: number): void {
    const now = performance.now();
    if (samples === 0) return;
    if (this.#record.phase === 'measured') this.#record.samples += samples;
    if (this.endsAt === undefined && this.#counts) this.#record.firstAudioMs.push(now - this.#sentAt);
    if (this.endsAt !== undefined && now > this.endsAt && this.#record.phase !== 'before') {
      this.#record.underrunMs.push(now - this.endsAt);
    }
    this.endsAt = Math.max(now, this.endsAt ?? now) + (samples * 1000) / streamRate;
    if (!this.#isAudible) this.#listen(base64);
  }

  end(): void {
    this.#record.running.delete(this);
  }

  refused(): void {
    if (this.#counts) this.#record.refusedMs.push(performance.now() - this.#sentAt);
  }

  /** Milliseconds since which it should have had audio; undefined while what has come still plays. */
  lateMs(now: number): { readonly waiting?: number; readonly underrun?: number } {
    if (this.endsAt === undefined) return { waiting: now - this.#sentAt };
    return now > this.endsAt ? { underrun: now - this.endsAt } : {};
  }

  #listen(base64: Buffer): void {
    const bytes = Buffer.from(base64.toString('latin1'), 'base64');
    const pcm = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const at = pcm.findIndex((sample) => Math.abs(sample) >= audible);
    this.#isAudible = at >= 0;
    this.#silentSamples += at >= 0 ? at : pcm.length;
    if (this.#isAudible && this.#counts) this.#record.leadingSilenceMs.push((this.#silentSamples * 1000) / streamRate);
  }
}

interface Listener {
  readonly client: SpeechClient;
  readonly fields: SpeechFields;
  readonly record: Record;
  readonly text: (turn: number) => string;
}

/** Receives one text to its end. A text that is refused is over after the time that the server says. */
function hear({ client, fields, record }: Listener, text: string): Promise<void> {
  return new Promise((resolve) => {
    const playing = new Playing(record);
    client.speak(fields, text, {
      chunk: (base64, samples) => playing.chunk(base64, samples),
      end(failure) {
        playing.end();
        const isRefused = failure?.retryAfterMs !== undefined && playing.endsAt === undefined;
        if (isRefused) playing.refused();
        else if (failure !== undefined) record.errors.push(failure.message);
        else if (playing.endsAt === undefined) record.errors.push('a text ended without audio');
        const now = performance.now();
        // Without audio a failing server would be asked again at once.
        const resumesAt = playing.endsAt ?? now + (failure?.retryAfterMs ?? 1000);
        setTimeout(resolve, record.phase === 'after' ? 0 : Math.max(0, resumesAt - now));
      },
    });
  });
}

async function listen(listener: Listener, firstTurn: number, delayMs: number): Promise<void> {
  await sleep(delayMs);
  for (let turn = firstTurn; listener.record.phase !== 'after'; turn++) await hear(listener, listener.text(turn));
}

/** The streams of one run. */
export class Streams {
  readonly #clients: readonly SpeechClient[];
  readonly #record = new Record();

  private constructor(clients: readonly SpeechClient[]) {
    this.#clients = clients;
  }

  /** Returns when all have begun. */
  static async begin(params: StreamsParams): Promise<Streams> {
    const { url, engine, streams: count, sentencesPerText, staggerSeconds } = params;
    const fields = speechFields(engine, streamRate);
    const clients = await openMany(url, count);
    for (const client of clients) await speakWhole(client, fields, sentenceAt(0));
    const streams = new Streams(clients);
    const random = seededRandom(count);
    const text = (turn: number): string =>
      sentencesPerText === 1 ? sentenceAt(turn) : paragraphAt(turn * sentencesPerText, sentencesPerText);
    const shared = { fields, record: streams.#record, text };
    for (const [index, client] of clients.entries()) {
      void listen({ ...shared, client }, index * 3, random() * staggerSeconds * 1000);
    }
    await sleep(staggerSeconds * 1000);
    return streams;
  }

  /** Measures for so many seconds, behind which no text is asked for any more. */
  async measure(seconds: number): Promise<StreamsResult> {
    const record = this.#record;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    record.phase = 'measured';
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    await sleep(seconds * 1000);
    record.phase = 'after';
    const { user, system } = process.cpuUsage(cpu);
    delay.disable();
    return {
      ...record.texts(),
      audioSeconds: record.samples / streamRate,
      ownDelayMs: Math.max(0, delay.percentile(99) / 1e6 - 1),
      ownCores: (user + system) / 1000 / (performance.now() - startedAt),
    };
  }

  /**
   * Closes the sockets when each text has ended, at the latest after so many seconds. Until then what comes of the texts counts: the
   * server is judged by each that was asked for.
   */
  async end(settleSeconds: number): Promise<SettledTexts> {
    const until = performance.now() + settleSeconds * 1000;
    while (this.#record.running.size > 0 && performance.now() < until) await sleep(50);
    const settled = { ...this.#record.texts(), unended: this.#record.running.size };
    await Promise.all(this.#clients.map((client) => client.close()));
    return settled;
  }
}
