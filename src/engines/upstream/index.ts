/** Upstreams: servers with OpenAI's `POST /v1/audio/speech`, each of them an engine `upstream:<id>`. */
import type { EngineDescriptor, EngineId } from '../adapter.ts';
import { moduleUrl } from '../../processes/module-url.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { UpstreamSetting, UpstreamVoice } from './settings.ts';
import type { UpstreamLimits, UpstreamSynthesizerOptions } from './synthesizer.ts';
import { fetchVoices, type VoiceListOptions } from './voice-list.ts';
import { builtInVoices, castVoice, withHints } from './voices.ts';

export { readUpstreams, type UpstreamSetting, type UpstreamVoice } from './settings.ts';
export type { UpstreamLimits } from './synthesizer.ts';
export { fetchVoices, type VoiceListOptions } from './voice-list.ts';

export interface UpstreamOptions extends VoiceListOptions {
  readonly limits?: UpstreamLimits | undefined;
  /** ISO 639-1 codes of the interface: what a voice list names beside them is left out. Default: all. */
  readonly languages?: readonly string[];
  /** What servers have told before; what they tell now is put into it. Default: nothing. */
  readonly knownVoices?: KnownVoices;
}

/** Voices of servers, by their settings. */
export type KnownVoices = Map<string, readonly UpstreamVoice[]>;

/** An upstream that could not be asked for its voices; its engine has those that it told before, if any. */
export interface UpstreamProblem {
  /** Id of the setting. */
  readonly upstream: string;
  readonly reason: string;
}

export interface Upstreams {
  /** One for each setting, in their order. */
  readonly engines: readonly EngineDescriptor[];
  readonly problems: readonly UpstreamProblem[];
}

/** The id of an upstream's engine. */
export function upstreamEngineId(id: string): EngineId {
  return `upstream:${id}`;
}

/**
 * The engines of all upstreams. Those whose setting names no voices are asked for them, all at the same time. One that cannot be
 * asked does not fail the others: its engine keeps the voices that it told before; without any it speaks nothing.
 */
export async function upstreamEngines(
  settings: readonly UpstreamSetting[],
  options: UpstreamOptions = {},
): Promise<Upstreams> {
  const { knownVoices = new Map() as KnownVoices } = options;
  const problems: UpstreamProblem[] = [];
  const engines = await Promise.all(
    settings.map(async (setting) => {
      if (setting.voices !== undefined) return upstreamEngine(setting, setting.voices, options);
      const { id: upstream, url, model, key } = setting;
      const server = JSON.stringify([upstream, url, model, key]);
      try {
        knownVoices.set(server, await fetchVoices(setting, options));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        problems.push({ upstream, reason: knownVoices.has(server) ? `${reason}; it keeps those of before` : reason });
      }
      return upstreamEngine(setting, knownVoices.get(server) ?? [], options);
    }),
  );
  return { engines, problems };
}

/** Its own limits end a request before: a thread that is replaced takes the requests of all others along. */
function hangMsOf({ firstByteMs = 8000, silenceMs = 5000 }: UpstreamLimits = {}): number {
  return firstByteMs + silenceMs + 5000;
}

/** The engine of one upstream. */
export function upstreamEngine(
  setting: UpstreamSetting,
  given: readonly UpstreamVoice[],
  { limits, languages }: Pick<UpstreamOptions, 'limits' | 'languages'> = {},
): EngineDescriptor {
  const id = upstreamEngineId(setting.id);
  const source = setting.voices === undefined ? 'server' : 'setting';
  const voices = withHints(given, setting.languages ?? languages, source);
  const capabilities = capabilitiesOf(setting, voices);
  const options: UpstreamSynthesizerOptions = {
    id: setting.id,
    url: setting.url,
    model: setting.model,
    key: setting.key,
    sampleRate: setting.sampleRate,
    concurrency: setting.concurrency,
    voices: voices.map(({ name }) => name),
    limits,
  };
  const listed = builtInVoices(setting, id, voices, capabilities);
  return {
    id,
    capabilities,
    placement: { threads: 1, hangMs: hangMsOf(limits) },
    voices: () => listed,
    cast: (target) => castVoice(id, voices, capabilities, target),
    module: { url: moduleUrl(import.meta.url, './synthesizer'), options },
  };
}
