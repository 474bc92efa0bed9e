/** Why a book is not made, in words for the user. */
export class BookError extends Error {
  override readonly name = 'BookError';
  /**
   * `ffmpeg_missing`; `address`: what it leads to cannot be had; `empty`: nothing in the chapters that is spoken; `failed`: a
   * program that helps ended badly.
   */
  readonly fault: 'ffmpeg_missing' | 'address' | 'empty' | 'failed';

  constructor(fault: BookError['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}
