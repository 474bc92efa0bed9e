/**
 * A language model for tests: says what its script says, at the time of its clock, and misbehaves on demand. It is registered by no
 * server; a test adds it to the models it starts.
 */
import { systemClock, type Clock } from '../../timing/clock.ts';
import { unlessAborted } from '../../timing/deadline.ts';
import {
  LanguageModelError,
  type LanguageModelCapabilities,
  type LanguageModelDescriptor,
  type LanguageModelEvent,
  type LanguageModelRequest,
  type InstructionProblem,
} from '../adapter.ts';

/**
 * What the fake does next: gives a text or an event, waits so many milliseconds of its clock (`Infinity`: until it is left), or fails. An `end` that the
 * script leaves out is added.
 */
export type FakeStep = string | LanguageModelEvent | { readonly waitMs: number } | LanguageModelError;

/** What a fake says and can. */
export interface FakeLanguageModelOptions {
  /** Default `fake`. */
  readonly id?: string;
  readonly capabilities?: Partial<LanguageModelCapabilities>;
  /** What it does about a request, of which `index` counts all from 0. By default it says the last text of the user, word by word. */
  readonly script?: (request: LanguageModelRequest, index: number) => readonly FakeStep[];
  readonly check?: (instructions: string) => readonly InstructionProblem[];
  readonly phrases?: (instructions: string) => readonly string[];
  readonly slots?: (instructions: string) => readonly string[];
  readonly clock?: Clock;
}

/** One that a test plays. */
export interface FakeLanguageModel extends LanguageModelDescriptor {
  /** In the order in which they were asked. */
  readonly requests: readonly LanguageModelRequest[];
}

/** A model that a test adds to those of a server. */
export function fakeLanguageModel({
  id = 'fake',
  script = echo,
  check = () => [],
  phrases = () => [],
  slots = () => [],
  clock = systemClock,
  ...options
}: FakeLanguageModelOptions = {}): FakeLanguageModel {
  const requests: LanguageModelRequest[] = [];
  return {
    id,
    displayName: id,
    provider: 'operator',
    description: 'Says what a test has written.',
    capabilities: { tools: true, deterministic: true, prose: true, phrases: false, ...options.capabilities },
    requests,
    check,
    phrases,
    slots,
    open() {
      const closing = new AbortController();
      return {
        async *generate(request, signal) {
          const either = AbortSignal.any([signal, closing.signal]);
          either.throwIfAborted();
          const steps = script(request, requests.push(request) - 1);
          let last: LanguageModelEvent | undefined;
          for (const step of steps) {
            if (step instanceof LanguageModelError) throw step;
            if (typeof step === 'object' && 'waitMs' in step) await waited(step.waitMs, clock, either);
            else {
              last = typeof step === 'string' ? { type: 'text', text: step } : step;
              yield last;
              either.throwIfAborted();
            }
          }
          if (last?.type !== 'end') yield { type: 'end', reason: last?.type === 'tool_call' ? 'tool_calls' : 'stop' };
        },
        close() {
          closing.abort(new LanguageModelError('unreachable', `the model ${id} was closed`));
          return Promise.resolve();
        },
      };
    },
  };
}

async function waited(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = ms === Infinity ? () => undefined : clock.after(ms, () => resolve(undefined));
  try {
    await unlessAborted(promise, signal);
  } finally {
    stop();
  }
}

function echo({ messages }: LanguageModelRequest): readonly FakeStep[] {
  const said = messages.findLast(({ role }) => role === 'user');
  return said?.role === 'user' ? (said.text.match(/\s*\S+/gu) ?? []) : [];
}
