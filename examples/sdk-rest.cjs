// The official client of the hosted service, pointed at this server: voices, and speech in one answer.
const { Cartesia } = require('@cartesia/cartesia-js');
const { Buffer } = require('node:buffer');
const { url, key, voice, save } = require('./client.cjs');

const main = async () => {
  const client = new Cartesia({ baseURL: url, apiKey: key });

  const voices = await client.voices.list({ limit: 3 });
  console.log(
    '   voices:',
    voices.data.map(({ name, language, tagline }) => `${name} (${language}, ${tagline})`).join('; '),
    '…',
  );

  const response = await client.tts.generate({
    model_id: 'sonic-3',
    transcript: 'This file was made by the client library, with one request.',
    voice: { mode: 'id', id: voice },
    output_format: { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24000 },
  });
  save('sdk-rest.wav', Buffer.from(await response.arrayBuffer()), `, ${response.headers.get('content-type')}`);

  try {
    await client.tts.generate({
      model_id: 'sonic-3',
      transcript: 'Hello.',
      voice: { mode: 'id', id: 'nobody' },
      output_format: { container: 'wav' },
    });
  } catch (error) {
    console.log(`   an unknown voice: ${error.constructor.name} ${error.message}`);
  }
};

module.exports = main;
if (require.main === module) void main();
