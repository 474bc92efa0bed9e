/** Client of a Sonorant server, for Node, browsers, Bun and Deno. */
export { Sonorant, version } from './client.ts';
export type {
  ConnectOptions,
  SonorantOptions,
  SpeakOptions,
  TranscribeOptions,
  Transcription,
  Transport,
  VoiceChangeOptions,
} from './client.ts';
export { Conversation, conversationFormats } from './conversation.ts';
export type {
  ConversationEnd,
  ConversationFormat,
  ConversationOverrides,
  ConversationVariables,
  TalkOptions,
  ToolHandler,
} from './conversation.ts';
export type {
  ClientToolCall,
  ConversationAudioEvent,
  ConversationEndReason,
  ConversationEvent,
  ConversationRole,
  ToolRun,
  TurnEndedEvent,
  TurnStartedEvent,
} from './conversation-events.ts';
export { SpeechContext } from './context.ts';
export type { ContextOptions } from './context.ts';
export { ConnectionError, SonorantError } from './errors.ts';
export type { Heard } from './errors.ts';
export type { AttemptOptions } from './options.ts';
export type { Method, QueryValue, RequestContent, RequestOptions } from './http.ts';
export { LiveTranscription, Turns } from './listening-kinds.ts';
export type {
  ListenErrorEvent,
  TranscriptEvent,
  TranscriptionEvent,
  TurnEvent,
  TurnThresholds,
} from './listening-kinds.ts';
export { Listening } from './listening.ts';
export type { AudioSource, ListenOptions, RawAudio } from './listening.ts';
export { Infill, VoiceChange } from './recordings.ts';
export type { InfillRequest, VoiceChangeRequest } from './recordings.ts';
export { SpeechSocket } from './socket.ts';
export type { RawMessage, SocketClose, SocketListeners } from './socket.ts';
export { Speech } from './speech.ts';
export type { AudioEvent, DoneEvent, SpeechEvent, SpeechOptions, SpeechRequest, Word, WordsEvent } from './speech.ts';
export type { AudioFormat, BitRate, Container, Encoding, SampleRate } from './audio.ts';
export type { Answer, ItemOf, Options, PagedPath, PathsOf, Schemas } from './types.ts';
