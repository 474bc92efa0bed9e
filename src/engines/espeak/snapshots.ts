/** Memory that a snapshot copies: the view is fetched anew each time, because memory that grows moves. */
export interface SnapshotMemory {
  bytes(): Uint8Array;
  /** First address above everything in use. */
  top(): number;
}

/** The allocator keeps a chunk header right above the highest allocation. */
const chunkHeaderBytes = 64;

/**
 * Puts the synthesizer's memory back to where it stood right after a voice was loaded, so that a call depends on its own
 * input only: eSpeak carries pitch phase, noise seeds and loaded dictionaries from one call to the next.
 * A voice is always loaded from the base image, never on top of another voice, and its image is kept for the next time.
 * The images of the voices least recently used are dropped above the limit.
 */
export class VoiceSnapshots {
  readonly #memory: SnapshotMemory;
  readonly #base: Uint8Array;
  readonly #limitBytes: number;
  readonly #images = new Map<string, Uint8Array>();
  #heldBytes = 0;

  /** @param limitBytes bytes of images kept besides the newest one. An ordinary voice takes 1.2 MB, Russian 9.5 MB. */
  constructor(memory: SnapshotMemory, limitBytes: number) {
    this.#memory = memory;
    this.#limitBytes = limitBytes;
    this.#base = this.#copy();
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @param load sets the voice; what it throws is passed on and nothing is kept */
  restore(voice: string, load: () => void): void {
    const image = this.#images.get(voice);
    if (image) {
      this.#images.delete(voice);
      this.#images.set(voice, image);
      this.#memory.bytes().set(image);
      return;
    }
    this.#memory.bytes().set(this.#base);
    load();
    this.#keep(voice, this.#copy());
  }

  #copy(): Uint8Array {
    const top = this.#memory.top();
    return this.#memory.bytes().slice(0, top + chunkHeaderBytes);
  }

  #keep(voice: string, image: Uint8Array): void {
    this.#images.set(voice, image);
    this.#heldBytes += image.length;
    for (const [oldest, old] of this.#images) {
      if (this.#heldBytes <= this.#limitBytes || oldest === voice) break;
      this.#images.delete(oldest);
      this.#heldBytes -= old.length;
    }
  }
}
