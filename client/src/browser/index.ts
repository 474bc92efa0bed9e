/** Playback and the microphone, in browsers. */
export { Microphone, microphone, MicrophoneError } from './microphone.ts';
export type { MicrophoneFailure, MicrophoneOptions } from './microphone.ts';
export { AudioPlayer, PlaybackError } from './player.ts';
export type { AudioPlayerOptions, Playable, PlaybackFailure, PlayerState } from './player.ts';
