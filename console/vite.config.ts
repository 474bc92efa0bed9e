import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that `npm run dev:console` shows the console of. */
const server = process.env.SONORANT_URL ?? 'http://127.0.0.1:8080';

/** What the pages that speak have in common: one script is smaller than one for each set of pages that share a part of it. */
const takes = /console\/src\/(audio\/(take|use-playback|marks|use-utterance)|speak\/formats)\.tsx?$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  // The console speaks English only: the other 33 languages of the parts' own texts are left out.
  plugins: [optimizeLocales.vite({ locales: ['en'] }), react()],
  resolve: { alias: { '@sonorant/client': fileURLToPath(new URL('../client/src', import.meta.url)) } },
  build: {
    // The content security policy takes scripts from the server only: nothing may be put into the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'takes', test: takes }],
          includeDependenciesRecursively: false,
        },
      },
    },
    // Of what the built files contain, for those who pass them on.
    license: { fileName: 'licences.md' },
  },
  worker: { format: 'es' },
  server: { proxy: { '/console/api': { target: server, ws: true } } },
});
