/** The voice that a command without a server uses: a built-in one, or one that was made in the data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { enginesById } from '../../engines/registry.ts';
import { speechSettings } from '../../speech/request.ts';
import type { SpeechSettings } from '../../speech/settings.ts';
import { defaultModel, enginesOf } from '../../voices/models.ts';
import { dataDirOf, withOrganization, type OrganizationOptions } from '../data.ts';
import { enginesFrom } from '../engines.ts';
import { CommandError } from '../errors.ts';
import { chooseVoice } from '../speech/voice-choice.ts';

export interface LocalVoiceOptions extends OrganizationOptions {
  /** Id or name. */
  readonly voice: string;
  readonly language?: string;
}

export interface LocalVoice {
  /** In a format of their own; the caller puts the one that it writes. */
  readonly settings: SpeechSettings;
  /** What speaks it. */
  readonly engine: EngineDescriptor;
}

/** Of the settings; what is written has a format of its own. */
const anyFormat = { container: 'raw', encoding: 'pcm_s16le', sampleRate: 24_000 } as const;

/**
 * Built-in voices come first; where a data folder or an organization is named, its own ones.
 * @throws {CommandError} for an unknown voice or language
 */
export async function localVoice(options: LocalVoiceOptions): Promise<LocalVoice> {
  const { voice, language } = options;
  const isNamed = (options.dataDir ?? options.organization) !== undefined;
  const engines = await enginesFrom({ ...process.env, SONORANT_DATA_DIR: dataDirOf(options) });
  const settings = await (isNamed ? stored(options, engines) : builtIn(voice, language, engines).catch(orStored));
  return { settings, engine: enginesById([settings.speaker.engine], engines)[0]! };

  /** A folder that is not named is looked into only where there is one. */
  async function orStored(error: unknown): Promise<SpeechSettings> {
    if (!existsSync(join(dataDirOf(options), 'sonorant.db'))) throw error;
    return stored(options, engines);
  }
}

async function builtIn(
  name: string,
  language: string | undefined,
  engines: readonly EngineDescriptor[],
): Promise<SpeechSettings> {
  const voice = await chooseVoice(name, language, engines);
  const target = { language: language ?? null };
  return speechSettings({ modelId: defaultModel, voice, format: anyFormat, target }, engines);
}

/** As a server over this data folder would read it. */
async function stored(options: LocalVoiceOptions, engines: readonly EngineDescriptor[]): Promise<SpeechSettings> {
  const [{ ClipLibrary, clipFor }, { voiceLibrary }, { openBlobs }] = await Promise.all([
    import('../../voices/clip-library.ts'),
    import('../../voices/library.ts'),
    import('../../store/blobs/index.ts'),
  ]);
  const found: { settings?: SpeechSettings } = {};
  await withOrganization(options, 'must exist', async (store, organizationId, config) => {
    const voice = await voiceLibrary(store.voices, { engines }).resolve(options.voice, organizationId);
    if (voice === undefined) {
      throw new CommandError(
        `--voice: no voice has the name or ID '${options.voice}', neither a built-in one ("sonorant voices") nor one in ${config.dataDir}`,
        2,
      );
    }
    const target = { language: options.language ?? null };
    const blobs = await openBlobs(config);
    try {
      const clips = new ClipLibrary({ blobs, maxSeconds: config.maxClipSeconds });
      const clip = await clipFor(voice, target, { engines: enginesOf(defaultModel, engines), clips });
      found.settings = speechSettings({ modelId: defaultModel, voice, clip, format: anyFormat, target }, engines);
    } finally {
      await blobs.close();
    }
  });
  return found.settings!;
}
