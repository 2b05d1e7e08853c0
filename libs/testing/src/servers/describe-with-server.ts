import type { ServerStarter, TestServer } from './test-server.js';

/**
 * A `describe` around tests that need a server, started once for all of them. Where the server cannot be had, the
 * tests are skipped, and the reason is printed.
 * @param tests gets a function that returns the server, to be called within tests and hooks
 */
export function describeWithServer<S extends TestServer>(
  name: string,
  start: ServerStarter<S>,
  tests: (server: () => S) => void,
): void {
  const reason = start.unavailable();
  if (reason !== null) process.stderr.write(`Skipped "${name}": ${reason}\n`);
  (reason === null ? describe : describe.skip)(name, () => {
    let server: S | undefined;

    beforeAll(async () => {
      server = await start();
    });

    afterAll(() => server?.stop());

    tests(() => {
      if (!server) throw new Error('The server starts before the tests, not before they are described');
      return server;
    });
  });
}
