/** The tools of an agent in one conversation: what the model is offered, and how a call of it is run. */
import type { ToolDefinition } from '../agents/tool-definition.ts';
import type { LanguageModelTool, LanguageModelToolCall } from '../language-models/adapter.ts';
import type { Clock } from '../timing/clock.ts';
import { arrivalTimer } from '../timing/deadline.ts';
import { parametersOf, problemOfArguments } from './tool-arguments.ts';
import { refused, type ToolRun } from './reply-text.ts';
import type { Variables } from './variables.ts';
import { tooLarge, type ToolResult, type WebhookCaller } from './webhook-tool.ts';

/** A call that the other end of the line runs. */
export interface ClientCall {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly expectsResponse: boolean;
}

/** What the agent can do itself; not there where it is switched off. */
export interface SystemTool {
  readonly tool: LanguageModelTool;
  /** Whether something is said before it runs, whatever the model says. */
  readonly isAnnounced: boolean;
  readonly run: (given: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}

export interface ConversationToolsOptions {
  readonly tools: readonly ToolDefinition[];
  readonly systemTools: readonly SystemTool[];
  readonly callWebhook: WebhookCaller;
  /** Hands a call to the other end of the line; its result comes by {@link ConversationTools.clientResult}. */
  readonly sendClientCall: (call: ClientCall) => void;
  /** The variables as they are now. */
  readonly variables: () => Variables;
  /** The result of an asynchronous tool has come. */
  readonly onLate: (run: ToolRun) => void;
  /** Called with unexpected failures of tools, for the log. */
  readonly onFailure: (error: unknown) => void;
  readonly clock: Clock;
}

/** Bytes of a result of the other end. */
const maxClientResult = 4096;

/** See the head of this file. One conversation. */
export class ConversationTools {
  readonly #options: ConversationToolsOptions;
  readonly #byName: ReadonlyMap<string, ToolDefinition>;
  /** Calls of the other end that have not been answered. */
  readonly #waiting = new Map<string, (result: ToolResult) => void>();
  readonly #closing = new AbortController();

  constructor(options: ConversationToolsOptions) {
    this.#options = options;
    this.#byName = new Map(options.tools.map((tool) => [tool.name, tool]));
  }

  /** What a model is told of. */
  get offered(): readonly LanguageModelTool[] {
    const { tools, systemTools } = this.#options;
    const described = tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersOf(tool),
    }));
    return [...described, ...systemTools.map(({ tool }) => tool)];
  }

  /** Whether something is to be said before this tool runs, whatever the model says. */
  isAnnounced(name: string): boolean {
    const own = this.#options.systemTools.find(({ tool }) => tool.name === name);
    return own?.isAnnounced ?? this.#byName.get(name)?.pre_tool_speech === 'force';
  }

  /** Runs a call; of an asynchronous tool the result comes later. Rejects only with the reason of the signal. */
  async run(call: LanguageModelToolCall & { readonly problem?: string }, signal: AbortSignal): Promise<ToolRun> {
    try {
      return await this.#run(call, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onFailure(error);
      return refused(call, 'The tool failed.');
    }
  }

  async #run(call: LanguageModelToolCall & { readonly problem?: string }, signal: AbortSignal): Promise<ToolRun> {
    if (call.problem !== undefined) return refused(call, call.problem);
    const given = JSON.parse(call.arguments) as Record<string, unknown>;
    const own = this.#options.systemTools.find(({ tool }) => tool.name === call.name);
    if (own !== undefined) return runOf(call, await own.run(given));
    const tool = this.#byName.get(call.name);
    if (tool === undefined) return refused(call, `There is no tool "${call.name}".`);
    const problem = problemOfArguments(tool, given);
    if (problem !== undefined) return refused(call, problem);
    if (tool.execution_mode === 'async') return this.#runLater(tool, call, given);
    return runOf(call, await this.#call(tool, call.id, given, AbortSignal.any([signal, this.#closing.signal])));
  }

  /** The other end has run a call. One that is not waited for is ignored. */
  clientResult(id: string, { result, isError }: ToolResult): void {
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    answer?.(Buffer.byteLength(result) > maxClientResult ? tooLarge : { result, isError });
  }

  /** The conversation is over: what still runs is given up. */
  close(): void {
    this.#closing.abort(new Error('the call has ended'));
  }

  #runLater(tool: ToolDefinition, call: LanguageModelToolCall, given: Readonly<Record<string, unknown>>): ToolRun {
    const isAnswered = tool.type === 'webhook' || tool.expects_response;
    const running = this.#call(tool, call.id, given, this.#closing.signal);
    running.then(
      (result) => isAnswered && this.#options.onLate(runOf(call, result)),
      (error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#options.onFailure(error);
        this.#options.onLate(refused(call, 'The tool failed.'));
      },
    );
    return { ...runOf(call, { result: isAnswered ? 'running' : 'started', isError: false }), isPending: isAnswered };
  }

  async #call(
    tool: ToolDefinition,
    id: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { callWebhook, variables } = this.#options;
    if (tool.type === 'webhook') return callWebhook(tool, given, variables(), signal);
    return this.#callClient(tool, id, given, signal);
  }

  async #callClient(
    {
      name,
      expects_response: expectsResponse,
      response_timeout_secs: seconds,
    }: Extract<ToolDefinition, { type: 'client' }>,
    id: string,
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { sendClientCall, clock } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
    const leave = (): void => reject(signal.reason as Error);
    const late = (): void => resolve({ result: `No result came within ${seconds} s.`, isError: true });
    if (expectsResponse) this.#waiting.set(id, resolve);
    else resolve({ result: 'sent', isError: false });
    const stopTimer = arrivalTimer(clock).after(seconds * 1000, late);
    signal.addEventListener('abort', leave, { once: true });
    sendClientCall({ id, name, parameters, expectsResponse });
    try {
      return await promise;
    } finally {
      stopTimer();
      signal.removeEventListener('abort', leave);
      this.#waiting.delete(id);
    }
  }
}

function runOf(call: LanguageModelToolCall, { result, isError, updates = {} }: ToolResult): ToolRun {
  return { call, result, isError, isPending: false, updates };
}
