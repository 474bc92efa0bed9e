/** How a conversation is shown: as text, or as JSON for programs. */
import type { Conversation, ConversationEvent } from '#client';

/** Told all that happens, in order. */
export interface View {
  ready(conversation: Conversation, agentName: string): void;
  event(event: ConversationEvent): void;
  /** Something that is not said in the conversation. */
  note(text: string): void;
}

/** One JSON object a line, with the names of the interface; the audio is left out. */
export function jsonView(write: (line: string) => void): View {
  return {
    ready({ callId, agentId, agentVersionId }, name) {
      const ids = { call_id: callId, agent_id: agentId, agent_version_id: agentVersionId };
      write(JSON.stringify({ type: 'ready', ...ids, agent_name: name }));
    },
    event(event) {
      const shown = jsonOf(event);
      if (shown !== undefined) write(JSON.stringify(shown));
    },
    note: (message) => write(JSON.stringify({ type: 'note', message })),
  };
}

function jsonOf(event: ConversationEvent): object | undefined {
  switch (event.type) {
    case 'audio':
      return undefined;
    case 'turn_started':
      return { type: event.type, turn: event.turn, role: event.role, start_time: event.startTime };
    case 'turn_ended': {
      const { type, turn, role, text, interrupted, startTime: start_time, endTime: end_time, tools } = event;
      const tool_calls = tools.map(({ id, name, arguments: given, result }) => ({
        id,
        name,
        arguments: given,
        result,
      }));
      return { type, turn, role, text, interrupted, start_time, end_time, tool_calls };
    }
    case 'tool_call': {
      const { id, name, parameters, expectsResponse: expects_response } = event.call;
      return { type: event.type, id, name, parameters, expects_response };
    }
    case 'error':
      return { type: event.type, code: event.error.code, message: event.error.message };
    default:
      return event;
  }
}

/** Where text is shown. */
export interface Screen {
  write(text: string): void;
  /** Something that is not said in the conversation. */
  note(text: string): void;
  /** The line is empty, and what is typed begins here. */
  prompt?(): void;
  /** Something is written in place of the prompt. */
  clearPrompt?(): void;
}

/** What the agent says, as it comes; a line for each turn. */
export function textView(screen: Screen): View {
  let isOpen = false;
  const endLine = (mark = ''): void => {
    if (isOpen) screen.write(`${mark}\n`);
    isOpen = false;
  };
  const note = (text: string): void => {
    endLine();
    screen.note(text);
    screen.prompt?.();
  };
  return {
    ready({ callId }, name) {
      screen.note(`talking to ${name}; end of input (Ctrl-D) hangs up. The call is ${callId}.`);
      screen.prompt?.();
    },
    event(event) {
      if (event.type === 'text') {
        if (!isOpen) screen.clearPrompt?.();
        screen.write(isOpen ? event.text : event.text.trimStart());
        isOpen = true;
      } else if (event.type === 'turn_ended' && event.role === 'assistant') {
        endLine(event.interrupted ? ' –' : '');
        screen.prompt?.();
      } else if (event.type === 'tool_call') {
        note(`the agent uses ${event.call.name} ${JSON.stringify(event.call.parameters)}`);
      } else if (event.type === 'digit') note(`the agent presses ${event.digit}`);
      else if (event.type === 'error') note(event.error.message);
      else if (event.type === 'end') {
        endLine();
        screen.clearPrompt?.();
      }
    },
    note,
  };
}
