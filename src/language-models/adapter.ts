/**
 * The one interface between Sonorant and what decides what an agent says. A language model is a folder and a line in the registry: its
 * {@link LanguageModelDescriptor} is data and small functions, and the {@link LanguageModel} that it opens answers one request at a
 * time or several. It keeps nothing between requests: each brings the whole conversation. Everything around it (whose turn it is, running
 * tools, rounds of tools, what was heard, text for the voice) is done once for all.
 */

/** Name of a model in `SONORANT_AGENT_MODELS` and as `model.id` of an agent. */
export type LanguageModelId = string;

/** What a model can do. Capabilities are constants: they hold for every request. */
export interface LanguageModelCapabilities {
  /** It calls tools. Otherwise none are offered to it, and it gives no calls. */
  readonly tools: boolean;
  /** The same request gives the same events: it costs nothing to ask again, and tests can compare. */
  readonly deterministic: boolean;
  /**
   * It follows instructions in plain language, so that summaries and judgements can be asked of it too. Otherwise those are not made,
   * and `instructions` have a form of their own, which {@link LanguageModelDescriptor.check} judges.
   */
  readonly prose: boolean;
  /** Its instructions say what callers may say: {@link LanguageModelDescriptor.phrases} are for the recognizer. */
  readonly phrases: boolean;
}

/** What a model is known by without a request. */
export interface LanguageModelDescriptor {
  readonly id: LanguageModelId;
  /** For people. */
  readonly displayName: string;
  /** Who runs it: `operator`, or `sonorant` for what is built in. */
  readonly provider: 'operator' | 'sonorant';
  readonly description: string;
  readonly capabilities: LanguageModelCapabilities;
  /** What is wrong with the instructions of an agent; empty where nothing is, and for models that take any. */
  check(instructions: string): readonly InstructionProblem[];
  /**
   * What callers may say by these instructions, distinct, at most 1,000; empty where the model cannot tell.
   * @param language ISO 639-1 of the conversation; default English
   */
  phrases(instructions: string, language?: string): readonly string[];
  /**
   * Names in `{{…}}` of these instructions that the model fills in itself: they are no variables of the conversation and stay as they
   * are where those are filled in.
   */
  slots(instructions: string): readonly string[];
  /** Costs nothing: nothing is asked before the first request. */
  open(): LanguageModel;
}

/** A line of instructions that cannot be read. */
export interface InstructionProblem {
  /** From 1. */
  readonly line: number;
  /** Without the number of the line. */
  readonly problem: string;
}

/** One that is open. */
export interface LanguageModel {
  /**
   * Asks for the next turn of the assistant. The request goes out with the first `next()`; what is not read is not asked of the server
   * any further. To leave the loop ends the request, as the signal does.
   *
   * Gives any number of `text`, `tool_call` and at most one `usage`, then exactly one `end`, as the last. An answer may be empty.
   * @throws {LanguageModelError} when the answer fails; what was given before stays valid
   * @throws the reason of the signal when that is aborted, at once
   */
  generate(request: LanguageModelRequest, signal: AbortSignal): AsyncIterable<LanguageModelEvent>;
  /** Ends its requests: those that have not ended fail as `unreachable`. */
  close(): Promise<void>;
}

/** What a model is asked. */
export interface LanguageModelRequest {
  /** The instructions of the agent, with variables filled in, line breaks in their values made spaces; may be empty. */
  readonly system: string;
  /** The conversation so far, the oldest first. What comes last is what is answered. May be empty: then the model begins. */
  readonly messages: readonly LanguageModelMessage[];
  /** ISO 639-1 of what is spoken; default English. Models that follow prose see for themselves. */
  readonly language?: string | undefined;
  /** What it may call, by distinct names; ignored by models without tools. */
  readonly tools?: readonly LanguageModelTool[] | undefined;
  /** 0–1; undefined: the model's own. */
  readonly temperature?: number | undefined;
  /** At least 1; undefined: the model's own. An answer that reaches it ends with `length`. */
  readonly maxOutputTokens?: number | undefined;
}

/** A tool as a model is told of it. */
export interface LanguageModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One part of a conversation. */
export type LanguageModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      /** What was said, as far as it was heard; may be empty. */
      readonly text: string;
      readonly toolCalls?: readonly LanguageModelToolCall[] | undefined;
    }
  | {
      readonly role: 'tool';
      /** The call that this is the result of. */
      readonly toolCallId: string;
      readonly name: string;
      /** JSON or text. */
      readonly result: string;
      /** The call failed; the result says why. */
      readonly isError?: boolean | undefined;
      /**
       * The tool still runs. The same call has a second message of this role, without `isPending`, where its result came: anywhere
       * behind this one.
       */
      readonly isPending?: boolean | undefined;
    };

/** A call that a model has made. */
export interface LanguageModelToolCall {
  /** Unique in the conversation. */
  readonly id: string;
  readonly name: string;
  /** As the model gave it: the JSON text of an object, unless {@link LanguageModelEvent} said otherwise. */
  readonly arguments: string;
}

/**
 * Names under which conversations offer what an agent can do itself, and with what they are called: `end_call` `{}`,
 * `transfer_to_number` `{ "phone_number": "+493012345" }`, `send_dtmf` `{ "digits": "12#" }`.
 */
export const systemTools = { endCall: 'end_call', transfer: 'transfer_to_number', sendDtmf: 'send_dtmf' } as const;

/**
 * `stop`: the turn is over; `tool_calls`: it waits for the results of its calls; `length`: it was cut at the largest number of tokens or
 * bytes; `content_filter`: the model's provider withholds the rest. Answers that fail end with a {@link LanguageModelError} instead.
 */
export type LanguageModelEnd = 'stop' | 'tool_calls' | 'length' | 'content_filter';

export type LanguageModelEvent =
  /** More of the text, never empty, as the model writes it: with Markdown. */
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_call';
      readonly id: string;
      readonly name: string;
      /** Complete; `{}` where the model gave nothing. */
      readonly arguments: string;
      /** Set where the arguments are not the JSON text of an object: why. The call cannot run; the model may be told so as its result. */
      readonly problem?: string;
    }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'end'; readonly reason: LanguageModelEnd };

/**
 * `not_configured`: the operator named it without an address. `unreachable`: there is no connection, or it was closed.
 * `unavailable`: the server says that it cannot now, or failed so often that it is not asked. `first_token_timeout`: nothing came in
 * time. `silence`: nothing more came in time. `refused`: key, model or request are not accepted; the message says what has to be mended.
 * `rate_limited`: asked too often. `too_long`: the conversation does not fit into the model. `broken`: the answer is none, or ends in
 * its middle.
 */
export type LanguageModelFailure =
  | 'not_configured'
  | 'unreachable'
  | 'unavailable'
  | 'first_token_timeout'
  | 'silence'
  | 'refused'
  | 'rate_limited'
  | 'too_long'
  | 'broken';

/** The message begins with the name of the model and has no key in it. It is for operators: callers hear the fallback sentence. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';
  readonly kind: LanguageModelFailure;
  /** Of `rate_limited` and `unavailable`: how long the server does not want to be asked, in ms, where it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: LanguageModelFailure,
    message: string,
    { retryAfterMs }: { retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
