// Speaks a text and writes its captions beside it: node captions.mjs "Hello there." hello.mp3 hello.srt
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { Sonorant } from '@sonorant/client';

const [, , text = 'Captions follow the voice. Each line is a few words.', audio = 'hello.mp3', captions = 'hello.srt'] =
  process.argv;

const time = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');

const pieces = [];
const words = [];
for await (const event of new Sonorant().speak({ text, format: 'mp3', timestamps: true })) {
  if (event.type === 'audio') pieces.push(event.bytes);
  if (event.type === 'words') words.push(...event.words);
}

const lines = [];
for (let at = 0; at < words.length; at += 4) lines.push(words.slice(at, at + 4));
const entries = lines.map(
  (line, index) =>
    `${index + 1}\n${time(line[0].start)} --> ${time(line.at(-1).end)}\n${line.map(({ word }) => word).join(' ')}\n`,
);
await Promise.all([writeFile(audio, pieces), writeFile(captions, entries.join('\n'))]);
process.stdout.write(`${audio} and ${captions}: ${words.length} words\n`);
