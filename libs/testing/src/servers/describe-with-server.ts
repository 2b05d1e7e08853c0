import type { ServerStarter, TestServer } from './test-server.js';

/**
 * `describe` for tests that share one server, started before the first of them. Skips the tests and prints the reason
 * where the server is not available.
 * @param tests receives a function that returns the server; call it only in tests and hooks
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
      if (!server) throw new Error('The server is not started yet: call server() in a test or hook');
      return server;
    });
  });
}
