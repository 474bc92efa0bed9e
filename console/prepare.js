// Builds the console when the package is prepared (`npm ci`, `npm pack`). An installation without the development
// dependencies has nothing to build with and ends well: the published package brings the console built.
import { fileURLToPath } from 'node:url';

/** Whether all that the build imports is installed. */
function canBuild() {
  try {
    for (const name of ['vite', '@vitejs/plugin-react', 'react-aria-components']) import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

if (canBuild()) {
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), logLevel: 'warn' });
  // What other pages embed is one script that stands alone.
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      lib: { entry: 'src/player/element.ts', formats: ['iife'], name: 'sonorantPlayer', fileName: () => 'player.js' },
      emptyOutDir: false,
      target: 'es2022',
    },
  });
} else {
  console.log('The console is not built: its development dependencies are not installed.');
}
