import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|mjs|css|svg|wasm|bcmap|pfb|ttf|icc)$/;
const MIN_BYTES = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Puts a `.br` and a `.gz` beside each file that shrinks, so that the gateway never compresses anything twice. */
export function precompressed(): Plugin {
  return {
    name: 'waybill:precompressed',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (!TEXT.test(file.fileName) || bytes.length < MIN_BYTES) continue;
        const small = await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 9,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        });
        if (small.length > bytes.length * 0.9) continue;
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: small });
        this.emitFile({
          type: 'asset',
          fileName: `${file.fileName}.gz`,
          source: await zip(bytes, { level: 9 }),
        });
      }
    },
  };
}
