// The official client of the hosted service, pointed at this server: speech to text of a file, while it is spoken, and in turns.
const { Cartesia, toFile } = require('@cartesia/cartesia-js');
const { Buffer } = require('node:buffer');
const { setTimeout: sleep } = require('node:timers/promises');
const { url, key, voice } = require('./client.cjs');

const sample_rate = 16000;
const text = 'The train leaves at seven.';

/** What is heard: spoken by the server itself, with a second of silence behind it. */
const speak = async (client) => {
  const response = await client.tts.generate({
    model_id: 'sonic-3',
    transcript: text,
    voice: { mode: 'id', id: voice },
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate },
  });
  return Buffer.concat([Buffer.from(await response.arrayBuffer()), Buffer.alloc(2 * sample_rate)]);
};

/** In pieces of a tenth of a second, as a microphone gives it. */
const send = async (socket, audio) => {
  const piece = sample_rate / 5;
  for (let at = 0; at < audio.length; at += piece) {
    socket.sendRaw(audio.subarray(at, at + piece));
    await sleep(100);
  }
};

/** Messages until the socket closes. */
const messagesOf = async (socket) => {
  const messages = [];
  for await (const event of socket.stream()) {
    if (event.type === 'message') messages.push(event.message);
    if (event.type === 'error') throw event.error;
    if (event.type === 'close') {
      console.log(`   closed with ${event.code}`);
      break;
    }
  }
  return messages;
};

const main = async () => {
  const client = new Cartesia({ baseURL: url, apiKey: key, maxRetries: 0 });
  const audio = await speak(client);
  let transcript;
  try {
    const file = await toFile(audio, 'speech.raw');
    const raw = { encoding: 'pcm_s16le', sample_rate };
    const words = { timestamp_granularities: ['word'] };
    transcript = await client.stt.transcribe({ file, model: 'ink-whisper', language: 'en', ...raw, ...words });
  } catch (error) {
    if (error.status !== 503) throw error;
    console.log('   this server has no recognizer: apt-get install pocketsphinx pocketsphinx-en-us');
    return;
  }
  console.log(`   a file: "${transcript.text}", ${transcript.words.length} words with times`);

  const manual = client.stt.manualFinalize.websocket({ model: 'ink-whisper', encoding: 'pcm_s16le', sample_rate });
  const heard = messagesOf(manual);
  await send(manual, audio);
  manual.send('finalize');
  manual.send('close');
  const manualMessages = await heard;
  const finals = manualMessages.filter(({ type, is_final }) => type === 'transcript' && is_final);
  console.log(`   while it is spoken: "${finals.map(({ text: part }) => part).join('')}"`);
  console.log(`   ${[...new Set(manualMessages.map(({ type }) => type))].join(', ')}`);

  const auto = client.stt.autoFinalize.websocket({ model: 'ink-2', encoding: 'pcm_s16le', sample_rate });
  const turns = messagesOf(auto);
  await send(auto, audio);
  auto.send({ type: 'close' });
  const turnMessages = await turns;
  const ended = turnMessages.filter(({ type }) => type === 'turn.end');
  console.log(`   in turns: ${ended.map(({ transcript: said }) => `"${said}"`).join(', ')}`);
  console.log(`   ${[...new Set(turnMessages.map(({ type }) => type))].join(', ')}`);
};

module.exports = main;
if (require.main === module) void main();
