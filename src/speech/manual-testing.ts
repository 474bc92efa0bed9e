/** One utterance whose engines a test plays, and what it is compared with: the same one undisturbed. */
import assert from 'node:assert/strict';
import type { SpeechEvent } from './events.ts';
import { audioOfText, kindsOf, pcmOf, piece, playText, recordManually, wordsOf, type ManualTask } from './testing.ts';

export type Opened = ReturnType<typeof recordManually>;
export type OpenOptions = NonNullable<Parameters<typeof recordManually>[0]>;

/** Four segments, with a tag inside and a pause. */
export const fourSegments =
  'Hello there, my friend. <speed ratio="1.2"/>How are you? I am fine. <break time="1s"/>And the others?';

/** Settings of a container whose encoder keeps state. */
export const mp3 = { format: { container: 'mp3', sampleRate: 44_100, bitRate: 128_000 } } as const;

/** A context that has been given its whole text, and does not expire. */
export function speaking(options: OpenOptions = {}, text = fourSegments): Opened {
  const opened = recordManually({ expiryMs: Infinity, ...options });
  opened.context.push(piece(text, { continue: false }));
  return opened;
}

/** All events of the text when nothing disturbs it. */
export function undisturbed(options: OpenOptions = {}, text = fourSegments): readonly SpeechEvent[] {
  const { events, scheduler } = speaking(options, text);
  playText(scheduler);
  return events;
}

/** Plays a share of what is left of a task. */
export function playSome(task: ManualTask, share = 0.5): void {
  const bytes = audioOfText(task).subarray(task.given);
  task.send(bytes.subarray(0, 2 * Math.floor((bytes.byteLength / 2) * share)));
}

/** Both give the same audio and words, and everything else in the same order. */
export function assertSameSpeech(events: readonly SpeechEvent[], expected: readonly SpeechEvent[]): void {
  assert.ok(pcmOf(events).equals(pcmOf(expected)), 'the audio differs');
  assert.deepEqual(wordsOf(events), wordsOf(expected));
  assert.deepEqual(
    kindsOf(events).filter((kind) => kind !== 'chunk'),
    kindsOf(expected).filter((kind) => kind !== 'chunk'),
  );
}
