// Clones a voice from a recording, speaks with it and deletes it: node clone.mjs recording.wav
import { File } from 'node:buffer';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { Sonorant, SonorantError } from '@sonorant/client';

const [, , recording] = process.argv;
const sonorant = new Sonorant();

// Without a recording, a built-in voice lends one.
const clip =
  recording === undefined
    ? await sonorant
        .speak({ text: 'This is a recording of some seconds, as good as any to clone a voice from.' })
        .blob()
    : await openAsBlob(recording);

try {
  const { id, name } = await sonorant.post('/voices/clone', {
    form: { clip: new File([clip], 'recording.wav'), name: 'My clone', language: 'en' },
  });
  try {
    const speech = await sonorant.speak({ text: 'Hello, this is your clone.', voice: id }).blob();
    await writeFile('clone.wav', new Uint8Array(await speech.arrayBuffer()));
  } finally {
    await sonorant.delete('/voices/{id}', { path: { id } });
  }
  process.stdout.write(`clone.wav: spoken by ${name}\n`);
} catch (error) {
  if (!(error instanceof SonorantError)) throw error;
  process.stderr.write(`${error.message}\n${error.docUrl}\n`);
  process.exitCode = 1;
}
