/** Conversations with rules, for tests. */
import type { LanguageModelMessage, LanguageModelTool } from '../adapter.ts';
import { rules } from './index.ts';

/** What a tool gives, or that it fails. */
export type ToolResult = unknown;

export interface Conversation {
  /** Every message so far. */
  readonly messages: readonly LanguageModelMessage[];
  /**
   * Says it, and runs the tools that are called.
   * @returns what is answered; a call stands in it as `[name {"argument":"value"}]`
   */
  say(text: string): Promise<string>;
  /** Asks without anything new. */
  wait(): Promise<string>;
}

/** A conversation as a session has it: with the whole history in each request. */
export function converse(
  system: string,
  {
    language,
    tools = {},
    offered,
  }: {
    readonly language?: string;
    /** By name; an `Error` fails. Others answer `{}`. */
    readonly tools?: Readonly<Record<string, (given: Readonly<Record<string, unknown>>) => ToolResult>>;
    readonly offered?: readonly LanguageModelTool[];
  } = {},
): Conversation {
  const messages: LanguageModelMessage[] = [];
  const ask = async (): Promise<string> => {
    const model = rules.open();
    let text = '';
    const calls: { id: string; name: string; arguments: string }[] = [];
    const request = { system, messages: [...messages], language, tools: offered };
    for await (const event of model.generate(request, new AbortController().signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'tool_call') calls.push(event);
    }
    messages.push({ role: 'assistant', text, toolCalls: calls });
    const shown = [text, ...calls.map((call) => `[${call.name} ${call.arguments}]`)].filter((part) => part !== '');
    for (const { id, name, arguments: json } of calls) {
      const result = tools[name]?.(JSON.parse(json) as Readonly<Record<string, unknown>>) ?? {};
      const isError = result instanceof Error;
      messages.push({
        role: 'tool',
        toolCallId: id,
        name,
        isError,
        result: isError ? result.message : JSON.stringify(result),
      });
      if (name !== 'end_call') shown.push(await ask());
    }
    return shown.filter((part) => part !== '').join(' ');
  };
  return {
    messages,
    say(text) {
      messages.push({ role: 'user', text });
      return ask();
    },
    wait: ask,
  };
}
