const opening = '<think>';
const closing = '</think>';

/** Takes out what a model thinks in `<think>…</think>` before its answer, where the server has not done so. */
export class ThoughtFilter {
  #state: 'before' | 'within' | 'behind' = 'before';
  /** What cannot be judged yet. */
  #kept = '';

  get isThinking(): boolean {
    return this.#state === 'within';
  }

  /** @returns what of it is to be said; what may belong to a tag is kept */
  push(text: string): string {
    if (this.#state === 'behind') return text;
    this.#kept += text;
    if (this.#state === 'before') {
      const start = this.#kept.trimStart();
      if (start.length < opening.length && opening.startsWith(start)) return '';
      if (!start.startsWith(opening)) return this.#leave(this.#kept);
      this.#state = 'within';
      this.#kept = start.slice(opening.length);
    }
    const at = this.#kept.indexOf(closing);
    if (at >= 0) return this.#leave(this.#kept.slice(at + closing.length).trimStart());
    this.#kept = this.#kept.slice(1 - closing.length);
    return '';
  }

  /** The text is over: what was kept was no tag. */
  end(): string {
    return this.#state === 'before' ? this.#leave(this.#kept) : '';
  }

  #leave(rest: string): string {
    this.#state = 'behind';
    this.#kept = '';
    return rest;
  }
}
