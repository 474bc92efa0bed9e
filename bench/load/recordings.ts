/** Recordings that are changed, and speech between them: uploads of clips that the server spoke before. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { wavHeader } from '../../src/audio/wav/header.ts';
import { headers, speechFields, voiceId, type StreamEngine } from '../speech/requests.ts';
import { paragraphAt, sentences } from '../speech/texts.ts';

export interface ClipsParams {
  readonly url: string;
  readonly seconds: readonly number[];
  /** What speaks them. */
  readonly engine: StreamEngine;
}

export interface ChangeParams {
  readonly url: string;
  /** Length of the clip, one of those that were made. */
  readonly seconds: number;
  /** One after the other. */
  readonly turns: number;
}

export interface ChangeResult {
  /** Of each: from the last byte of the upload to the first of the answer, and to its end. */
  readonly firstAudioMs: readonly number[];
  readonly wholeMs: readonly number[];
  /** Of all answers together. */
  readonly audioSeconds: number;
}

export interface InfillParams {
  readonly url: string;
  /** What speaks, between recordings or alone. */
  readonly engine: StreamEngine;
  /** By `POST /infill/bytes`, or the same text by `POST /tts/bytes`. */
  readonly route: 'infill' | 'tts';
  readonly turns: number;
}

export interface InfillResult {
  readonly wholeMs: readonly number[];
  /** Of all answers together. */
  readonly audioSeconds: number;
}

const clipRate = 16_000;
const answerRate = 24_000;
/** What is joined: so much on either side. */
const sideSeconds = 5;
const infillTexts = 8;
const rawFormat = { container: 'raw', encoding: 'pcm_s16le', sample_rate: String(answerRate) } as const;
const clips = new Map<number, Buffer>();

/** Clips in the voice that they become. */
export async function makeClips({ url, seconds, engine }: ClipsParams): Promise<void> {
  const fields = { ...speechFields(engine, clipRate), transcript: paragraphAt(0, sentences.length) };
  const { body } = await post(`${url}/tts/bytes`, Buffer.from(JSON.stringify(fields)), 'application/json');
  for (const length of [...seconds, sideSeconds]) {
    const samples = Buffer.alloc(2 * Math.round(length * clipRate));
    for (let at = 0; at < samples.length; at += body.length) body.copy(samples, at);
    clips.set(
      length,
      Buffer.concat([wavHeader({ encoding: 'pcm_s16le', sampleRate: clipRate }, samples.length), samples]),
    );
  }
}

export async function loadChange({ url, seconds, turns }: ChangeParams): Promise<ChangeResult> {
  const form = await formOf({ clip: clips.get(seconds)!, 'voice[id]': voiceId, ...formatFields() });
  const answers: Answer[] = [];
  for (let turn = 0; turn < turns; turn++) answers.push(await post(`${url}/voice-changer/bytes`, form.body, form.type));
  return {
    firstAudioMs: answers.map(({ firstMs }) => firstMs),
    wholeMs: answers.map(({ wholeMs }) => wholeMs),
    audioSeconds: secondsOf(answers),
  };
}

export async function loadInfill({ url, engine, route, turns }: InfillParams): Promise<InfillResult> {
  const answers: Answer[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const transcript = paragraphAt(turn % infillTexts, 2);
    if (route === 'tts') {
      const body = Buffer.from(JSON.stringify({ ...speechFields(engine, answerRate), transcript }));
      answers.push(await post(`${url}/tts/bytes`, body, 'application/json'));
    } else {
      const side = clips.get(sideSeconds)!;
      const fields = { left_audio: side, right_audio: side, transcript, voice_id: voiceId, model_id: engine };
      const form = await formOf({ ...fields, language: 'en', ...formatFields() });
      answers.push(await post(`${url}/infill/bytes`, form.body, form.type));
    }
  }
  return { wholeMs: answers.map(({ wholeMs }) => wholeMs), audioSeconds: secondsOf(answers) };
}

function secondsOf(answers: readonly Answer[]): number {
  return answers.reduce((sum, { body }) => sum + body.length, 0) / (2 * answerRate);
}

function formatFields(): Record<string, string> {
  return Object.fromEntries(Object.entries(rawFormat).map(([name, value]) => [`output_format[${name}]`, value]));
}

/** As bytes, so that making the form is no part of what is measured. */
async function formOf(fields: Readonly<Record<string, string | Buffer>>): Promise<{ body: Buffer; type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : new File([Uint8Array.from(value)], 'clip.wav'));
  }
  const made = new Response(form);
  return { body: Buffer.from(await made.arrayBuffer()), type: made.headers.get('content-type')! };
}

interface Answer {
  readonly body: Buffer;
  readonly firstMs: number;
  readonly wholeMs: number;
}

/** @throws {Error} for another status than 200 */
async function post(url: string, body: Buffer, type: string): Promise<Answer> {
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': body.byteLength },
  });
  let sentAt = performance.now();
  outgoing.once('finish', () => (sentAt = performance.now()));
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end(body);
  const [response] = await answered;
  const pieces: Buffer[] = [];
  let firstAt: number | undefined;
  for await (const piece of response as AsyncIterable<Buffer>) {
    firstAt ??= performance.now();
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  if (response.statusCode !== 200) {
    throw new Error(`POST ${new URL(url).pathname} answered ${response.statusCode}: ${whole.toString('utf8', 0, 300)}`);
  }
  return { body: whole, firstMs: (firstAt ?? NaN) - sentAt, wholeMs: performance.now() - sentAt };
}
