/** Hears the clip of the examples as it was said: what a recognizer makes of it is not what the reference is about. */
import { fakeRecognizer } from '../../src/recognizers/fake/index.ts';
import { clipText } from '../../src/reference/examples/speech.ts';

const sentences = clipText.split(/(?<=\.) /u);

export const clipRecognizer = fakeRecognizer({
  script: ({ index, seconds }) => {
    const words = sentences[index % sentences.length]!.split(' ');
    const length = seconds / words.length;
    return {
      text: words.join(' '),
      words: words.map((word, at) => ({ word, start: at * length, end: (at + 1) * length })),
    };
  },
});
