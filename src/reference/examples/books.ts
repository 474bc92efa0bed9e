/** Examples of books. */
import { idOf, type Examples } from './example.ts';

const book = idOf('POST /books', 'book');
const text = 'The light came on at dusk, as it did each evening. Nobody had asked him to stay.';

export const bookExamples: Examples = {
  'GET /books': {},
  'POST /books': { body: { title: 'The Lighthouse', text } },
  'POST /books/upload': {
    form: { file: { file: 'lighthouse.md' } },
    code: {
      curl: `printf '# The Keeper\\n\\nThe light came on at dusk.\\n' > lighthouse.md
curl -sS '{base}/books/upload' \\
  -H "Authorization: Bearer $SONORANT_API_KEY" \\
  -H 'Service-Version: {version}' \\
  -F 'file=@lighthouse.md'`,
      typescript: `const body = new FormData();
body.set('file', new Blob(['# The Keeper\\n\\nThe light came on at dusk.\\n']), 'lighthouse.md');
const response = await fetch('{base}/books/upload', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SONORANT_API_KEY}\`, 'Service-Version': '{version}' },
  body,
});
console.log(await response.json());`,
      python: `import os
import requests

headers = {'Authorization': f"Bearer {os.environ['SONORANT_API_KEY']}", 'Service-Version': '{version}'}
files = {'file': ('lighthouse.md', b'# The Keeper\\n\\nThe light came on at dusk.\\n')}
response = requests.post('{base}/books/upload', headers=headers, files=files)
print(response.json())`,
    },
  },
  'GET /books/{id}': { params: { id: book } },
  'POST /books/{id}/start': { params: { id: book }, body: { voice_id: 'Charlotte', format: 'mp3', chapters: [1] } },
  'POST /books/{id}/cancel': { params: { id: book } },
  // Of a book that has not been spoken yet.
  'GET /books/{id}/audio': { params: { id: book }, status: 404 },
  'GET /books/{id}/subtitles': { params: { id: book }, query: { format: 'vtt' }, status: 404 },
  'GET /books/{id}/cover': { params: { id: book }, status: 404 },
  'DELETE /books/{id}': { params: { id: book } },
};
