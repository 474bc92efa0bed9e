/** Sentences of callers as frames of a conversation's socket, with what is known of them beforehand. */
import { speechFields, headers } from '../speech/requests.ts';
import { sentences } from '../speech/texts.ts';
import { harvardLists } from '../speech/harvard.ts';
import { callerRate, spoken, turnsOf } from './callers.ts';
import { frameMs } from './pacer.ts';

/** Milliseconds of silence after which an agent of the bench answers, whatever was said. */
export const patienceMs = 500;

/** One sentence; times in seconds since its first sample. */
export interface Sentence {
  /** Messages with audio, one for each frame. */
  readonly messages: readonly string[];
  /** The frame with the first sound: above −40 dB of full scale. */
  readonly firstSound: number;
  /** From the end of that frame to when the detectors are sure of a voice, in ms of the audio. */
  readonly sureMs: number;
  /** When its last sound ends, as the detectors have it and above −40 dB; and when the turn that ends with it is over. */
  readonly quietSince: number;
  readonly lastSound: number;
  readonly endsAt: number;
}

/** Amplitude at −40 dB of full scale. */
const audible = 328;
const frameSamples = (callerRate * frameMs) / 1000;
const patience = { finishedMs: patienceMs, minMs: patienceMs, maxMs: patienceMs } as const;

/** A message with audio. */
export function audioMessage(samples: Int16Array): string {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return JSON.stringify({ type: 'audio_input', audio: bytes.toString('base64') });
}

/** Of a frame without sound. */
export const silence = audioMessage(new Int16Array(frameSamples));

/** All that callers say: those that are one turn each. */
export async function callerSentences(): Promise<Sentence[]> {
  const found: Sentence[] = [];
  for (const text of [...sentences, ...harvardLists.flat()]) {
    const sentence = await sentenceOf(await spoken(text));
    if (sentence !== undefined) found.push(sentence);
  }
  return found;
}

/** Undefined for one with a pause that ends a turn. */
async function sentenceOf(samples: Int16Array): Promise<Sentence | undefined> {
  const before = callerRate;
  const track = new Int16Array(before + samples.length + 2 * callerRate);
  track.set(samples, before);
  const turns = await turnsOf(track, patience);
  const [turn] = turns;
  if (turn === undefined || turns.length > 1) return undefined;
  const messages = Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, index) => {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(index * frameSamples, (index + 1) * frameSamples));
    return audioMessage(frame);
  });
  const isSound = (sample: number): boolean => Math.abs(sample) >= audible;
  const firstSound = Math.floor(samples.findIndex(isSound) / frameSamples);
  return {
    messages,
    firstSound,
    sureMs: 1000 * (turn.sureAt - 1) - (firstSound + 1) * frameMs,
    lastSound: (samples.findLastIndex(isSound) + 1) / callerRate,
    quietSince: turn.quietSince - 1,
    endsAt: turn.endsAt - 1,
  };
}

/** When each word of a text has been heard to its end, in seconds. */
export async function wordEnds(url: string, transcript: string): Promise<number[]> {
  const answer = await fetch(`${url}/tts/sse`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...speechFields('espeak', callerRate), transcript, add_timestamps: true }),
  });
  if (!answer.ok) throw new Error(`POST /tts/sse answered ${answer.status}: ${await answer.text()}`);
  const events = (await answer.text()).matchAll(/^data: (\{.*\})$/gmu);
  return [...events].flatMap(([, text]) => {
    const event = JSON.parse(text!) as { readonly word_timestamps?: { readonly end: readonly number[] } };
    return event.word_timestamps?.end ?? [];
  });
}
