/** What an upstream can do: what its setting says, and what every server of its shape can. */
import type { Capabilities } from '../adapter.ts';
import type { UpstreamSetting, UpstreamVoice } from './settings.ts';

/** @param voices those it has, from its setting or from the server */
export function capabilitiesOf(setting: UpstreamSetting, voices: readonly UpstreamVoice[]): Capabilities {
  return {
    languages: setting.languages ?? languagesOf(voices),
    sampleRate: setting.sampleRate,
    marks: 'aligned',
    phonemes: false,
    deterministic: false,
    cloning: 'none',
    prosody: { rate: true, pitch: false, emotion: false },
    concurrency: setting.concurrency,
    // A model reads a sentence better when it sees all of it, and each piece costs a round trip.
    segmentation: { maxCodePoints: 400, firstClauseWords: 6 },
  };
}

function languagesOf(voices: readonly UpstreamVoice[]): readonly string[] {
  const spoken = [...new Set(voices.flatMap(({ language }) => language ?? []))];
  return spoken.length === 0 ? ['en'] : spoken;
}
