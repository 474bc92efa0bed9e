/** The suite of lines on both sockets of conversations, in each of their formats. */
import { describeLine, type LineUnderTest, type Received } from '../../conversation/conformance.ts';
import { decodeMulaw, mulawCodes } from '../../audio/g711.ts';
import { TestClock } from '../../timing/testing.ts';
import { agentLine } from './agent-socket.ts';
import { lineFormats, type LineFormat } from './schema.ts';
import type { SocketLine } from './socket-line.ts';
import { streamLine } from './stream-socket.ts';

type Message = Readonly<Record<string, unknown>> & { readonly type?: string; readonly event?: string };

/** The other end of a socket in a format. */
function overSocket(
  format: LineFormat,
  open: (clock: TestClock, send: (message: object) => void) => SocketLine,
  read: (message: Message, samplesOf: (audio: unknown) => number[]) => Received,
): LineUnderTest {
  const clock = new TestClock();
  const sent: Message[] = [];
  const received: Received[] = [];
  const line = open(clock, (message) => sent.push(JSON.parse(JSON.stringify(message)) as Message));
  const isMulaw = lineFormats[format].encoding === 'pcm_mulaw';
  const samplesOf = (audio: unknown): number[] => {
    const bytes = Buffer.from(String(audio), 'base64');
    if (isMulaw) return [...decodeMulaw(bytes)];
    return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(2 * index));
  };
  return {
    line,
    clock,
    received() {
      for (const message of sent.splice(0)) received.push(read(message, samplesOf));
      return received;
    },
    block: (isBlocked) => (line.isBlocked = isBlocked),
    say(samples, cut) {
      const bytes = isMulaw
        ? Buffer.from(samples.map((sample) => mulawCodes()[sample & 0xffff]!))
        : Buffer.from(samples.buffer);
      return [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((part) => [...line.decode(part.toString('base64'))]);
    },
  };
}

function readAgent(message: Message, samplesOf: (audio: unknown) => number[]): Received {
  if (message.type === 'audio_output') return { kind: 'audio', samples: samplesOf(message.audio) };
  if (message.type === 'audio_output_clear') return { kind: 'clear' };
  if (message.type === 'dtmf_output') return { kind: 'digits', digits: String(message.digit) };
  throw new Error(JSON.stringify(message));
}

function readStream(message: Message, samplesOf: (audio: unknown) => number[]): Received {
  const { dtmf } = message;
  const { media, transfer } = message as Record<string, Readonly<Record<string, unknown>>>;
  if (message.event === 'media_output') return { kind: 'audio', samples: samplesOf(media!.payload) };
  if (message.event === 'clear') return { kind: 'clear' };
  if (message.event === 'dtmf') return { kind: 'digits', digits: dtmf as string };
  if (message.event === 'transfer') return { kind: 'transfer', number: String(transfer!.target_phone_number) };
  throw new Error(JSON.stringify(message));
}

for (const format of Object.keys(lineFormats) as LineFormat[]) {
  const loss = format === 'mulaw_8000' ? 0.04 : 0;
  for (const [delivery, leadMs] of [
    ['speaking_pace', 200],
    ['as_available', Infinity],
  ] as const) {
    const open = (): LineUnderTest =>
      overSocket(format, (clock, send) => agentLine({ format, leadMs, hasEcho: false, clock }, send), readAgent);
    describeLine(`/v1/agents/websocket, ${format}, ${delivery}`, open, { loss, hasDigits: true, hasTransfer: false });
  }
  const open = (): LineUnderTest =>
    overSocket(format, (clock, send) => streamLine({ format, hasEcho: false, clock }, send), readStream);
  describeLine(`/agents/stream, ${format}`, open, { loss, hasDigits: true, hasTransfer: true });
}
