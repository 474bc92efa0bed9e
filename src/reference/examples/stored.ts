/** Examples of files, datasets and fine-tunes. */
import { idOf, type Examples } from './example.ts';
import { clipText } from './speech.ts';

const file = idOf('POST /files', 'file');
const dataset = idOf('POST /datasets', 'dataset');
const fineTune = idOf('POST /fine-tunes', 'fineTune');

export const storedExamples: Examples = {
  'POST /files': { form: { file: { clip: clipText }, purpose: 'fine_tune' } },
  'GET /files': { query: { limit: '1' } },
  'GET /files/{id}/info': { params: { id: file } },
  'GET /files/{id}/download': { params: { id: file }, output: 'download.wav' },
  'DELETE /files/{id}': { params: { id: file } },
  'POST /datasets': { body: { name: 'Reading', description: 'One speaker, read aloud.' } },
  'GET /datasets': { query: { limit: '1' } },
  'GET /datasets/{id}': { params: { id: dataset } },
  'PATCH /datasets/{id}': { params: { id: dataset }, body: { name: 'Reading', description: 'Ten clips.' } },
  'DELETE /datasets/{id}': { params: { id: dataset } },
  'POST /datasets/{id}/files': { params: { id: dataset }, form: { file: { clip: clipText } } },
  'GET /datasets/{id}/files': { params: { id: dataset }, after: ['POST /datasets/{id}/files'] },
  'DELETE /datasets/{id}/files/{fileID}': {
    params: { id: dataset, fileID: idOf('GET /datasets/{id}/files', 'clips', 'data[0].id') },
  },
  'POST /fine-tunes': {
    body: { name: 'Reader', description: 'From read clips.', language: 'en', dataset },
    after: ['POST /datasets/{id}/files'],
  },
  'GET /fine-tunes': { query: { limit: '1' } },
  'GET /fine-tunes/{id}': { params: { id: fineTune } },
  'GET /fine-tunes/{id}/voices': { params: { id: fineTune } },
  'DELETE /fine-tunes/{id}': { params: { id: fineTune } },
};
