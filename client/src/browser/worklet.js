/*
 * Runs on the audio thread. The output plays the samples that have come, is silent where none have, and tells how far it is; the
 * input hands over what the microphone gives. It is a file of its own, and plain JavaScript, because a page whose policy is "script-src 'self'" loads it from its own origin as it is.
 */

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

/** Samples that are handed over at once, for 40 ms at 16,000 Hz. */
const inputPiece = 640;

class SpeechInput extends AudioWorkletProcessor {
  piece = new Int16Array(inputPiece);
  filled = 0;

  process([channels]) {
    const count = channels[0]?.length ?? 0;
    for (let index = 0; index < count; index++) {
      const sum = channels.reduce((total, channel) => total + channel[index], 0);
      const sample = Math.max(-1, Math.min(1, sum / channels.length));
      this.piece[this.filled++] = Math.round(sample * 32_767);
      if (this.filled < inputPiece) continue;
      this.port.postMessage(this.piece, [this.piece.buffer]);
      this.piece = new Int16Array(inputPiece);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('sonorant-input', SpeechInput);
