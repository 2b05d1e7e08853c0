import { resolve } from 'node:path';

export type Environment = Readonly<Record<string, string>>;

/** Node's compile cache, because the suite starts the same programs about two hundred times. */
export const compileCache: Environment = {
  NODE_COMPILE_CACHE: resolve(__dirname, '../../../node_modules/.cache/waybill-e2e'),
};
