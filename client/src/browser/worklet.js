/*
 * Runs on the audio thread: plays the samples that have come, is silent where none have, and tells how far it is. It is a file
 * of its own, and plain JavaScript, because a page whose policy is "script-src 'self'" loads it from its own origin as it is.
 */
/* global AudioWorkletProcessor, currentTime, registerProcessor, sampleRate */

/** Between two messages, in frames. */
const reportFrames = 512;

class SpeechOutput extends AudioWorkletProcessor {
  /** @type {Float32Array[]} */
  pieces = [];
  /** Frames of the first piece that were played. */
  offset = 0;
  played = 0;
  reportedAt = 0;
  frames = 0;
  hasAll = false;
  isStopped = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      if (data === 'stop') this.isStopped = true;
      else if (data === 'end') this.hasAll = true;
      else this.pieces.push(data);
    };
  }

  process(_inputs, [[output]]) {
    if (this.isStopped) return false;
    let at = 0;
    while (at < output.length && this.pieces.length > 0) {
      const [piece] = this.pieces;
      const count = Math.min(output.length - at, piece.length - this.offset);
      output.set(piece.subarray(this.offset, this.offset + count), at);
      at += count;
      this.offset += count;
      if (this.offset < piece.length) continue;
      this.pieces.shift();
      this.offset = 0;
    }
    this.played += at;
    this.frames += output.length;
    const isOver = this.hasAll && this.pieces.length === 0;
    if (isOver || this.frames - this.reportedAt >= reportFrames) {
      this.reportedAt = this.frames;
      // The block is heard from `currentTime` on; the clock at its end belongs to the count at its end.
      const time = currentTime + output.length / sampleRate;
      this.port.postMessage({ played: this.played, time, isPlaying: at === output.length, isOver });
    }
    return !isOver;
  }
}

registerProcessor('sonorant-output', SpeechOutput);
