/** The files of a model are not what they should be; the message names the file and what is wrong with it. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
