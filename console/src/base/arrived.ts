/**
 * A part of the page that is loaded when it is needed.
 * @throws {Error} in words of the page where it does not come: the server is away, or has another version of the console
 */
export async function arrived<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new Error('A part of this page did not arrive. Check that the server runs, then try again.', { cause });
  }
}
