/** Entry of a process of PocketSphinx: loads the libraries, which may take this process down, and hears one utterance at a time. */
import { serve, type RunningTask } from '../../processes/child.ts';
import { SampleList } from '../samples.ts';
import { clean, recognized } from './decoded.ts';
import { Decoder } from './library.ts';
import type { PocketsphinxProcess } from './protocol.ts';

/** Samples that are decoded between two looks at whether the task still counts. */
const step = 1600;

serve<PocketsphinxProcess>(async (config) => {
  const decoder = await Decoder.load(config);
  return { info: undefined, run: (task) => run(decoder, task) };
});

async function run(decoder: Decoder, task: RunningTask<PocketsphinxProcess>): Promise<void> {
  const { vocabulary, wantsPartials } = task.request;
  decoder.start(vocabulary.length === 0 ? undefined : grammarOf(vocabulary, decoder));
  try {
    if (wantsPartials) await writeAsItComes(decoder, task);
    else await writeWhole(decoder, task);
  } catch (error) {
    // One that was begun has to be ended, whatever came of it: no other could be begun.
    decoder.end();
    throw error;
  }
  const heard = recognized(decoder.end());
  task.give({ kind: 'final', heard });
}

async function writeWhole(decoder: Decoder, task: RunningTask<PocketsphinxProcess>): Promise<void> {
  const samples = new SampleList();
  for (let input = await task.next(); input !== undefined; input = await task.next()) samples.write(input);
  if (!task.isCancelled && samples.length > 0) decoder.write(samples.join(), true);
}

async function writeAsItComes(decoder: Decoder, task: RunningTask<PocketsphinxProcess>): Promise<void> {
  let last = '';
  for (let input = await task.next(); input !== undefined; input = await task.next()) {
    for (let at = 0; at < input.length && !task.isCancelled; at += step) {
      decoder.write(input.subarray(at, at + step), false);
      await new Promise(setImmediate);
    }
    const text = clean(decoder.text);
    if (text === last) continue;
    last = text;
    task.give({ kind: 'partial', text });
  }
}

/** Any of the phrases, one after the other. A word that the dictionary does not have cannot be heard: its phrase is left out. */
function grammarOf(phrases: readonly string[], decoder: Decoder): string {
  const known = phrases
    .map((phrase) => phrase.toLowerCase().match(/[a-z]+(?:'[a-z]+)*/gu) ?? [])
    .filter((words) => words.length > 0 && words.every((word) => decoder.knows(word)));
  if (known.length === 0) throw new Error('none of the phrases has words that its dictionary knows');
  return `#JSGF V1.0;\ngrammar phrases;\npublic <phrases> = (${known.map((words) => words.join(' ')).join(' | ')})+;\n`;
}
