/** Speech with the times of its words, as `POST /tts/sse` streams it. */

export interface StreamRequest {
  readonly server: string;
  readonly token: string;
  readonly text: string;
  readonly voice: string;
  readonly model: string;
  readonly language: string | null;
  readonly speed: number;
  readonly signal: AbortSignal;
}

export interface SpeechListener {
  readonly audio: (samples: Float32Array<ArrayBuffer>) => void;
  /** Seconds from the beginning of the audio. */
  readonly word: (word: string, from: number, to: number) => void;
}

/** Hz of the audio. */
export const sampleRate = 24_000;

interface Message {
  readonly type: string;
  readonly data?: string;
  readonly message?: string;
  readonly word_timestamps?: {
    readonly words: readonly string[];
    readonly start: readonly number[];
    readonly end: readonly number[];
  };
}

/** Resolves when all of it has come. @throws {Error} with the server's words, or the browser's where the server is not reached */
export async function streamSpeech(request: StreamRequest, listener: SpeechListener): Promise<void> {
  const { server, token, text, voice, model, language, speed, signal } = request;
  const response = await fetch(`${server}/tts/sse`, {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${token}`,
      'service-version': '2026-08-14',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model_id: model,
      transcript: text,
      voice: { mode: 'id', id: voice },
      ...(language !== null && { language }),
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
      generation_config: { speed },
      add_timestamps: true,
    }),
  });
  if (!response.ok) throw new Error(await problemOf(response));
  const odd: number[] = [];
  for await (const message of messages(response.body!)) {
    if (message.type === 'chunk') listener.audio(samplesOf(message.data!, odd));
    else if (message.type === 'error') throw new Error(message.message ?? 'The speech broke off.');
    else if (message.word_timestamps !== undefined) {
      const { words, start, end } = message.word_timestamps;
      for (const [index, word] of words.entries()) listener.word(word, start[index]!, end[index]!);
    }
  }
}

async function problemOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as Message).message ?? text;
  } catch {
    return `The server answered ${response.status}.`;
  }
}

async function* messages(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Message> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop()!;
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Message;
    }
  }
}

/** @param odd half a sample that a piece ended with, and the next one begins behind */
function samplesOf(base64: string, odd: number[]): Float32Array<ArrayBuffer> {
  const bytes = Uint8Array.from([...odd.splice(0), ...Array.from(atob(base64), (char) => char.charCodeAt(0))]);
  if (bytes.length % 2 === 1) odd.push(bytes.at(-1)!);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length >> 1 }, (_, index) => view.getInt16(2 * index, true) / 32_768);
}
