/** Asks the server what a program would ask it, with the program's key and without the session of this page. */
import { Sonorant } from '@sonorant/client';
import { wavOf } from '../audio/wav.ts';
import type { Program } from './programs.ts';

export interface CheckResult {
  /** From the request to the first sound, in ms. */
  readonly firstAudioMs: number;
  /** What was spoken, in a format that browsers play. */
  readonly audio: Blob;
}

const sentence = 'Hello. This connection works.';
const voiceId = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const sampleRate = 24_000;
const version = '2026-03-01';
/** How long the server may be silent, in ms. */
const silenceMs = 15_000;

/**
 * Speaks a sentence as the program would.
 * @throws {Error} with what the server refuses, or what is between it and this page
 */
export async function check(program: Program, key: string, signal: AbortSignal): Promise<CheckResult> {
  const silence = AbortSignal.timeout(silenceMs);
  const ended = AbortSignal.any([signal, silence]);
  try {
    return await (program.interface === 'openai' ? checkOpenAi(key, ended) : checkWebSocket(key, ended));
  } catch (error) {
    if (silence.aborted) throw new Error(`The server said nothing for ${silenceMs / 1000} s.`, { cause: error });
    throw error;
  }
}

async function checkOpenAi(key: string, signal: AbortSignal): Promise<CheckResult> {
  const startedAt = performance.now();
  const response = await fetch('/v1/audio/speech', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: sentence, response_format: 'wav' }),
    credentials: 'omit',
    signal,
  });
  if (!response.ok) throw new Error(await messageOf(response));
  const pieces: BlobPart[] = [];
  let firstAudioMs = NaN;
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (pieces.length === 0) firstAudioMs = performance.now() - startedAt;
    pieces.push(value);
  }
  if (pieces.length === 0) throw new Error('The server answered without audio.');
  return { firstAudioMs, audio: new Blob(pieces, { type: 'audio/wav' }) };
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { readonly error?: { readonly message?: string } };
    return error?.message ?? text;
  } catch {
    return text === '' ? `The server answered ${response.status}.` : text;
  }
}

interface ServerEvent {
  readonly type: string;
  readonly data?: string;
  readonly done?: boolean;
  readonly message?: string;
}

async function checkWebSocket(key: string, signal: AbortSignal): Promise<CheckResult> {
  // A browser does not tell why an upgrade was refused, so the key is tried before.
  await new Sonorant({ baseUrl: location.origin, apiKey: key, retries: 0 }).get('/voices', {
    query: { limit: 1 },
    signal,
  });
  const query = new URLSearchParams({ api_key: key, cartesia_version: version });
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/tts/websocket?${query.toString()}`);
  try {
    return await spoken(socket, signal);
  } finally {
    socket.close();
  }
}

function spoken(socket: WebSocket, signal: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    let startedAt = performance.now();
    let firstAudioMs = NaN;
    let isOpen = false;
    const pieces: Float32Array[] = [];
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    socket.addEventListener('open', () => {
      isOpen = true;
      startedAt = performance.now();
      const format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate };
      const request = { context_id: 'check', model_id: 'sonic-3', transcript: sentence, language: 'en' };
      socket.send(JSON.stringify({ ...request, voice: { mode: 'id', id: voiceId }, output_format: format }));
    });
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(String(data)) as ServerEvent;
      if (event.type === 'error') reject(new Error(event.message ?? 'The server failed.'));
      if (event.type === 'chunk' && event.data !== undefined) {
        if (pieces.length === 0) firstAudioMs = performance.now() - startedAt;
        pieces.push(samplesOf(event.data));
      }
      if (event.done === true) resolve({ firstAudioMs, audio: wavOf(pieces, sampleRate) });
    });
    socket.addEventListener('close', ({ code }) => {
      const reason = isOpen
        ? `The WebSocket closed with code ${code} before all was spoken.`
        : 'The key is right, but no WebSocket opened: a proxy before the server may not pass WebSockets on.';
      reject(new Error(reason));
    });
  });
}

/** @param base64 little-endian samples of 16 bits */
function samplesOf(base64: string): Float32Array {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => view.getInt16(2 * index, true) / 32_768);
}
