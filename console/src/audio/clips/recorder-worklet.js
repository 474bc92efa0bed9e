// Runs on the audio thread: hands over what the microphone gives, mono, in pieces of about 20 ms.
const { AudioWorkletProcessor, registerProcessor, sampleRate } = globalThis;
const pieceLength = Math.round(sampleRate / 50);

class Recorder extends AudioWorkletProcessor {
  piece = new Float32Array(pieceLength);
  filled = 0;

  process([channels]) {
    const count = channels[0]?.length ?? 0;
    for (let index = 0; index < count; index++) {
      const sum = channels.reduce((total, channel) => total + channel[index], 0);
      this.piece[this.filled++] = sum / channels.length;
      if (this.filled < pieceLength) continue;
      this.port.postMessage(this.piece, [this.piece.buffer]);
      this.piece = new Float32Array(pieceLength);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('recorder', Recorder);
