// Runs where the packed client is installed, in any runtime: speaks over every transport and says what came as one line of JSON.
import { ConnectionError, Sonorant, SonorantError } from '@sonorant/client';

const WebSocket = globalThis.WebSocket ?? (await import('ws')).WebSocket;
const sonorant = new Sonorant({ WebSocket });
const text = 'One two three. Four five six.';
const result = { transports: {}, words: [], context: 0, left: false, refused: '', socketRefused: '', unreached: false };

const digest = async (bytes) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16)).join('');

for (const transport of ['bytes', 'sse', 'websocket']) {
  result.transports[transport] = await digest(await sonorant.speak({ text }, { transport }).bytes());
}

const socket = await sonorant.connect();
const context = socket.context({ timestamps: true });
context.send('One two three.');
context.end(' Four five six.');
for await (const event of context) {
  if (event.type === 'audio') result.context += event.samples.length;
  if (event.type === 'words') result.words.push(...event.words.map(({ word }) => word));
}
socket.close();
await socket.closed;

for await (const event of sonorant.speak({ text: text.repeat(200) }, { transport: 'sse' })) {
  result.left = event.type === 'audio';
  break;
}
await sonorant
  .speak({ text, voice: 'nobody' })
  .bytes()
  .catch((error) => {
    if (error instanceof SonorantError) result.refused = error.code;
  });
await new Sonorant({ apiKey: 'sk_wrong', WebSocket }).connect().catch((error) => {
  if (error instanceof SonorantError) result.socketRefused = error.code;
});
await new Sonorant({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).get('/voices').catch((error) => {
  result.unreached = error instanceof ConnectionError;
});
console.log(JSON.stringify(result));
