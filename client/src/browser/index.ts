/** Playback in browsers. */
export { AudioPlayer, PlaybackError } from './player.ts';
export type { AudioPlayerOptions, Playable, PlaybackFailure, PlayerState } from './player.ts';
