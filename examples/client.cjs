// What every example shares: where the server is, which key it takes, and how samples become a file that plays.
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Buffer } = require('node:buffer');

const url = (process.env.SPEECH_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '');
const key = process.env.SONORANT_API_KEY;
if (!key) {
  console.error('Set SONORANT_API_KEY to the key that the server printed at its first start.');
  process.exit(1);
}

/** Quick-start ids of the hosted service work here as well: this one speaks with a built-in masculine voice. */
const voice = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const format = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24000 };

const folder = process.env.SPEECH_OUTPUT ?? join(module.path, 'output');

/** Writes to the output folder and says so. */
const save = (name, bytes, note = '') => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
  console.log(`   ${name}: ${bytes.length} bytes${note}`);
};

/** Samples of 16 bits, mono, with the header of a WAV file. */
const saveSamples = (name, pieces, sampleRate = format.sample_rate) => {
  const samples = Buffer.concat(pieces);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  save(name, Buffer.concat([header, samples]), `, ${(samples.length / 2 / sampleRate).toFixed(2)} s`);
};

module.exports = { url, key, voice, format, save, saveSamples };
