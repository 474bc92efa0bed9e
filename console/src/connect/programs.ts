/** Programs that speak with this server, and what they want to know of it. */
import type { CodeSample } from '../components/code-samples.tsx';

/** What is filled in. */
export interface Target {
  /** Address of the server as the program reaches it, without a slash at its end. */
  readonly url: string;
  /** The key, or what stands in its place while there is none. */
  readonly key: string;
}

/** A field of a program's settings. */
export interface Setting {
  /** As the program calls it. */
  readonly name: string;
  readonly value: string;
  readonly isSecret?: true;
}

export interface Program {
  readonly id: string;
  readonly name: string;
  /** Which interface it uses: what the check asks for. */
  readonly interface: 'openai' | 'websocket';
  /** Where its settings are found, in the words of its menus. */
  readonly where?: string;
  readonly settings?: (target: Target) => readonly Setting[];
  readonly samples?: (target: Target) => readonly CodeSample[];
  readonly note?: string;
  /** Its page in the documentation. */
  readonly guide: string;
  /** Runs on the machine of who uses it, not in a container. */
  readonly isLibrary?: true;
}

/** The voice of the server's own example. */
const voiceId = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const openai = '/docs/guides/openai-clients';
const frameworks = '/docs/guides/agent-frameworks';

/** OpenAI's clients join their paths to this. */
function base({ url }: Target): string {
  return `${url}/v1`;
}

function socket({ url }: Target, path: string): string {
  return `${url.replace(/^http/, 'ws')}${path}`;
}

export const programs: readonly Program[] = [
  {
    id: 'open-webui',
    name: 'Open WebUI',
    interface: 'openai',
    where: 'Admin Panel → Settings → Audio',
    settings: (target) => [
      { name: 'Text-to-Speech Engine', value: 'OpenAI' },
      { name: 'API Base URL', value: base(target) },
      { name: 'API Key', value: target.key, isSecret: true },
      { name: 'TTS Model', value: 'tts-1' },
      { name: 'TTS Voice', value: 'alloy' },
    ],
    samples: (target) => [
      {
        id: 'env',
        label: 'Environment, speech',
        code: `AUDIO_TTS_ENGINE=openai\nAUDIO_TTS_OPENAI_API_BASE_URL=${base(target)}\nAUDIO_TTS_OPENAI_API_KEY=${target.key}\nAUDIO_TTS_MODEL=tts-1\nAUDIO_TTS_VOICE=alloy`,
      },
      {
        id: 'env-stt',
        label: 'Environment, transcription',
        code: `AUDIO_STT_ENGINE=openai\nAUDIO_STT_OPENAI_API_BASE_URL=${base(target)}\nAUDIO_STT_OPENAI_API_KEY=${target.key}\nAUDIO_STT_MODEL=whisper-1`,
      },
    ],
    note: 'It asks for the lists of voices and models without its key. A server that listens on other addresses than 127.0.0.1 answers with its public voices when it is started with SONORANT_PUBLIC_VOICES=true; the name of any voice can be typed as well.',
    guide: openai,
  },
  {
    id: 'sillytavern',
    name: 'SillyTavern',
    interface: 'openai',
    where: 'Extensions → TTS → OpenAI Compatible',
    settings: ({ url, key }) => [
      { name: 'Provider Endpoint', value: `${url}/v1/audio/speech` },
      { name: 'API Key', value: key, isSecret: true },
      { name: 'Model', value: 'tts-1' },
      { name: 'Available Voices', value: 'alloy,echo,fable,nova,onyx,shimmer' },
    ],
    guide: openai,
  },
  {
    id: 'home-assistant',
    name: 'Home Assistant',
    interface: 'openai',
    where: 'Integration “OpenAI TTS” of HACS',
    settings: ({ url, key }) => [
      { name: 'API endpoint', value: `${url}/v1/audio/speech` },
      { name: 'API key', value: key, isSecret: true },
      { name: 'Model', value: 'tts-1' },
      { name: 'Voice', value: 'alloy' },
    ],
    guide: openai,
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    interface: 'openai',
    where: 'librechat.yaml',
    samples: ({ url, key }) => [
      {
        id: 'yaml',
        label: 'librechat.yaml',
        code: `speech:\n  tts:\n    openai:\n      url: '${url}/v1/audio/speech'\n      apiKey: '${key}'\n      model: 'tts-1'\n      voices: ['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']\n  stt:\n    openai:\n      url: '${url}/v1/audio/transcriptions'\n      apiKey: '${key}'\n      model: 'whisper-1'`,
      },
    ],
    guide: openai,
  },
  {
    id: 'anythingllm',
    name: 'AnythingLLM',
    interface: 'openai',
    where: 'Settings → Voice & Speech → OpenAI Compatible',
    settings: (target) => [
      { name: 'Base URL', value: base(target) },
      { name: 'API Key', value: target.key, isSecret: true },
      { name: 'Voice Model', value: 'alloy' },
    ],
    guide: openai,
  },
  {
    id: 'openai',
    name: 'OpenAI’s packages',
    interface: 'openai',
    isLibrary: true,
    samples: (target) => [
      {
        id: 'python',
        label: 'Python',
        code: `from openai import OpenAI\n\nclient = OpenAI(base_url="${base(target)}", api_key="${target.key}")\nwith client.audio.speech.with_streaming_response.create(\n    model="tts-1", voice="alloy", input="Hello.", response_format="wav"\n) as response:\n    response.stream_to_file("speech.wav")`,
      },
      {
        id: 'typescript',
        label: 'TypeScript',
        code: `import OpenAI from 'openai';\n\nconst client = new OpenAI({ baseURL: '${base(target)}', apiKey: '${target.key}' });\nconst response = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello.' });`,
      },
      {
        id: 'curl',
        label: 'curl',
        code: `curl -sS --fail-with-body ${base(target)}/audio/speech -o speech.mp3 \\\n  -H "Authorization: Bearer ${target.key}" -H 'Content-Type: application/json' \\\n  -d '{"input": "Hello."}'`,
      },
    ],
    guide: openai,
  },
  {
    id: 'livekit',
    name: 'LiveKit Agents',
    interface: 'websocket',
    isLibrary: true,
    samples: ({ url, key }) => [
      {
        id: 'python',
        label: 'Python',
        code: `from livekit.agents import AgentSession\nfrom livekit.plugins import cartesia\n\nsession = AgentSession(\n    stt=cartesia.STT(base_url="${url}", api_key="${key}", model="ink-2"),\n    tts=cartesia.TTS(base_url="${url}", api_key="${key}", model="sonic-3", voice="${voiceId}"),\n    turn_handling={"turn_detection": "stt"},\n    # llm as ever\n)`,
      },
      {
        id: 'typescript',
        label: 'TypeScript',
        code: `import { voice } from '@livekit/agents';\nimport * as cartesia from '@livekit/agents-plugin-cartesia';\n\nconst session = new voice.AgentSession({\n  stt: new cartesia.STT({ baseUrl: '${url}', apiKey: '${key}', model: 'ink-2' }),\n  turnHandling: { turnDetection: 'stt' },\n  tts: new cartesia.TTS({ baseUrl: '${url}', apiKey: '${key}', model: 'sonic-3', voice: '${voiceId}' }),\n});`,
      },
    ],
    guide: frameworks,
  },
  {
    id: 'pipecat',
    name: 'Pipecat',
    interface: 'websocket',
    isLibrary: true,
    samples: (target) => [
      {
        id: 'python',
        label: 'Python',
        code: `from pipecat.services.cartesia.tts import CartesiaTTSService\nfrom pipecat.services.cartesia.turns.stt import CartesiaTurnsSTTService\n\nstt = CartesiaTurnsSTTService(api_key="${target.key}", url="${socket(target, '/stt/turns/websocket')}")\ntts = CartesiaTTSService(\n    api_key="${target.key}",\n    url="${socket(target, '/tts/websocket')}",\n    settings=CartesiaTTSService.Settings(voice="${voiceId}"),\n)`,
      },
    ],
    guide: frameworks,
  },
  {
    id: 'hosted',
    name: 'Clients of the hosted service',
    interface: 'websocket',
    isLibrary: true,
    samples: ({ url, key }) => [
      {
        id: 'python',
        label: 'Python',
        code: `from cartesia import Cartesia\n\nclient = Cartesia(base_url="${url}", api_key="${key}")`,
      },
      {
        id: 'typescript',
        label: 'TypeScript',
        code: `import Cartesia from '@cartesia/cartesia-js';\n\nconst client = new Cartesia({ baseURL: '${url}', apiKey: '${key}' });`,
      },
    ],
    guide: '/docs/guides/migration',
  },
  {
    id: 'sonorant',
    name: 'Sonorant’s own client',
    interface: 'websocket',
    isLibrary: true,
    samples: ({ url, key }) => [
      {
        id: 'shell',
        label: 'Shell',
        code: `export SONORANT_URL=${url} SONORANT_API_KEY=${key}\nnpx sonorant say "Hello." --server ${url} -o hello.wav`,
      },
      {
        id: 'typescript',
        label: 'TypeScript',
        code: `// npm install ${url}/client.tgz\nimport { Sonorant } from '@sonorant/client';\n\nconst sonorant = new Sonorant({ baseUrl: '${url}', apiKey: '${key}' });\nconst audio = await sonorant.speak({ text: 'Hello.', voice: '${voiceId}' }).blob();`,
      },
    ],
    guide: '/docs/guides/captions',
  },
];
