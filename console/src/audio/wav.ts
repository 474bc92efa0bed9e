/** @returns mono samples from -1 to 1 as a WAV file of 16 bits (RIFF, integer PCM) */
export function wavOf(pieces: readonly Float32Array[], sampleRate: number): Blob {
  const count = pieces.reduce((sum, { length }) => sum + length, 0);
  const view = new DataView(new ArrayBuffer(44 + 2 * count));
  const mark = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index));
  };
  mark(0, 'RIFF');
  view.setUint32(4, 36 + 2 * count, true);
  mark(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, 2 * sampleRate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  mark(36, 'data');
  view.setUint32(40, 2 * count, true);
  let at = 44;
  for (const piece of pieces) {
    for (const sample of piece) {
      // What came as 16 bits is the same again.
      view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), true);
      at += 2;
    }
  }
  return new Blob([view.buffer], { type: 'audio/wav' });
}
