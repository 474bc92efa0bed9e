/** Gives a file to the person, as a download of the browser. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address by the next task; some take it a little later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
