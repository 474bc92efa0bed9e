/** Examples of speech, in our own shape and OpenAI's. */
import type { Examples } from './example.ts';

/** Long enough to measure a voice in. */
export const clipText =
  'The rainbow is a division of white light into many beautiful colours. These take the shape of a long round arch.';

export const voice = 'f786b574-daa5-4673-aa0c-cbe3e8534c02';
const text = 'Hello from your own machine.';

/** @param address as the shell takes it */
export function handshake(address: string): string {
  return `# Only the handshake, which is answered with 101: curl ends it after a second.
curl -sS -i -N -m 1 --http1.1 ${address} \\
  -H "Authorization: Bearer $SONORANT_API_KEY" \\
  -H 'Service-Version: {version}' \\
  -H 'Connection: Upgrade' \\
  -H 'Upgrade: websocket' \\
  -H 'Sec-WebSocket-Version: 13' \\
  -H 'Sec-WebSocket-Key: c29ub3JhbnQgZXhhbXBsZQ=='`;
}

export const speechExamples: Examples = {
  'POST /tts/bytes': {
    body: { model_id: 'sonorant-1', transcript: text, voice, output_format: { container: 'wav' } },
    output: 'hello.wav',
    code: {
      typescript: `import { writeFile } from 'node:fs/promises';
import { Sonorant } from '@sonorant/client';

const sonorant = new Sonorant({ baseUrl: '{base}', apiKey: process.env.SONORANT_API_KEY });
const speech = sonorant.speak({ text: '${text}', voice: '${voice}', format: 'wav' });
await writeFile('hello.wav', await speech.bytes());`,
    },
  },
  'POST /tts/sse': {
    body: {
      model_id: 'sonorant-1',
      transcript: text,
      voice,
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      add_timestamps: true,
    },
    code: {
      typescript: `import { Sonorant } from '@sonorant/client';

const sonorant = new Sonorant({ baseUrl: '{base}', apiKey: process.env.SONORANT_API_KEY });
const speech = sonorant.speak({ text: '${text}', voice: '${voice}', timestamps: true }, { transport: 'sse' });
for await (const event of speech) {
  if (event.type === 'audio') console.log(event.bytes.length, 'bytes of audio');
  if (event.type === 'words') console.log(event.words);
}`,
      python: `import base64
import json
import os
import requests

headers = {'Authorization': f"Bearer {os.environ['SONORANT_API_KEY']}", 'Service-Version': '{version}'}
body = {
    'model_id': 'sonorant-1',
    'transcript': '${text}',
    'voice': '${voice}',
    'output_format': {'container': 'raw', 'encoding': 'pcm_s16le', 'sample_rate': 24000},
    'add_timestamps': True,
}
with requests.post('{base}/tts/sse', headers=headers, json=body, stream=True) as response:
    response.raise_for_status()
    for line in response.iter_lines():
        if line.startswith(b'data: '):
            event = json.loads(line[6:])
            if event['type'] == 'chunk':
                print(len(base64.b64decode(event['data'])), 'bytes of audio')
            elif event['type'] == 'timestamps':
                print(event['word_timestamps'])`,
    },
  },
  'GET /tts/websocket': {
    status: 101,
    code: {
      curl: handshake('{base}/tts/websocket'),
      typescript: `import { Sonorant } from '@sonorant/client';

const sonorant = new Sonorant({ baseUrl: '{base}', apiKey: process.env.SONORANT_API_KEY });
const socket = await sonorant.connect();
const context = socket.context({ voice: '${voice}' });
context.send('Text comes in pieces, ');
context.send('and is spoken as it comes.');
context.end();
for await (const event of context) {
  if (event.type === 'audio') console.log(event.bytes.length, 'bytes of audio');
}
socket.close();`,
      python: `import asyncio
import base64
import json
import os
import websockets

address = '{socket}/tts/websocket?cartesia_version={version}&api_key=' + os.environ['SONORANT_API_KEY']
opening = {
    'context_id': 'story',
    'model_id': 'sonorant-1',
    'voice': '${voice}',
    'output_format': {'container': 'raw', 'encoding': 'pcm_s16le', 'sample_rate': 24000},
}

async def main():
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({**opening, 'transcript': 'Text comes in pieces, ', 'continue': True}))
        await socket.send(json.dumps({'context_id': 'story', 'transcript': 'and is spoken as it comes.', 'continue': False}))
        async for message in socket:
            event = json.loads(message)
            if event['type'] == 'chunk':
                print(len(base64.b64decode(event['data'])), 'bytes of audio')
            elif event['done']:
                break

asyncio.run(main())`,
    },
  },
  'GET /stt/websocket': {
    status: 101,
    query: { encoding: 'pcm_s16le', sample_rate: '16000' },
    code: {
      curl: handshake("'{base}/stt/websocket?encoding=pcm_s16le&sample_rate=16000'"),
      typescript: `import { Sonorant } from '@sonorant/client';

const sonorant = new Sonorant({ baseUrl: '{base}', apiKey: process.env.SONORANT_API_KEY });
const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 16000 } as const;
const speech = await sonorant.speak({ text: 'Good morning, all of you.', format }).blob();

const query = 'encoding=pcm_s16le&sample_rate=16000&cartesia_version={version}';
const socket = new WebSocket(\`{socket}/stt/websocket?\${query}&api_key=\${process.env.SONORANT_API_KEY}\`);
socket.onopen = async () => {
  const samples = await speech.arrayBuffer();
  for (let at = 0; at < samples.byteLength; at += 3200) socket.send(samples.slice(at, at + 3200));
  socket.send('close'); // what was said becomes final, then the socket closes
};
socket.onmessage = ({ data }) => {
  const event = JSON.parse(String(data));
  if (event.type === 'transcript' && event.is_final) console.log(event.text);
};
await new Promise((resolve) => (socket.onclose = resolve));`,
      python: `import asyncio
import json
import os
import requests
import websockets

headers = {'Authorization': f"Bearer {os.environ['SONORANT_API_KEY']}", 'Service-Version': '{version}'}
body = {
    'model_id': 'sonorant-1',
    'transcript': 'Good morning, all of you.',
    'voice': '${voice}',
    'output_format': {'container': 'raw', 'encoding': 'pcm_s16le', 'sample_rate': 16000},
}
samples = requests.post('{base}/tts/bytes', headers=headers, json=body).content
query = 'encoding=pcm_s16le&sample_rate=16000&cartesia_version={version}'
address = f"{socket}/stt/websocket?{query}&api_key={os.environ['SONORANT_API_KEY']}"

async def main():
    async with websockets.connect(address) as socket:
        for at in range(0, len(samples), 3200):
            await socket.send(samples[at:at + 3200])
        await socket.send('close')
        async for message in socket:
            event = json.loads(message)
            if event['type'] == 'transcript' and event['is_final']:
                print(event['text'])

asyncio.run(main())`,
    },
  },
  'GET /stt/turns/websocket': {
    status: 101,
    query: { encoding: 'pcm_s16le', sample_rate: '16000' },
    code: {
      curl: handshake("'{base}/stt/turns/websocket?encoding=pcm_s16le&sample_rate=16000'"),
      typescript: `import { Sonorant } from '@sonorant/client';

const sonorant = new Sonorant({ baseUrl: '{base}', apiKey: process.env.SONORANT_API_KEY });
const format = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 16000 } as const;
const speech = await sonorant.speak({ text: 'Good morning, all of you.', format }).blob();

const query = 'encoding=pcm_s16le&sample_rate=16000&cartesia_version={version}';
const socket = new WebSocket(\`{socket}/stt/turns/websocket?\${query}&api_key=\${process.env.SONORANT_API_KEY}\`);
socket.onopen = async () => {
  const samples = await speech.arrayBuffer();
  for (let at = 0; at < samples.byteLength; at += 3200) socket.send(samples.slice(at, at + 3200));
  socket.send(JSON.stringify({ type: 'close' })); // the turn ends, then the socket closes
};
socket.onmessage = ({ data }) => {
  const event = JSON.parse(String(data));
  if (event.type === 'turn.end') console.log(event.transcript);
};
await new Promise((resolve) => (socket.onclose = resolve));`,
      python: `import asyncio
import json
import os
import requests
import websockets

headers = {'Authorization': f"Bearer {os.environ['SONORANT_API_KEY']}", 'Service-Version': '{version}'}
body = {
    'model_id': 'sonorant-1',
    'transcript': 'Good morning, all of you.',
    'voice': '${voice}',
    'output_format': {'container': 'raw', 'encoding': 'pcm_s16le', 'sample_rate': 16000},
}
samples = requests.post('{base}/tts/bytes', headers=headers, json=body).content
query = 'encoding=pcm_s16le&sample_rate=16000&cartesia_version={version}'
address = f"{socket}/stt/turns/websocket?{query}&api_key={os.environ['SONORANT_API_KEY']}"

async def main():
    async with websockets.connect(address) as socket:
        for at in range(0, len(samples), 3200):
            await socket.send(samples[at:at + 3200])
        await socket.send(json.dumps({'type': 'close'}))
        async for message in socket:
            event = json.loads(message)
            if event['type'] == 'turn.end':
                print(event['transcript'])

asyncio.run(main())`,
    },
  },
  'POST /v1/audio/speech': { body: { input: text, voice: 'nova' }, output: 'hello.mp3' },
  'POST /stt': { form: { file: { clip: clipText }, language: 'en' } },
  'POST /infill/bytes': {
    form: {
      left_audio: { clip: clipText },
      model_id: 'sonorant-1',
      transcript: 'And then the sun came out.',
      voice_id: voice,
      'output_format[container]': 'wav',
    },
    output: 'between.wav',
  },
  'POST /voice-changer/bytes': {
    form: { clip: { clip: clipText }, 'voice[id]': voice, 'output_format[container]': 'wav' },
    output: 'changed.wav',
  },
  'POST /voice-changer/sse': {
    form: {
      clip: { clip: clipText },
      'voice[id]': voice,
      'output_format[container]': 'raw',
      'output_format[encoding]': 'pcm_s16le',
      'output_format[sample_rate]': '24000',
    },
    code: {
      python: `import base64
import json
import os
import requests

headers = {'Authorization': f"Bearer {os.environ['SONORANT_API_KEY']}", 'Service-Version': '{version}'}
speech = {
    'model_id': 'sonorant-1',
    'transcript': '${clipText}',
    'voice': '${voice}',
    'output_format': {'container': 'wav'},
}
clip = requests.post('{base}/tts/bytes', headers=headers, json=speech).content
fields = {
    'voice[id]': '${voice}',
    'output_format[container]': 'raw',
    'output_format[encoding]': 'pcm_s16le',
    'output_format[sample_rate]': '24000',
}
files = {'clip': ('clip.wav', clip)}
with requests.post('{base}/voice-changer/sse', headers=headers, data=fields, files=files, stream=True) as response:
    response.raise_for_status()
    for line in response.iter_lines():
        if line.startswith(b'data: '):
            event = json.loads(line[6:])
            if event['type'] == 'chunk':
                print(len(base64.b64decode(event['data'])), 'bytes of audio')`,
    },
  },
  'POST /audio/transcriptions': { form: { file: { clip: clipText }, response_format: 'verbose_json' } },
  'POST /v1/audio/transcriptions': { form: { file: { clip: clipText }, model: 'whisper-1' } },
  'GET /v1/models': {},
  'GET /v1/models/{id}': { params: { id: 'tts-1' } },
  'GET /v1/audio/models': {},
  'GET /v1/audio/voices': {},
  'POST /access-token': { body: { grants: { tts: true }, expires_in: 60 } },
};

export const statusExamples: Examples = {
  'GET /': {},
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /readyz/speech': {},
};
