import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EngineVoice } from '../../engines/adapter.ts';
import { allEngines } from '../../engines/registry.ts';
import { castingEngine } from '../../voices/testing.ts';
import { startVoiceServer, type VoiceServer } from './testing.ts';

interface WireVoice {
  readonly id: string;
  readonly name: string;
  readonly gender: string | null;
  readonly preview_file_url?: string | null;
}

describe('a server with an engine that the routes have never heard of', () => {
  const robin = '95542235-753a-585d-bdfe-3e365d96aa37';
  let server: VoiceServer;
  before(async () => {
    server = await startVoiceServer({ engines: [castingEngine('fake', { cloning: 'profile' }), ...allEngines] });
  });
  after(() => server.close());

  it('lists the voices of the engine and finds them by id', async () => {
    const { data } = (await server.ask('GET', '/voices?q=of%20fake&limit=10')).json<{ data: readonly WireVoice[] }>();
    assert.deepEqual(
      data.map(({ name, gender }) => [name, gender]),
      [
        ['Robin of fake', null],
        ['Aoi of fake', 'gender_neutral'],
      ],
    );
    assert.equal(data[0]!.id, robin);
    const found = (await server.ask('GET', `/voices/${robin}?expand=preview_file_url`)).json<WireVoice>();
    assert.equal(found.preview_file_url, `https://voices.example/voices/${robin}/preview`);
  });

  it('clones with it, being the first engine that clones', async () => {
    const id = await server.cloned({ language: 'en', accent: 'irish' });
    const row = await server.store.voices.findOwn(server.organizationId, id);
    const { engine, name, profile } = JSON.parse(row!.speaker) as EngineVoice;
    assert.deepEqual([engine, name, profile === undefined], ['fake', 'masculine irish', false]);
  });

  it('localizes its voices with it and changes their accents', async () => {
    const made = await server.ask('POST', '/voices/localize', { voice_id: robin, name: 'L', accent: 'british' });
    const { id } = made.json<WireVoice>();
    const speaker = async () => (await server.store.voices.findOwn(server.organizationId, id))!.speaker;
    assert.deepEqual(JSON.parse(await speaker()), { engine: 'fake', name: 'robin british' });
    assert.equal((await server.ask('PATCH', `/voices/${id}`, { accent: 'irish' })).statusCode, 200);
    assert.deepEqual(JSON.parse(await speaker()), { engine: 'fake', name: 'robin british irish' });
  });
});
