/** Thrown for a model that cannot be taken, with what is wrong in one line. */
export { ModelError } from '../engines/neural/model-error.ts';
