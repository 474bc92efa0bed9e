import { fileURLToPath } from 'node:url';

/** Path of the compiler of TypeScript that builds what is published, for Node. */
export const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));
