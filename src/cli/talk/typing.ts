/** What is typed: at a terminal whenever one likes, from a pipe one line for each answer. */
import { createInterface } from 'node:readline';
import type { Conversation, ConversationEvent } from '#client';

/** The agent's own tool that hangs up. */
const endCall = 'end_call';
/** Longest turn that the server takes, in UTF-16 units. */
const maxText = 4000;

export interface TypingOptions {
  readonly input: NodeJS.ReadableStream;
  /** The agent speaks first: what comes from a pipe waits for that. */
  readonly waitsForAgent: boolean;
  /** A person types: nothing waits for an answer. */
  readonly isTerminal: boolean;
  /** Milliseconds after which a line that is not answered is passed over. */
  readonly answerMs: number;
  /** There is nothing more to say, and the last answer has ended. */
  readonly onEnd: () => void;
}

export class Typing {
  readonly #options: TypingOptions;
  readonly #conversation: Conversation;
  readonly #lines: string[] = [];
  readonly #close: () => void;
  #hasEnded = false;
  /** Nothing is said before an answer has ended. */
  #isWaiting: boolean;
  /** The agent speaks. */
  #isAnswering = false;
  /** The agent hangs up behind what it has said. */
  #isLeft = false;
  /** What was sent last is no turn yet. */
  #isUntaken = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(conversation: Conversation, options: TypingOptions) {
    const { input, waitsForAgent, isTerminal } = options;
    this.#conversation = conversation;
    this.#options = options;
    this.#isWaiting = waitsForAgent && !isTerminal;
    const reader = createInterface({ input, terminal: false, crlfDelay: Infinity });
    this.#close = () => reader.close();
    reader.on('line', (line) => this.#typed(line));
    reader.on('close', () => {
      this.#hasEnded = true;
      this.#next();
    });
    if (this.#isWaiting) this.#await();
  }

  /** Lines that were not said. */
  get unsaid(): number {
    return this.#lines.length + (this.#isUntaken ? 1 : 0);
  }

  /** Something happened in the conversation. */
  event(event: ConversationEvent): void {
    if (event.type === 'turn_started' && event.role === 'assistant') {
      this.#isAnswering = true;
      clearTimeout(this.#timer);
    } else if (event.type === 'turn_ended' && event.role === 'assistant') {
      this.#isAnswering = this.#isWaiting = false;
      this.#isLeft = !event.interrupted && event.tools.some(({ name }) => name === endCall);
      this.#next();
    } else if (event.type === 'turn_ended') this.#isUntaken = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#close();
  }

  #typed(line: string): void {
    // Spaces and controls are no words, and the server takes so much at a time.
    const text = line.trim();
    for (let at = 0; at < text.length; at += maxText) this.#lines.push(text.slice(at, at + maxText));
    this.#next();
  }

  #next(): void {
    if (this.#conversation.isOver || this.#isLeft) return;
    while (this.#lines.length > 0 && !this.#mustWait) {
      try {
        this.#conversation.sendText(this.#lines[0]!);
      } catch {
        // The other end has closed; its events say why.
        return;
      }
      this.#lines.shift();
      this.#isWaiting = this.#isUntaken = true;
      this.#await();
    }
    if (this.#hasEnded && this.#lines.length === 0 && !this.#isWaiting && !this.#isAnswering) this.#options.onEnd();
  }

  get #mustWait(): boolean {
    return !this.#options.isTerminal && (this.#isWaiting || this.#isAnswering);
  }

  /** What has no word is no turn, and is not answered. */
  #await(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isWaiting = this.#isUntaken = false;
      this.#next();
    }, this.#options.answerMs);
  }
}
