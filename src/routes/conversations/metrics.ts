/** Metrics of conversations: what each turn of them took, step by step. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { EndedTurn } from '../../conversation/events.ts';

/** See {@link conversationMetrics}. */
export type ConversationMetrics = ReturnType<typeof conversationMetrics>;

/** Adds them to the metrics of the server. */
export function conversationMetrics(registry: Registry) {
  const registers = [registry];
  const steps = new Histogram({
    name: 'sonorant_turn_step_seconds',
    help: "Time of the steps of an answer: text and patience from the end of the caller's last sound to its text and to the end of the turn; first_text, first_audio and first_sent from there to the first text of the model, the first audio, and the first audio that the line was given.",
    labelNames: ['step'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const turns = new Counter({
    name: 'sonorant_turns_total',
    help: 'Turns of conversations that have ended, by role, and whether the other side interrupted them.',
    labelNames: ['role', 'interrupted'] as const,
    registers,
  });
  const toolCalls = new Counter({
    name: 'sonorant_tool_calls_total',
    help: 'Calls of tools by agents, by outcome: done, failed, or pending where the result comes later.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'sonorant_answers_failed_total',
    help: 'Answers of agents that failed, by their model or their voice: the caller heard a sentence that says so.',
    registers,
  });
  const unheard = new Counter({
    name: 'sonorant_caller_speech_unheard_total',
    help: 'Pieces of what callers said that the recognizer failed on: their words are lost, and the agent asks for them again unless it speaks.',
    registers,
  });
  const dropped = new Counter({
    name: 'sonorant_caller_audio_dropped_seconds_total',
    help: "Seconds of callers' audio that were dropped, since they came too far ahead of real time.",
    registers,
  });
  return {
    turnEnded({ role, interrupted, figures, tools }: EndedTurn): void {
      turns.inc({ role, interrupted: String(interrupted) });
      for (const { isPending, isError } of tools) {
        toolCalls.inc({ outcome: isPending ? 'pending' : isError ? 'failed' : 'done' });
      }
      const { textMs, patienceMs, firstTextMs, firstAudioMs, firstSentMs } = figures;
      const taken = {
        ...{ text: textMs, patience: patienceMs },
        ...{ first_text: firstTextMs, first_audio: firstAudioMs, first_sent: firstSentMs },
      };
      for (const [step, ms] of Object.entries(taken)) if (ms !== undefined) steps.observe({ step }, ms / 1000);
    },
    answerFailed: () => failures.inc(),
    speechUnheard: () => unheard.inc(),
    audioDropped: (seconds: number) => dropped.inc(seconds),
  };
}
