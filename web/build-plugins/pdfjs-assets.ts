import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Folders of pdfjs-dist that the viewer loads at run time: character maps, fonts, decoders. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
const BASE = 'pdfjs';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Serves the data files of pdf.js under `/pdfjs/` from this origin, without a CDN. */
export function pdfjsAssets(): Plugin {
  return {
    name: 'waybill:pdfjs-assets',
    configureServer(server) {
      server.middlewares.use(`/${BASE}`, (request, response, next) => {
        const name = assetNames().find((known) => request.url === `/${known}`);
        if (name) response.end(readFileSync(join(packageFolder, name)));
        else next();
      });
    },
    generateBundle() {
      for (const name of assetNames()) {
        this.emitFile({
          type: 'asset',
          fileName: `${BASE}/${name}`,
          source: readFileSync(join(packageFolder, name)),
        });
      }
    },
  };
}

function assetNames(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(packageFolder, folder)).map((file) => `${folder}/${file}`),
  );
}
