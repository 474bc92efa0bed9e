// Speaks a text into a file: node file.mjs "Hello there." hello.wav
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { Sonorant } from '@sonorant/client';

const [, , text = 'Hello there. This is a file with a voice in it.', file = 'hello.wav'] = process.argv;

// The server's address and key are those of SONORANT_URL and SONORANT_API_KEY.
const sonorant = new Sonorant();
const blob = await sonorant.speak({ text }).blob();
await writeFile(file, new Uint8Array(await blob.arrayBuffer()));
process.stdout.write(`${file}: ${blob.size} bytes\n`);
