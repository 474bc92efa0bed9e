/** A document that was dropped on another page, on its way to the page of books. */
let dropped: File | undefined;

const endings = /\.(?:epub|pdf|docx|x?html?|md|markdown|txt)$/i;

/** Whether a file can be read aloud, by its name: what it is, the server says. */
export function isBook({ name }: File): boolean {
  return endings.test(name);
}

export function keepDropped(file: File): void {
  dropped = file;
}

/** @returns the file, once */
export function takeDropped(): File | undefined {
  const file = dropped;
  dropped = undefined;
  return file;
}
