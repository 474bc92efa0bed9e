/** What a family of routes gives for its WebSockets; `connection.ts` keeps the rules that hold for all of them. */
import type { ServiceError } from '../../errors/service-error.ts';
import type { ConnectionEndReason } from './connection-ends.ts';
import type { OutboundSource } from '../../timing/outbound-flow.ts';

/**
 * Sends a text frame, or a binary frame for bytes; nothing once the socket is being closed.
 * @param audioSeconds duration of the audio in it, which a client that plays it in real time takes to play. Default 0.
 */
export type SocketSend = (message: string | Uint8Array, audioSeconds?: number) => void;

/** What a protocol may do with its socket besides sending. */
export interface SocketControl {
  /** Closes the socket behind what was sent; the reason is a short text for the client. @param as why, for the log. Default `finished`. */
  readonly end: (code: 1000 | 1008 | 1011, reason: string, as?: ConnectionEndReason) => void;
  /** Whether further frames are read; those that are not stay with the client. */
  readonly read: (wanted: boolean) => void;
}

/**
 * The conversation on one socket. Its source of outbound messages is paused while the client does not take them. A protocol in which
 * nothing runs between a message and its answer leaves out all that is about what runs.
 */
export interface SocketProtocol extends Partial<OutboundSource> {
  /** Work goes on although no message comes or goes: the socket is not idle. Default false. */
  readonly isActive?: boolean;
  /** A text frame. What is wrong with it is answered by a message; nothing is thrown. */
  receive(text: string): void;
  /**
   * A binary frame: samples, of which none may be lost. Where they come faster than the message rate, the socket is read more slowly,
   * and nothing is refused. Without this method the protocol is one of text frames, and binary ones are refused. */
  receiveBinary?(data: Buffer): void;
  /** Answers a frame that is not read. @param frame what it holds, where the answer may belong to a part of the conversation */
  refuse(error: ServiceError, frame?: Buffer): void;
  /**
   * The client sent what no socket takes, and the socket is closed next: ends what runs with this error, which is sent once. Without this
   * method it is refused like a frame that is not read, and what runs fails.
   */
  breach?(error: ServiceError): void;
  /** Begins nothing new from here on. Resolves when what runs has ended and its last message was sent; never rejects. */
  drain?(): Promise<void>;
  /** Ends what runs with this error, which is sent; the socket is closed next. */
  fail(error: ServiceError): void;
  /**
   * Ends what runs and sends nothing: the client is gone. Called at least once in the life of a socket; the first call tells.
   * @param isHungUp the client has closed the socket with a close frame; otherwise its connection was lost. Default false
   */
  close?(isHungUp?: boolean): void;
}
