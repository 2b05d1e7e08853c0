import react from '@vitejs/plugin-react';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { pdfjsAssets } from './build-plugins/pdfjs-assets.js';
import { precompressed } from './build-plugins/precompressed.js';
import { withoutJsonSchema } from './build-plugins/without-json-schema.js';
import { workerLicences } from './build-plugins/worker-licences.js';

/** Small parts of the first page that most other pages use too. */
const common =
  /@mantine\/core\/esm\/components\/(Anchor|Paper)\/|\/icons\/Icon(ArrowRight|Code|Key|Mail|Qrcode|ShieldLock|X)\.|\/src\/(components\/ui\/text-link|features\/files\/files\.api|lib\/(access\/file-tokens|format\/duration|pass-focus|polling))\.|contracts\/src\/(format-size|upload-limit-messages)\./;

/** The upload box, with what surrounds it on the first page. */
const upload =
  /\/src\/(features\/(marketing\/(?!landing)|upload\/(components\/(drop-zone|login-to-upload|upload-(box|drop|summary))|hooks\/use-(pasted-files|upload)|unfinished-uploads-key|load-transfers))|components\/ui\/(file-input|hero-illustration)|lib\/(dropped-files|use-file-drop)|pages\/upload-widget)/;

/** Small parts of an upload, which come with its first file. */
const sending =
  /\/src\/features\/upload\/(choose-files|outgoing-file|progress|same-account|selection|transfer|unfinished-uploads|upload-(item|results))\./;

/** Small parts that most pages but the first use. */
const parts =
  /@mantine\/core\/esm\/components\/(Alert|Badge|CloseButton|Skeleton)\/|@mantine\/hooks\/esm\/(use-id|utils\/random-id)|\/src\/(lib\/(format\/date|use-now)|components\/ui\/(error-state|page-skeleton))\./;

/** Shared parts of the pages that show a file. */
const viewing =
  /\/src\/(features\/(files\/(hooks\/use-file\.|components\/expiry-text)|reporting\/report-file\.|viewing\/(components\/(download-link|file-preview|image-preview|no-preview)|reading\/))|lib\/(use-file-id|access\/|uuid))/;

/** Parts of long lists. */
const lists = /\/src\/(components\/ui\/first-rows|lib\/use-(long-list|new-row-focus))\./;

/** Path of the production build. The package's exports lead bundlers to the development build. */
const router = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);

const LICENCES = 'third-party-licences.md';
const licencesOfWorkers = workerLicences(LICENCES);

export default defineConfig({
  plugins: [react(), withoutJsonSchema(), pdfjsAssets(), precompressed(), licencesOfWorkers.write()],
  worker: { plugins: () => [licencesOfWorkers.collect()] },
  // The shared contracts are compiled from their source, so the client needs no build before it.
  resolve: {
    conditions: ['@waybill/source', ...defaultClientConditions],
    alias: { 'react-router/dom': join(router, 'dom-export.mjs'), 'react-router': join(router, 'index.mjs') },
  },
  server: { proxy: { '/api': process.env.WAYBILL_SERVER ?? 'http://127.0.0.1:3000' } },
  build: {
    // Browsers with the features that the client needs also support module preloading.
    modulePreload: { polyfill: false },
    // Licence texts next to the bundle, as the licences require.
    license: { fileName: LICENCES },
    // pdf.js is larger, but only the viewer loads it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk compresses better than many small ones. A group also takes what its modules import, so the groups
          // of higher priority take what the others share.
          groups: [
            // Libraries of every page, which stay cached when our own code changes.
            { name: 'base', tags: ['$initial'], test: /node_modules/, priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            { name: 'common', test: common, priority: 3 },
            { name: 'upload', test: upload, priority: 2 },
            { name: 'sending', test: sending, priority: 1 },
            { name: 'parts', test: parts, priority: 1 },
            { name: 'viewing', test: viewing },
            { name: 'lists', test: lists },
          ],
        },
      },
    },
  },
});
