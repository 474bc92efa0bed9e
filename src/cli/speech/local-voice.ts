/** The voice that a command without a server uses: a built-in one, or one that was made in the data folder. */
import type { EngineDescriptor, VoiceClip } from '../../engines/adapter.ts';
import { enginesById } from '../../engines/registry.ts';
import { speechSettings } from '../../speech/request.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import { defaultModel, enginesOf } from '../../voices/models.ts';
import type { Voice } from '../../voices/voice.ts';
import { dataDirOf, looksIntoFolder, withKnownOrganization, type OrganizationOptions } from '../data.ts';
import { enginesFrom } from '../engines.ts';
import { CommandError } from '../errors.ts';
import { chooseVoice, UnknownVoiceError } from './voice-choice.ts';

export interface LocalVoiceOptions extends OrganizationOptions {
  /** Id or name. */
  readonly voice: string;
  readonly language?: string | undefined;
  readonly wordTimestamps?: boolean;
}

/** Without a voice the first one of the language. */
type AnyVoiceOptions = Omit<LocalVoiceOptions, 'voice'> & Partial<Record<'voice', string | undefined>>;

export interface LocalVoice {
  /** In a format of their own; the caller puts the one that it writes. */
  readonly settings: SpeechSettings;
  /** What speaks it. */
  readonly engine: EngineDescriptor;
}

/** Of the settings; what is written has a format of its own. */
const anyFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;

/** @throws {CommandError} as {@link localSettings} */
export async function localVoice(options: LocalVoiceOptions): Promise<LocalVoice> {
  const engines = await localEngines(options);
  const settings = await localSettings(options, engines);
  return { settings, engine: enginesById([settings.speaker.engine], engines)[0]! };
}

/** Those that a server over the data folder would have. */
export function localEngines(options: OrganizationOptions): Promise<readonly EngineDescriptor[]> {
  return enginesFrom({ ...process.env, SONORANT_DATA_DIR: dataDirOf(options) });
}

/**
 * Built-in voices come first; where a data folder or an organization is named, its own ones.
 * @throws {CommandError} for an unknown voice or language
 */
export async function localSettings(
  options: AnyVoiceOptions,
  engines: readonly EngineDescriptor[],
): Promise<SpeechSettings> {
  const { voice } = options;
  if (voice !== undefined && (options.dataDir ?? options.organization) !== undefined) {
    return stored({ ...options, voice }, engines);
  }
  try {
    const { language } = options;
    return settingsOf({ ...options, voice: await chooseVoice(voice, language, engines) }, undefined, engines);
  } catch (error) {
    // A folder that is not named is looked into only where there is one.
    if (voice === undefined || !(error instanceof UnknownVoiceError)) throw error;
    if (!looksIntoFolder(options)) throw error;
    return stored({ ...options, voice }, engines);
  }
}

function settingsOf(
  { voice, language, wordTimestamps = false }: Omit<AnyVoiceOptions, 'voice'> & { readonly voice: Voice },
  clip: VoiceClip | undefined,
  engines: readonly EngineDescriptor[],
): SpeechSettings {
  const target = { language: language ?? null };
  return speechSettings({ modelId: defaultModel, voice, clip, format: anyFormat, target, wordTimestamps }, engines);
}

/** As a server over this data folder would read it. */
async function stored(options: LocalVoiceOptions, engines: readonly EngineDescriptor[]): Promise<SpeechSettings> {
  const [{ ClipLibrary, clipFor }, { voiceLibrary }, { openBlobs }] = await Promise.all([
    import('../../voices/clip-library.ts'),
    import('../../voices/library.ts'),
    import('../../store/blobs/index.ts'),
  ]);
  const found: { settings?: SpeechSettings } = {};
  await withKnownOrganization(options, async (store, organizationId, config) => {
    const voice = await voiceLibrary(store.voices, { engines }).resolve(options.voice, organizationId);
    if (voice === undefined) return;
    const target = { language: options.language ?? null };
    const blobs = await openBlobs(config);
    try {
      const clips = new ClipLibrary({ blobs, maxSeconds: config.maxClipSeconds });
      const clip = await clipFor(voice, target, { engines: enginesOf(defaultModel, engines), clips });
      found.settings = settingsOf({ ...options, voice }, clip, engines);
    } finally {
      await blobs.close();
    }
  });
  if (found.settings === undefined) {
    throw new CommandError(
      `--voice: no voice has the name or ID '${options.voice}', neither a built-in one ("sonorant voices") nor one in ${dataDirOf(options)}`,
      2,
    );
  }
  return found.settings;
}
