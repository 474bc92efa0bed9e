/** A request in OpenAI's form, so that servers with strict templates take it too. */
import type { LanguageModelMessage, LanguageModelRequest } from '../adapter.ts';
import { isObjectText } from './tool-arguments.ts';

/** Parameters that some servers refuse. What one has refused is left out, or named otherwise, from then on. */
export interface Refused {
  /** `stream_options`: no usage is told. */
  readonly usage: boolean;
  /** `max_tokens`, which newer models of OpenAI want as `max_completion_tokens`. */
  readonly maxTokens: boolean;
  readonly temperature: boolean;
}

interface Call {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: Call[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** The body of `POST /chat/completions`. */
export function requestBody(
  model: string,
  { system, messages, tools = [], temperature, maxOutputTokens }: LanguageModelRequest,
  refused: Refused,
): Readonly<Record<string, unknown>> {
  return {
    model,
    messages: [...(system.trim() === '' ? [] : [{ role: 'system', content: clean(system) }]), ...turns(messages)],
    stream: true,
    ...(!refused.usage && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(temperature !== undefined && !refused.temperature && { temperature }),
    ...(maxOutputTokens !== undefined && {
      [refused.maxTokens ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
    }),
  };
}

/** Many templates begin and end with the user, in turn with the assistant; the other side has then said nothing. */
const silence = '(The user says nothing.)';

/**
 * The conversation as servers take it: the user first and last, none twice in a row, and behind each message with calls the result of
 * every call of it. Results that came later are sent as the user's words.
 */
function turns(messages: readonly LanguageModelMessage[]): readonly Message[] {
  const out: Message[] = [];
  const sent = new Set<LanguageModelMessage>();
  const say = (content: string): void => {
    const before = out.at(-1);
    if (before?.role === 'user') out[out.length - 1] = { role: 'user', content: `${before.content}\n${content}` };
    else out.push({ role: 'user', content });
  };
  for (const [index, message] of messages.entries()) {
    if (sent.has(message)) continue;
    if (message.role === 'user') {
      if (message.text.trim() !== '') say(clean(message.text));
    } else if (message.role === 'tool') {
      say(`(Result of the tool ${message.name}, which came now: ${clean(message.result)})`);
    } else {
      const { text, toolCalls = [] } = message;
      if (text.trim() === '' && toolCalls.length === 0) continue;
      if (out.length === 0) say(silence);
      addAssistant(out, clean(text), toolCalls);
      for (const { id } of toolCalls) {
        const result = resultOf(messages, index, id);
        if (result !== undefined) sent.add(result);
        out.push({ role: 'tool', tool_call_id: id, content: clean(contentOf(result)) });
      }
    }
  }
  if (out.length === 0 || out.at(-1)!.role === 'assistant') say(silence);
  return out;
}

type ToolMessage = Extract<LanguageModelMessage, { role: 'tool' }>;
type AssistantMessage = Extract<LanguageModelMessage, { role: 'assistant' }>;

function addAssistant(out: Message[], text: string, calls: NonNullable<AssistantMessage['toolCalls']>): void {
  const before = out.at(-1);
  if (calls.length === 0 && before?.role === 'assistant' && before.tool_calls === undefined) {
    out[out.length - 1] = { role: 'assistant', content: `${before.content ?? ''} ${text}` };
    return;
  }
  const toolCalls = calls.map(({ id, name, arguments: json }): Call => ({
    id,
    type: 'function',
    // Templates parse it.
    function: { name, arguments: isObjectText(json) ? json : '{}' },
  }));
  out.push({
    role: 'assistant',
    content: text === '' ? null : text,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  });
}

/** The result that stands directly behind the calls. */
function resultOf(messages: readonly LanguageModelMessage[], index: number, id: string): ToolMessage | undefined {
  for (let at = index + 1; at < messages.length; at++) {
    const message = messages[at]!;
    if (message.role !== 'tool') return undefined;
    if (message.toolCallId === id) return message;
  }
  return undefined;
}

function contentOf(result: ToolMessage | undefined): string {
  if (result === undefined) return '(no result)';
  if (result.isPending === true) return `(running; the result comes later) ${result.result}`.trim();
  return result.isError === true ? `Error: ${result.result}` : result.result;
}

/** Lone surrogates are no JSON that every server reads. */
function clean(text: string): string {
  return text.toWellFormed();
}
