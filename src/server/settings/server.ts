/** What listens, what speaks and what is logged. */
import { availableParallelism } from 'node:os';
import { bytes, engineIds, flag, httpUrl, integer, milliseconds, oneOf, origins, text } from './kinds.ts';
import { optional, preset, type Setting } from './setting.ts';
import { logLevels } from '../../http/observation/log.ts';
import { defaultModelsMemory } from '../../processes/memory-budget.ts';

export const server = {
  host: preset(text, '127.0.0.1', 'Address the server listens on; `0.0.0.0` for every network.'),
  port: preset(integer(0, 65_535), '8080', 'Port of the plain listener; 0 takes any free one.'),
  tlsPort: optional(
    integer(0, 65_535),
    'off',
    'Port of a second listener with TLS, since some clients insist on wss. Needs the certificate and the key.',
  ),
  tlsCert: optional(text, 'none', 'PEM file of the certificate, with its chain.'),
  tlsKey: optional(text, 'none', 'PEM file of the private key.'),
  publicUrl: optional(
    httpUrl,
    'the address of each request',
    'Address at which clients reach the server, for links in answers.',
  ),
  corsOrigins: preset(origins, '*', 'Origins of the web pages that may call the server from a browser.'),
  publicVoices: optional(
    flag,
    'true on a loopback address, else false',
    'Whether `GET /v1/audio/voices`, `/v1/audio/models` and `/v1/models` answer without a key, with the built-in and the public voices, as some programs ask for them. Speaking needs a key in any case.',
  ),
  workers: {
    kind: integer(1, 1024),
    meaning: 'Threads that speak.',
    shown: 'as many as cores',
    fallback: () => availableParallelism(),
  } satisfies Setting<number>,
  engines: optional(
    engineIds,
    'all that load',
    'Engines that may speak, in order of preference: by default `neural`, which stands for all installed models, then `flite`, `espeak` and the upstreams. Upstreams that are not named come last: they speak the voices that are asked for.',
  ),
  upstreams: optional(
    text,
    'none',
    'Servers with OpenAI’s `POST /v1/audio/speech`, each an engine `upstream:<id>`: a JSON list of `{ "id", "url", "model", "key"?, "languages"?, "voices"?, "sample_rate"?, "concurrency"? }`, or the path of a file with one. `url` is the base that ends in `/v1`; `voices` is a list of names or of `{ "name", "gender"?, "language"? }`, by default what `GET {url}/audio/voices` answers.',
  ),
  upstreamFirstByteMs: preset(
    milliseconds,
    '8000',
    'How long an upstream may take to its first byte of audio, connecting included; then the next engine speaks.',
  ),
  recognizers: optional(
    text,
    'all that are there',
    'What turns speech into text, in order of preference: a JSON list, or the path of a file with one, of `"sherpa"` (all installed models; `"sherpa:<name>"` is one of them), `"pocketsphinx"` (Debian’s packages `pocketsphinx` and `pocketsphinx-en-us`) and of servers with OpenAI’s `POST /v1/audio/transcriptions`: `{ "id", "url", "model", "key"?, "languages"?, "concurrency"? }`, `url` being the base that ends in `/v1`. `[]` for none.',
  ),
  recognizerTimeoutMs: preset(
    milliseconds,
    '10000',
    'How long a server that recognizes speech may take for its whole answer, besides the length of the speech.',
  ),
  turnMinMs: preset(
    integer(1, 60_000),
    '500',
    'Patience at the end of a turn of speech, in milliseconds: silence behind which it ends, where the text looks neither finished nor unfinished.',
  ),
  turnFinishedMs: preset(
    integer(1, 60_000),
    '300',
    'The same where the text looks finished; never more than SONORANT_TURN_MIN_MS.',
  ),
  turnMaxMs: preset(
    integer(1, 60_000),
    '3000',
    'The same where the text looks unfinished; never less than SONORANT_TURN_MIN_MS.',
  ),
  modelsMemory: {
    kind: bytes,
    meaning:
      'Memory that loaded models, voices and recognizers, may take together; the least used one is unloaded for another.',
    shown: 'half of the memory of the machine, or of the container where it may take less',
    fallback: defaultModelsMemory,
  } satisfies Setting<number>,
  modelsPreload: preset(
    flag,
    'true',
    'Whether models are loaded before the server is ready, voices as far as they fit, which speak once, and the preferred recognizer; otherwise each is loaded when it is first used.',
  ),
  modelRoutes: preset(
    flag,
    'true',
    'Whether administrators of the first organization may add and remove models over HTTP (`POST /models`) and in the console. When `false` these routes answer 403 and `sonorant models` remains.',
  ),
  agentModels: optional(
    text,
    'rules',
    'Language models that agents can name, the first one being the default of new agents: a JSON list of servers with OpenAI’s `POST /v1/chat/completions` (Ollama, llama.cpp, vLLM, hosted ones), `{ "id", "url", "model", "key"?, "display_name"? }`, `url` being the base that holds `/v1`; or the path of a file with one. Names alone, with commas or in the list, are kept in configurations, but cannot answer. `rules`, which answers by rules in the instructions, is always there.',
  ),
  agentFirstTokenMs: preset(
    milliseconds,
    '8000',
    'How long a language model may take to the first piece of its answer, connecting included.',
  ),
  agentSilenceMs: preset(milliseconds, '5000', 'How long a language model may pause between two pieces of one answer.'),
  logLevel: preset(oneOf(logLevels), 'info', 'Least severe level that is logged.'),
  metrics: preset(flag, 'true', 'Whether `GET /metrics` exists. It needs no key.'),
} as const;
