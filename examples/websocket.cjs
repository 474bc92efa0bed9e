// The protocol itself with nothing but a WebSocket: two utterances at the same time over one connection.
const { Buffer } = require('node:buffer');
const { on, once } = require('node:events');
const { WebSocket } = require('ws');
const { url, key, voice, format, saveSamples } = require('./client.cjs');

const main = async () => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/tts/websocket`, {
    headers: { 'X-API-Key': key, 'Service-Version': '2026-08-14' },
  });
  await once(socket, 'open');
  const send = (message) => socket.send(JSON.stringify(message));
  const opening = { model_id: 'sonorant-1', voice, output_format: format };

  send({ ...opening, context_id: 'first', transcript: 'The first utterance comes ', continue: true });
  send({
    ...opening,
    context_id: 'second',
    voice: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
    transcript: 'The second one is whole from the start.',
  });
  send({ context_id: 'first', transcript: 'in two pieces.' });

  const audio = { first: [], second: [] };
  let open = 2;
  for await (const [data] of on(socket, 'message')) {
    const event = JSON.parse(data);
    if (event.type === 'chunk') audio[event.context_id].push(Buffer.from(event.data, 'base64'));
    if (event.type === 'error') console.error('   error:', event.message);
    if (event.done && --open === 0) break;
  }
  socket.close();
  for (const [name, pieces] of Object.entries(audio)) saveSamples(`websocket-${name}.wav`, pieces);
};

module.exports = main;
if (require.main === module) void main();
