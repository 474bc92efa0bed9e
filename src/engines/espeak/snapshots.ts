/** Memory that a snapshot copies: the view is fetched anew each time, because memory that grows moves. */
export interface SnapshotMemory {
  bytes(): Uint8Array;
  /** First address above everything in use. */
  top(): number;
}

/** The allocator keeps a chunk header right above the highest allocation. */
const chunkHeaderBytes = 64;

/** What a voice changes in the base image. */
interface VoiceImage {
  readonly pages: readonly { readonly at: number; readonly bytes: Uint8Array }[];
  readonly size: number;
}

const pageBytes = 4096;

/**
 * Puts the synthesizer's memory back to where it stood right after a voice was loaded, so that a call depends on its own
 * input only: eSpeak carries pitch phase, noise seeds and loaded dictionaries from one call to the next.
 * A voice is always loaded from the base image, never on top of another voice, and what it changed is kept for the next
 * time. The voices least recently used are dropped above the limit.
 */
export class VoiceSnapshots {
  readonly #memory: SnapshotMemory;
  readonly #base: Uint8Array;
  readonly #limitBytes: number;
  readonly #images = new Map<string, VoiceImage>();
  #heldBytes = 0;

  /** @param limitBytes bytes kept for voices, the newest one always. An ordinary voice takes 0.05–0.3 MB, Chinese 1.6, Russian 8.6. */
  constructor(memory: SnapshotMemory, limitBytes: number) {
    this.#memory = memory;
    this.#limitBytes = limitBytes;
    this.#base = memory.bytes().slice(0, memory.top() + chunkHeaderBytes);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @param load sets the voice; what it throws is passed on and nothing is kept */
  restore(voice: string, load: () => void): void {
    this.#memory.bytes().set(this.#base);
    const image = this.#images.get(voice);
    if (!image) {
      load();
      this.#keep(voice, this.#changes());
      return;
    }
    this.#images.delete(voice);
    this.#images.set(voice, image);
    const heap = this.#memory.bytes();
    for (const { at, bytes } of image.pages) heap.set(bytes, at);
  }

  #changes(): VoiceImage {
    const top = this.#memory.top() + chunkHeaderBytes;
    const heap = this.#memory.bytes();
    const pages: { at: number; bytes: Uint8Array }[] = [];
    let size = 0;
    let from = -1;
    for (let at = 0; at < top + pageBytes; at += pageBytes) {
      const changed = at < top && !equal(heap, this.#base, at, Math.min(at + pageBytes, top));
      if (changed && from < 0) from = at;
      if (changed || from < 0) continue;
      const bytes = heap.slice(from, Math.min(at, top));
      pages.push({ at: from, bytes });
      size += bytes.length;
      from = -1;
    }
    return { pages, size };
  }

  #keep(voice: string, image: VoiceImage): void {
    this.#images.set(voice, image);
    this.#heldBytes += image.size;
    for (const [oldest, { size }] of this.#images) {
      if (this.#heldBytes <= this.#limitBytes || oldest === voice) break;
      this.#images.delete(oldest);
      this.#heldBytes -= size;
    }
  }
}

function equal(heap: Uint8Array, base: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (heap[i] !== base[i]) return false;
  return true;
}
