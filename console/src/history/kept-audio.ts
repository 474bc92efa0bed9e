/** A kept take as the player has it: its words, and its samples while they come. */
import type { SpeechEvent } from '@sonorant/client';
import { useEffect, useState } from 'react';
import { sonorant } from '../base/api.ts';
import { Take } from '../audio/take.ts';
import { sampleRate } from '../audio/use-utterance.ts';
import { readTake, takePath, wordsOf, type KeptTakeDetail } from './history.ts';

/** A take of the history that is open. */
export interface OpenTake {
  readonly id: string;
  readonly take: Take;
  /** Settles with its text; fails as the take does. */
  readonly detail: Promise<KeptTakeDetail>;
  readonly close: () => void;
}

/** Begins to read a take. What goes wrong is kept in it. */
export function openTake(id: string): OpenTake {
  const controller = new AbortController();
  const { signal } = controller;
  const take = new Take(sampleRate);
  const detail = readTake(id, signal);
  // A request for the text gets the failure from the take.
  detail.catch(() => undefined);
  void take.read(eventsOf(id, detail, signal), () => signal.aborted);
  return { id, take, detail, close: () => controller.abort() };
}

/** The take of an id, read once the page is there. Undefined before. */
export function useOpenTake(id: string): OpenTake | undefined {
  const [open, setOpen] = useState<OpenTake>();
  useEffect(() => {
    const opened = openTake(id);
    setOpen(opened);
    return opened.close;
  }, [id]);
  return open;
}

async function* eventsOf(
  id: string,
  detail: Promise<KeptTakeDetail>,
  signal: AbortSignal,
): AsyncGenerator<SpeechEvent, void, undefined> {
  yield { type: 'words', words: [...wordsOf(await detail)] };
  const response = (await sonorant.request('GET', `${takePath(id)}/audio`, { signal, timeoutMs: 60_000 })) as Response;
  if (response.body === null) throw new Error('The take has no audio.');
  const reader = response.body.getReader();
  const samples = new WavReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const piece = samples.read(value);
    if (piece.length > 0) yield { type: 'audio', samples: piece, bytes: new Uint8Array(piece.buffer) };
  }
  yield { type: 'done' };
}

/** Of the WAV file that the console itself wrote: 16 bits, mono. */
const headerBytes = 44;

/** The samples of a WAV file that comes in pieces, cut anywhere. */
class WavReader {
  #rest = new Uint8Array(0);
  #isBegun = false;

  /** @throws {Error} for a file that the console did not write */
  read(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    let at = 0;
    if (!this.#isBegun) {
      if (all.length < headerBytes) {
        this.#rest = all;
        return new Float32Array(0);
      }
      checkHeader(new DataView(all.buffer));
      this.#isBegun = true;
      at = headerBytes;
    }
    const count = Math.floor((all.length - at) / 2);
    const view = new DataView(all.buffer, at);
    this.#rest = all.slice(at + 2 * count);
    return Float32Array.from({ length: count }, (_, index) => view.getInt16(2 * index, true) / 32_768);
  }
}

function checkHeader(view: DataView): void {
  const isKnown =
    view.getUint32(0) === 0x52494646 &&
    view.getUint16(20, true) === 1 &&
    view.getUint16(22, true) === 1 &&
    view.getUint32(24, true) === sampleRate &&
    view.getUint16(34, true) === 16 &&
    view.getUint32(36) === 0x64617461;
  if (!isKnown) throw new Error('This page cannot play the file: download it to hear it.');
}
