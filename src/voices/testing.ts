/** Engines for tests of what is done with any engine, and clips that are analysed once for many voices. */
import { createHash } from 'node:crypto';
import type { Capabilities, EngineDescriptor } from '../engines/adapter.ts';
import { fakeEngine } from '../engines/fake/index.ts';
import { analyseClip, type ClipAnalysis } from './clip-analysis.ts';

/**
 * A fake engine whose speakers tell how they were chosen: it speaks English and Japanese, has one voice of each, and casts every
 * other voice as `<gender> <accent>`, or the voice that is to be kept as `<its name> <accent>`.
 * @param id stands in the names of its voices
 */
export function castingEngine(id: string, capabilities: Partial<Capabilities> = {}): EngineDescriptor {
  return fakeEngine({
    id,
    capabilities: { languages: ['en', 'ja'], ...capabilities },
    voices: [
      {
        key: `${id}/robin`,
        name: `Robin of ${id}`,
        gender: null,
        language: 'en',
        label: 'Irish English',
        character: 'made for tests',
        accent: 'irish',
        otherAccents: ['irish', 'british'],
        speaker: { engine: id, name: 'robin' },
      },
      {
        key: `${id}/aoi`,
        name: `Aoi of ${id}`,
        gender: 'gender_neutral',
        language: 'ja',
        character: 'made for tests',
        caveat: 'Says nothing.',
        speaker: { engine: id, name: 'aoi' },
      },
    ],
    cast: ({ accent, gender, base, profile }) => ({
      engine: id,
      name: `${base?.name ?? gender ?? 'any'} ${accent}`,
      ...(profile !== undefined && { profile }),
    }),
  });
}

/** {@link analyseClip}, but the same clip with the same options is analysed once: a thread for each of many voices is dear. */
export function analysingOnce(): typeof analyseClip {
  const known = new Map<string, Promise<ClipAnalysis>>();
  return async (source, options) => {
    const bytes = source instanceof Uint8Array ? source : await source();
    const key = `${createHash('sha256').update(bytes).digest('hex')} ${JSON.stringify(options)}`;
    const analysis = known.get(key) ?? analyseClip(bytes, options);
    known.set(key, analysis);
    return analysis;
  };
}
