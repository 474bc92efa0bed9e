import { after } from 'node:test';
import { describeEngine } from '../conformance/index.ts';
import { espeak } from '../espeak/index.ts';
import { upstreamEngine } from './index.ts';
import { testVoices, UpstreamServer } from './testing.ts';

const server = await UpstreamServer.open();
after(() => server.close());

const setting = {
  id: 'gpu',
  url: server.url,
  model: 'kokoro',
  key: undefined,
  languages: undefined,
  voices: undefined,
  sampleRate: 24_000,
  concurrency: 4,
};

describeEngine(
  upstreamEngine(
    setting,
    testVoices.map((name) => ({ name, gender: null, language: undefined })),
  ),
  {
    voices: [
      { engine: 'upstream:gpu', name: testVoices[0] },
      { engine: 'upstream:gpu', name: testVoices[1] },
    ],
    reference: espeak,
    longRun: 50,
  },
);
