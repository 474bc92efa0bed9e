// Speaks what a language model writes, while it writes; the second answer is interrupted, as by a caller who begins to talk.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Sonorant } from '@sonorant/client';

/** Stands for the stream of a language model. */
async function* answer() {
  for (const piece of 'Sure. I looked it up for you, and the train leaves at a quarter past nine.'.split(/(?= )/)) {
    await pause(20);
    yield piece;
  }
}

// One socket for the whole conversation, one context for each answer.
const socket = await new Sonorant().connect();

async function speak(text, signal) {
  const context = socket.context({ timestamps: true }, { signal });
  const write = async () => {
    for await (const piece of text) {
      // It was interrupted, or has failed: the reader is told why.
      if (context.isOver) return;
      context.send(piece);
    }
    context.end();
  };
  const read = async () => {
    let seconds = 0;
    for await (const event of context) {
      // Here the samples go to a call, or to the loudspeaker.
      if (event.type === 'audio') seconds += event.samples.length / context.sampleRate;
    }
    return seconds;
  };
  try {
    // Both at once: what either of them throws is thrown here.
    const [seconds] = await Promise.all([read(), write()]);
    return seconds;
  } finally {
    context.cancel();
  }
}

process.stdout.write(`spoken: ${(await speak(answer())).toFixed(1)} s\n`);
const caller = new AbortController();
const interrupted = speak(answer(), caller.signal).catch((error) => error.name);
await pause(150);
caller.abort();
process.stdout.write(`interrupted: ${await interrupted}\n`);
socket.close();
