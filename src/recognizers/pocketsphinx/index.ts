/** PocketSphinx where Debian's packages `pocketsphinx` and `pocketsphinx-en-us` are installed: English, without a download. */
import { existsSync } from 'node:fs';
import type { RecognizerDescriptor } from '../adapter.ts';
import { PocketsphinxRecognizer, processes } from './recognizer.ts';
import type { PocketsphinxConfig } from './protocol.ts';

/** What installs it. */
export const installPocketsphinx = 'apt-get install pocketsphinx pocketsphinx-en-us';

const folder = '/usr/share/pocketsphinx/model/en-us';
/** The library and the model as the packages of Debian have them. */
export const packagedModel: PocketsphinxConfig = {
  library: 'libpocketsphinx.so.3',
  baseLibrary: 'libsphinxbase.so.3',
  acousticModel: `${folder}/en-us`,
  languageModel: `${folder}/en-us.lm.bin`,
  dictionary: `${folder}/cmudict-en-us.dict`,
};

/** Undefined where its model is not installed. The libraries come with it; where they do not, it does not load and says why. */
export function pocketsphinx(config: PocketsphinxConfig = packagedModel): RecognizerDescriptor | undefined {
  const { acousticModel, languageModel, dictionary } = config;
  if (![acousticModel, languageModel, dictionary].every((path) => existsSync(path))) return undefined;
  return {
    id: 'pocketsphinx',
    capabilities: {
      languages: ['en'],
      detectsLanguage: false,
      streaming: true,
      words: true,
      phrases: false,
      vocabulary: true,
      prompt: false,
      concurrency: processes,
    },
    open: () => new PocketsphinxRecognizer(config),
  };
}
