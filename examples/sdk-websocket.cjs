// The official client over its WebSocket, for text that is still being written. It always speaks TLS to the address it is
// given. A server with a TLS listener just works; to reach a plain one, `createConnection` gives it a plain connection.
// (CommonJS on purpose: from an ES module the library takes the browser's WebSocket, which has no such option.)
const { Cartesia } = require('@cartesia/cartesia-js');
const { Buffer } = require('node:buffer');
const { readFileSync } = require('node:fs');
const { connect } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { url, key, voice, format, saveSamples } = require('./client.cjs');

const plain = (base) => {
  const { hostname, port } = new URL(base);
  return { createConnection: () => connect(Number(port || 80), hostname) };
};

/** A self-signed certificate is trusted by naming it; one from a known authority needs nothing. */
const secure = (certificate) => (certificate === undefined ? {} : { ca: readFileSync(certificate) });

/** Stands for a language model that writes its answer piece by piece. */
const answer = [
  'Once ',
  'upon a time, ',
  'there was a server. ',
  'It spoke ',
  'while it was still ',
  'being told what to say.',
];

const main = async ({ base = process.env.SPEECH_TLS_URL ?? url, certificate = process.env.SONORANT_TLS_CERT } = {}) => {
  const isSecure = base.startsWith('https:');
  const client = new Cartesia({ baseURL: base, apiKey: key });
  const socket = await client.tts.websocket(isSecure ? secure(certificate) : plain(base));
  socket.on('error', (error) => console.error('   error:', error.message));
  await socket.connect?.();

  const context = socket.context({
    model_id: 'sonic-3',
    voice: { mode: 'id', id: voice },
    output_format: format,
    add_timestamps: true,
  });
  const started = process.hrtime.bigint();
  const write = async () => {
    for (const transcript of answer) {
      await context.push({ transcript });
      await sleep(30);
    }
    await context.no_more_inputs();
  };
  void write();

  const audio = [];
  const words = [];
  for await (const event of context.receive()) {
    if (event.type === 'chunk') {
      if (audio.length === 0) {
        console.log(
          `   first audio ${Number((process.hrtime.bigint() - started) / 1000000n)} ms after the first word was sent`,
        );
      }
      audio.push(Buffer.from(event.data, 'base64'));
    }
    if (event.type === 'timestamps') words.push(...event.word_timestamps.words);
  }
  console.log('   words:', words.join(' '));
  saveSamples(`sdk-websocket-${isSecure ? 'tls' : 'plain'}.wav`, audio);
  socket.close();
};

module.exports = main;
if (require.main === module) void main();
