// Loaded into a page before its own scripts: listens to what the page sends to the sound device, without a change of the page.
// `audioProbe.samples()` gives what came out so far, joined, and `audioProbe.peak` the loudest of it.
const { AudioNode, AudioDestinationNode, performance } = globalThis;
const connect = AudioNode.prototype.connect;
const pieces = [];
const taps = new WeakMap();

/** A tap of one AudioContext: passes nothing on and keeps what it hears. */
function tapOf(context) {
  const existing = taps.get(context);
  if (existing !== undefined) return existing;
  const tap = context.createScriptProcessor(2048, 1, 1);
  tap.onaudioprocess = ({ inputBuffer, playbackTime }) => {
    const samples = inputBuffer.getChannelData(0).slice();
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    probe.sampleRate = inputBuffer.sampleRate;
    // Below -48 dB of full scale nothing is heard.
    if (peak < 0.004) return;
    pieces.push({ samples, playbackTime });
    probe.peak = Math.max(probe.peak, peak);
    probe.seconds += samples.length / inputBuffer.sampleRate;
    probe.lastHeardAt = performance.now();
  };
  connect.call(tap, context.destination);
  taps.set(context, tap);
  return tap;
}

const probe = {
  /** Loudest sample, 0 to 1. */
  peak: 0,
  /** Seconds that could be heard. */
  seconds: 0,
  /** `performance.now()` of the last sound. */
  lastHeardAt: 0,
  sampleRate: 0,
  reset() {
    pieces.length = 0;
    probe.peak = 0;
    probe.seconds = 0;
  },
  /** What could be heard, joined; as an array, since it goes to the test as JSON. */
  samples: () => pieces.flatMap(({ samples }) => Array.from(samples)),
};
globalThis.audioProbe = probe;

AudioNode.prototype.connect = function (target, ...rest) {
  if (target instanceof AudioDestinationNode) connect.call(this, tapOf(this.context));
  return connect.call(this, target, ...rest);
};
