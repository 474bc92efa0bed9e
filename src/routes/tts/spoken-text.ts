/** What a request says: its transcript by one voice, or by those of its `speakers`. */
import { invalidField } from '../../errors/service-error.ts';
import type { SpeechContextOptions, Push } from '../../speech/context-options.ts';
import { readGenerationConfig } from '../../speech/generation-config.ts';
import { requireProsody } from '../../speech/request.ts';
import { Dialogue, requireOneEncoder, speakerNames } from '../../speech/dialogue.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import type { SpeechBody } from './schema.ts';
import type { ApiCaller, SpeechRequestReader } from './speech-request.ts';

/** A text for one context. */
export interface SpokenText extends Pick<SpeechContextOptions, 'settings' | 'cast' | 'generationConfig'> {
  readonly pieces: readonly Push[];
}

/**
 * @param maxSpeakers names that may have a voice. Default 16
 * @throws {ServiceError} what reading a voice throws; `invalid_request` for a name without a voice, a text that says nothing, or what a voice cannot do
 */
export async function readSpokenText(
  body: SpeechBody,
  reader: Pick<SpeechRequestReader, 'read'>,
  caller: ApiCaller,
  maxSpeakers?: number,
): Promise<SpokenText> {
  const said = await readVoices(body, reader, caller, maxSpeakers);
  const generationConfig = readGenerationConfig(body.generation_config, body.speed, caller.version) ?? {};
  for (const each of said.cast ?? [said.settings]) requireProsody(each, generationConfig);
  return { ...said, generationConfig };
}

/** Who says what. */
async function readVoices(
  body: SpeechBody,
  reader: Pick<SpeechRequestReader, 'read'>,
  caller: ApiCaller,
  maxSpeakers?: number,
): Promise<Pick<SpokenText, 'settings' | 'cast' | 'pieces'>> {
  const { transcript, voice } = body;
  const settingsOf = (own: NonNullable<typeof voice>): Promise<SpeechSettings> =>
    reader.read({ ...body, voice: own }, caller);
  if (body.speakers === undefined || body.speakers === null) {
    // The schema requires a voice where no speakers are.
    return { settings: await settingsOf(voice!), pieces: [{ transcript, continue: false, flush: false }] };
  }
  const names = speakerNames(body.speakers, maxSpeakers);
  const own = voice === undefined ? undefined : await settingsOf(voice);
  const speakers = new Map<string, SpeechSettings>();
  for (const [name, specifier] of names) speakers.set(name, await settingsOf(specifier));
  const dialogue = new Dialogue({ speakers, voice: own });
  const pieces = dialogue.read(transcript, true);
  const cast = [...new Set(pieces.flatMap(({ turn }) => (turn === undefined ? [] : [turn.settings])))];
  const [settings] = cast;
  if (settings === undefined) throw invalidField('transcript', 'nothing but names; give some text to speak');
  requireOneEncoder(cast);
  return { settings, cast, pieces };
}
