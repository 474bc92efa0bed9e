/** Which answers carry their length (docs/rules.md#known-length). */
import { createFileFinisher, finishFile } from '../../audio/finished-file.ts';
import { readMarkup } from '../../text/markup.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import type { EventStreamOptions } from './event-stream.ts';

export interface HoldingLimits {
  /** Longest text whose answer is held until its end, in code points. Default 100. */
  readonly maxHeldCharacters?: number;
  /** Most seconds of silence that its breaks may ask for: silence is not bounded by the length of the text. Default 10. */
  readonly maxHeldPauseSeconds?: number;
}

const defaults = { maxHeldCharacters: 100, maxHeldPauseSeconds: 10 } as const satisfies Required<HoldingLimits>;

/**
 * How the body of an answer is finished, where it is held until its end. The request alone decides, never time: an answer to the same
 * request is always the same bytes.
 */
export function finishOf(
  transcript: string,
  { format, isEmbedded, capabilities }: SpeechSettings,
  limits: HoldingLimits = {},
): EventStreamOptions['finish'] {
  const { maxHeldCharacters, maxHeldPauseSeconds } = { ...defaults, ...limits };
  if (isEmbedded !== true || !capabilities.deterministic || createFileFinisher(format) === undefined) return undefined;
  if (transcript.length > 2 * maxHeldCharacters || Array.from(transcript).length > maxHeldCharacters) return undefined;
  const pause = readMarkup(transcript).reduce((sum, event) => sum + (event.kind === 'break' ? event.seconds : 0), 0);
  if (pause > maxHeldPauseSeconds) return undefined;
  return (body, seconds) => finishFile(format, body, Math.round(seconds * format.sampleRate));
}
