/** The voice routes on a server for tests: a store in memory, clips in a folder of their own, engines that speak. */
import type { LightMyRequestResponse } from 'fastify';
import { voiceLike, wavOf } from '../../audio/decoding/testing.ts';
import type { EngineDescriptor } from '../../engines/adapter.ts';
import { allEngines } from '../../engines/registry.ts';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import type { Store } from '../../store/index.ts';
import { createCatalogue } from '../../voices/catalogue.ts';
import { analysingOnce } from '../../voices/testing.ts';
import { voiceLibrary } from '../../voices/library.ts';
import { VoiceService } from '../../voices/voice-service.ts';
import { emitEvent } from '../../webhooks/envelope.ts';
import { form, testBlobs, type FormPart, type TestBlobs } from '../files/testing.ts';
import { voiceRoutes } from './index.ts';

export interface VoiceServer extends TestServer {
  readonly blobs: TestBlobs;
  /** A request of the organization, or of another one by its key. */
  readonly ask: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** Clones a voice from a second of speech; other fields and other content take the place of the usual ones. */
  readonly clone: (
    fields?: Readonly<Partial<Record<string, string>>>,
    clip?: Uint8Array,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** The same, and the id of what was made. */
  readonly cloned: (fields?: Record<string, string>, headers?: Record<string, string>) => Promise<string>;
  /** A key of another organization. */
  readonly otherKey: () => Promise<string>;
}

export const sampleRate = 16_000;
/** Speech at 140 Hz. */
export function clipOf(pitch = 140, seconds = 1.5): Uint8Array {
  return wavOf(voiceLike({ seconds, sampleRate, pitch }), sampleRate);
}

export interface VoiceServerOptions {
  /** Default all there are. One that is not in the registry has its voices in the catalogue too, and cannot speak. */
  readonly engines?: readonly EngineDescriptor[];
  /** Default 1 MiB. */
  readonly maxClipBytes?: number;
}

export async function startVoiceServer({
  engines = allEngines,
  maxClipBytes = 1 << 20,
}: VoiceServerOptions = {}): Promise<VoiceServer> {
  const blobs = await testBlobs();
  const catalogue = createCatalogue([...new Set([...allEngines, ...engines])]);
  const analyse = analysingOnce();
  const dependencies = (store: Store) => {
    const source = { engines };
    const voices = voiceLibrary(store.voices, source, catalogue);
    return {
      voices,
      blobs,
      source,
      service: new VoiceService({ store, blobs, emitEvent, library: voices, source, analyse }),
      limits: { maxClipBytes },
      publicUrl: 'https://voices.example',
    };
  };
  const server = await startTestServer({ routes: (app, store) => void app.register(voiceRoutes(dependencies(store))) });
  const usual = clipOf();
  const clone: VoiceServer['clone'] = (fields = {}, clip = usual, headers = {}) => {
    const all: Readonly<Partial<Record<string, string>>> = { name: 'Mine', language: 'en', ...fields };
    const parts: FormPart[] = Object.entries(all).flatMap(([name, content]) =>
      content === undefined ? [] : [{ name, content }],
    );
    const body = form([...parts, { name: 'clip', filename: 'clip.bin', content: Buffer.from(clip) }]);
    return server.inject({
      method: 'POST',
      url: '/voices/clone',
      payload: body.payload,
      headers: { ...body.headers, ...headers },
    });
  };
  return {
    ...server,
    blobs,
    clone,
    ask: (method, url, payload, headers = {}) =>
      server.inject({ method, url, headers, ...(payload !== undefined && { payload }) }),
    async cloned(fields, headers) {
      const response = await clone(fields, usual, headers);
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json<{ id: string }>().id;
    },
    async otherKey() {
      const organization = await server.store.organizations.create('Theirs');
      return (await server.store.apiKeys.create({ organizationId: organization.id, kind: 'api', description: '' }))
        .secret;
    },
    async close() {
      await server.close();
      await blobs.remove();
    },
  };
}
