/** What the page asks the server for, as code. */
import type { CodeSample } from '../components/code-samples.tsx';
import type { RecognitionChoice } from './dictation.ts';

/** @param url of the server */
export function snippets({ model, language }: RecognitionChoice, url: string): readonly CodeSample[] {
  const given = Object.entries({ model, language }).filter((entry) => entry[1] !== undefined) as [string, string][];
  const fields = given.map(([name, value]) => ` \\\n  -F ${name}=${value}`).join('');
  const options = given.map(([name, value]) => `${name}: '${value}'`).join(', ');
  const python = given.map(([name, value]) => `, "${name}": "${value}"`).join('');
  return [
    {
      id: 'curl',
      label: 'curl',
      code: `curl -sS ${url}/v1/audio/transcriptions \\\n  -H "Authorization: Bearer $SONORANT_API_KEY" \\\n  -F file=@recording.mp3${fields} \\\n  -F response_format=srt`,
    },
    {
      id: 'typescript',
      label: 'TypeScript',
      code: `import { openAsBlob } from 'node:fs';\nimport { Sonorant } from '@sonorant/client';\n\nconst sonorant = new Sonorant({ baseUrl: '${url}' });\nconst { text, words } = await sonorant.transcribe(await openAsBlob('recording.mp3')${options === '' ? '' : `, { ${options} }`});`,
    },
    {
      id: 'python',
      label: 'Python',
      code: `import os\nimport requests\n\nwith open("recording.mp3", "rb") as recording:\n    answer = requests.post(\n        "${url}/v1/audio/transcriptions",\n        headers={"Authorization": f"Bearer {os.environ['SONORANT_API_KEY']}"},\n        files={"file": recording},\n        data={"response_format": "verbose_json"${python}},\n    )\nprint(answer.json()["text"])`,
    },
  ];
}
