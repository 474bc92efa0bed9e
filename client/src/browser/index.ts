/** Playback, the microphone, and both in a conversation, in browsers. */
export { Microphone, microphone, MicrophoneError } from './microphone.ts';
export type { MicrophoneFailure, MicrophoneOptions } from './microphone.ts';
export { BrowserTalk, talkInBrowser } from './talk.ts';
export type { BrowserTalkEvent, BrowserTalkOptions, DeviceFailedEvent } from './talk.ts';
export { DeviceError } from './device-error.ts';
export { AudioPlayer, PlaybackError } from './player.ts';
export type { AudioPlayerOptions, Playable, PlaybackFailure, PlayerState } from './player.ts';
