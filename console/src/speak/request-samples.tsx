import { version } from '@sonorant/client';
import type { ReactElement } from 'react';
import { snippets, type SnippetOptions } from './snippets.ts';
import { CodeSamples } from '../components/code-samples.tsx';

export type RequestSamplesProps = Omit<SnippetOptions, 'version'>;

/** The request of the page as code. */
export function RequestSamples(options: RequestSamplesProps): ReactElement {
  return <CodeSamples label="Language of the code" samples={snippets({ ...options, version })} />;
}
