import react from '@vitejs/plugin-react';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { pdfjsAssets } from './build-plugins/pdfjs-assets.js';
import { precompressed } from './build-plugins/precompressed.js';
import { withoutJsonSchema } from './build-plugins/without-json-schema.js';

/** Libraries that every page uses, Mantine's core included. One chunk compresses better than many small ones. */
const foundation =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@reduxjs|redux|reselect|immer|react-redux|use-sync-external-store|clsx|@mantine\/core\/esm\/(core|components\/(UnstyledButton|Transition|Loader)))\//;

/** Path of the production build. The package's exports lead bundlers to the development build. */
const router = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);

export default defineConfig({
  plugins: [react(), withoutJsonSchema(), pdfjsAssets(), precompressed()],
  // The shared contracts are compiled from their source, so the client needs no build before it.
  resolve: {
    conditions: ['@waybill/source', ...defaultClientConditions],
    alias: { 'react-router/dom': join(router, 'dom-export.mjs'), 'react-router': join(router, 'index.mjs') },
  },
  server: { proxy: { '/api': process.env.WAYBILL_SERVER ?? 'http://127.0.0.1:3000' } },
  build: {
    // Every browser with the features that the client needs preloads modules itself.
    modulePreload: { polyfill: false },
    // Licence texts next to the bundle, as the licences require.
    license: { fileName: 'third-party-licences.md' },
    // pdf.js is larger, but only the viewer loads it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Code of every page in one chunk, which stays cached when our own code changes.
          groups: [{ name: 'base', test: foundation }],
        },
      },
    },
  },
});
