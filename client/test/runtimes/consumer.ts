/** Compiled against the packed client by `main.ts`: what its declarations promise, without any other types. */
import { Sonorant, type Schemas, type Word } from '@sonorant/client';
import { AudioPlayer } from '@sonorant/client/browser';

const sonorant = new Sonorant({ apiKey: 'key' });
export const page = await sonorant.get('/voices', { query: { language: 'de' } });
export const voice: Schemas['Voice'] = await sonorant.get('/voices/{id}', { path: { id: page.data[0]!.id } });
export const names: string[] = [];
for await (const { name } of sonorant.pages('/voices')) names.push(name);
// @ts-expect-error the path needs its id
await sonorant.get('/voices/{id}');
// @ts-expect-error a misspelt condition
await sonorant.get('/voices', { query: { langage: 'de' } });
// @ts-expect-error no such path
await sonorant.get('/voice');
// @ts-expect-error a clip is a file
await sonorant.post('/voices/clone', { form: { clip: 'clip.wav', name: 'A', language: 'en' } });
const player = new AudioPlayer({ onWord: ({ word, start }: Word) => console.log(word, start) });
await player.play(sonorant.speak({ text: 'Hello', timestamps: true }));
