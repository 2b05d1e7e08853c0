import { createServer } from 'node:net';
import { resolve } from 'node:path';

export type Environment = Readonly<Record<string, string>>;

/** Node keeps what it compiled: the suite starts the same programs some two hundred times. */
export const compileCache: Environment = {
  NODE_COMPILE_CACHE: resolve(__dirname, '../../../node_modules/.cache/waybill-e2e'),
};

export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
