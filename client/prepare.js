// Builds the client when the package is prepared (`npm ci`, `npm pack`), so that `import … from '@sonorant/client'` works in a
// checkout and the server has the package to give away. An installation without the development dependencies has nothing to
// build with and ends well: the published package brings the client built.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The compiler, or undefined where it is not installed. */
function findCompiler() {
  try {
    return fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-7/package.json')));
  } catch {
    return undefined;
  }
}

const compiler = findCompiler();
if (compiler === undefined) {
  console.log('The client is not built: its development dependencies are not installed.');
} else {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
