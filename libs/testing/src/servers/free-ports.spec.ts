import { createServer } from 'node:net';
import { freePort, freePorts } from './free-ports.js';

describe('freePorts', () => {
  it('returns a port once, although nothing listens on it yet', async () => {
    const ports = (await Promise.all([freePorts(300), freePorts(300)])).flat();
    expect(new Set(ports).size).toBe(600);
  });

  it('returns ports that a server can bind', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((listening, failed) => {
      server.once('error', failed).listen(port, '127.0.0.1', listening);
    });
    await new Promise((closed) => server.close(closed));
  });
});
