import type { ReactElement } from 'react';
import { CodeBlock } from '../components/code-block.tsx';
import { Empty } from '../components/pages/empty.tsx';

const server = `export SONORANT_RECOGNIZERS='[{"id": "whisper", "url": "http://127.0.0.1:8000/v1", "model": "large-v3"}]'
npx sonorant serve`;
const local = `apt-get install pocketsphinx pocketsphinx-en-us
npx sonorant serve`;

/** What stands on the page of a server that hears nothing. */
export function NoRecognizer(): ReactElement {
  return (
    <Empty title="This server has no recognizer yet">
      <p>Either of these gives it one; it finds it when it starts again.</p>
      <CodeBlock label="A server with OpenAI’s route, such as speaches, vLLM or LocalAI" code={server} />
      <CodeBlock label="On this machine, for English: quick to try, about one word in four wrong" code={local} />
      <p>
        <a href="/docs/guides/speech-to-text">The guide to speech to text</a> says more.
      </p>
    </Empty>
  );
}
