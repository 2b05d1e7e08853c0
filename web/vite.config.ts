import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { pdfjsAssets } from './build-plugins/pdfjs-assets.js';

export default defineConfig({
  plugins: [react(), pdfjsAssets()],
  // The shared contracts are compiled from their source, so the client needs no build before it.
  resolve: { conditions: ['@waybill/source', ...defaultClientConditions] },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: { chunkSizeWarningLimit: 700 },
});
