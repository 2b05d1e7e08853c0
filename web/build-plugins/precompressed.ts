import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|mjs|css|svg|wasm|bcmap|pfb|ttf|icc)$/;
const MIN_BYTES = 256;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` beside each file that shrinks, so that the gateway serves them without compressing.
 */
export function precompressed(): Plugin {
  return {
    name: 'waybill:precompressed',
    apply: 'build',
    // Reads from the disk, because Vite fills in chunks after the last plugin has seen the bundle.
    async writeBundle({ dir = 'dist' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => TEXT.test(file))) {
        await compress(join(dir, name));
      }
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const small = await brotli(bytes, {
    params: {
      // A mode for fonts that compresses scripts better, too, large ones most.
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  if (small.length > bytes.length * 0.9) return;
  await writeFile(`${path}.br`, small);
  await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }));
}
