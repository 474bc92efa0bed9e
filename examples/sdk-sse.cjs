// The official client over server-sent events: audio in pieces, and the time of each word.
const { Cartesia } = require('@cartesia/cartesia-js');
const { Buffer } = require('node:buffer');
const { url, key, voice, format, saveSamples } = require('./client.cjs');

const main = async () => {
  const client = new Cartesia({ baseURL: url, apiKey: key });
  const events = await client.tts.generateSSE({
    model_id: 'sonic-3',
    transcript: 'Each word comes with its time.',
    voice: { mode: 'id', id: voice },
    output_format: format,
    add_timestamps: true,
  });
  const audio = [];
  for await (const event of events) {
    if (event.type === 'chunk') audio.push(Buffer.from(event.data, 'base64'));
    if (event.type === 'timestamps') {
      const { words, start } = event.word_timestamps;
      console.log('   words:', words.map((word, index) => `${start[index].toFixed(2)} ${word}`).join(' | '));
    }
  }
  saveSamples('sdk-sse.wav', audio);
};

module.exports = main;
if (require.main === module) void main();
