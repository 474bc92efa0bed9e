/** The suite on the recognizers that need nothing but this process. */
import { createServer } from 'node:http';
import { after } from 'node:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { recognizerRate } from './adapter.ts';
import { describeRecognizer } from './conformance.ts';
import { fakeRecognizer } from './fake/index.ts';
import { upstreamRecognizer } from './upstream/index.ts';

const speech = new Int16Array(2 * recognizerRate).fill(100);

describeRecognizer(() => fakeRecognizer(), 'fake', { speech, language: 'en', heard: /^one two/u });

/** Says how long the file is that it is sent. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const form = Buffer.concat(chunks);
      const length = form.readUInt32LE(form.indexOf('data', form.indexOf('WAVEfmt ')) + 4) / 2 / recognizerRate;
      const words = length === 0 ? [] : [{ word: `${length}`, start: 0, end: length }];
      const text = length === 0 ? '' : `${length}`;
      response.end(JSON.stringify({ text, words, language: 'en' }));
    });
});
after(() => {
  server.close();
  server.closeAllConnections();
});

describeRecognizer(
  async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1`;
    return upstreamRecognizer({
      id: 'whisper',
      url,
      model: 'large-v3',
      key: undefined,
      languages: undefined,
      concurrency: 3,
    });
  },
  'upstream',
  { speech, language: 'en', heard: /^2$/u },
);
