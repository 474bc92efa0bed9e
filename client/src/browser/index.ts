/** Playback, the microphone, and both in a conversation, in browsers. */
export { Microphone, microphone, MicrophoneError } from './microphone.ts';
export type { MicrophoneFailure, MicrophoneOptions } from './microphone.ts';
export { BrowserTalk, talkInBrowser } from './talk.ts';
export type { BrowserTalkEvent, BrowserTalkOptions, DeviceFailedEvent } from './talk.ts';
export { DeviceError } from './device-error.ts';
export { PlaybackError, type PlaybackFailure } from './audio-graph.ts';
export { AudioPlayer, type AudioPlayerOptions, type Playable, type PlayerState } from './player.ts';
