/** Streams in real time: each has a socket, and requests the next text when the last one has played out. */
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
  /** Seconds that are measured, after all have begun. */
  readonly seconds: number;
  /** Seconds that contexts have after them to end by themselves. Default 0. */
  readonly settleSeconds?: number;
}

/** Texts count that were asked for while it was measured, chunks that came while it was. */
export interface StreamsResult {
  /** From the sending of a text to its first audio sample, one value for each text. */
  readonly firstAudioMs: readonly number[];
  /** From the sending of a text to the error that the server is too busy for it. */
  readonly refusedMs: readonly number[];
  /** Texts that were asked for. */
  readonly offered: number;
  /** Silence at the beginning of each text's audio, before the first sample above −40 dB of full scale. */
  readonly leadingSilenceMs: readonly number[];
  /** How late each chunk was that came after the audio before it had played out. */
  readonly underrunMs: readonly number[];
  readonly audioSeconds: number;
  readonly errors: readonly string[];
  /** Contexts that had no terminal event when all was over. */
  readonly unended: number;
  /** Event-loop delay of the load generator itself, p99 in ms; it is part of the measured delays. */
  readonly ownDelayMs: number;
  /** Processor seconds per second of the load generator. */
  readonly ownCores: number;
}

/** What one run collects, from the time on that it is to count. */
class Record {
  readonly firstAudioMs: number[] = [];
  readonly refusedMs: number[] = [];
  readonly leadingSilenceMs: number[] = [];
  readonly underrunMs: number[] = [];
  readonly errors: string[] = [];
  offered = 0;
  samples = 0;
  /** Contexts on their way. */
  running = 0;
  counts = false;
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
    this.#counts = record.counts;
    record.running++;
    if (this.#counts) record.offered++;
  }

  chunk(base64: Buffer, samples: number): void {
    const now = performance.now();
    if (samples === 0) return;
    if (this.#record.counts) this.#record.samples += samples;
    if (this.endsAt === undefined && this.#counts) this.#record.firstAudioMs.push(now - this.#sentAt);
    if (this.endsAt !== undefined && now > this.endsAt && this.#record.counts) {
      this.#record.underrunMs.push(now - this.endsAt);
    }
    this.endsAt = Math.max(now, this.endsAt ?? now) + (samples * 1000) / streamRate;
    if (!this.#isAudible) this.#listen(base64);
  }

  end(): void {
    this.#record.running--;
  }

  refused(): void {
    if (this.#counts) this.#record.refusedMs.push(performance.now() - this.#sentAt);
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
  readonly isOver: () => boolean;
}

/** Receives one text to its end. A text that is refused is over after the time that the server says. */
function hear({ client, fields, record, isOver }: Listener, text: string): Promise<void> {
  return new Promise((resolve) => {
    const playing = new Playing(record);
    client.speak(fields, text, {
      chunk: (base64, samples) => playing.chunk(base64, samples),
      end(failure) {
        playing.end();
        const isRefused = failure?.retryAfterMs !== undefined && playing.endsAt === undefined;
        if (isRefused) playing.refused();
        else if (failure !== undefined && !isOver()) record.errors.push(failure.message);
        const now = performance.now();
        // Without audio a failing server would be asked again at once.
        const resumesAt = playing.endsAt ?? now + (failure?.retryAfterMs ?? 1000);
        setTimeout(resolve, isOver() ? 0 : Math.max(0, resumesAt - now));
      },
    });
  });
}

async function listen(listener: Listener, firstTurn: number, delayMs: number): Promise<void> {
  await sleep(delayMs);
  for (let turn = firstTurn; !listener.isOver(); turn++) await hear(listener, listener.text(turn));
}

/** @returns contexts that have not ended in so many seconds */
async function settle(record: Record, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  while (record.running > 0 && performance.now() < until) await sleep(50);
  return record.running;
}

export async function loadStreams({
  url,
  engine,
  streams,
  sentencesPerText,
  staggerSeconds,
  seconds,
  settleSeconds = 0,
}: StreamsParams): Promise<StreamsResult> {
  const fields = speechFields(engine, streamRate);
  const clients = await openMany(url, streams);
  for (const client of clients) await speakWhole(client, fields, sentenceAt(0));
  const record = new Record();
  let over = false;
  const random = seededRandom(streams);
  const text = (turn: number): string =>
    sentencesPerText === 1 ? sentenceAt(turn) : paragraphAt(turn * sentencesPerText, sentencesPerText);
  for (const [index, client] of clients.entries()) {
    void listen({ client, fields, record, text, isOver: () => over }, index * 3, random() * staggerSeconds * 1000);
  }
  await sleep(staggerSeconds * 1000);

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  record.counts = true;
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await sleep(seconds * 1000);
  over = true;
  const wallSeconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  const unended = await settle(record, settleSeconds);
  const { firstAudioMs, refusedMs, offered, leadingSilenceMs, underrunMs, errors, samples } = record;
  const result = {
    firstAudioMs: [...firstAudioMs],
    refusedMs: [...refusedMs],
    offered,
    leadingSilenceMs: [...leadingSilenceMs],
    underrunMs: [...underrunMs],
    errors: [...errors],
    unended,
    audioSeconds: samples / streamRate,
    ownDelayMs: Math.max(0, delay.percentile(99) / 1e6 - 1),
    ownCores: (user + system) / 1e6 / wallSeconds,
  };
  await Promise.all(clients.map((client) => client.close()));
  return result;
}
