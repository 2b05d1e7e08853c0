import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Listener } from './listen.js';

/** `/livez` and `/readyz` of a process that has no HTTP of its own: for orchestrators, not for people. */
export class HealthServer implements Listener {
  private readonly server: Server;
  private draining = false;

  /** @param components the parts the process stands on, each `ok` or `down` */
  constructor(private readonly components: () => Promise<Record<string, string>>) {
    this.server = createServer((request, response) => {
      void this.answer(request.url).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(JSON.stringify(body));
      });
    });
  }

  async listen(port: number, host: string): Promise<string> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on the process is alive, but not ready. */
  drain(): void {
    this.draining = true;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(path: string | undefined): Promise<{ status: number; body: object }> {
    if (path === '/livez') return { status: 200, body: { status: 'ok' } };
    if (path !== '/readyz') return { status: 404, body: { status: 'unknown' } };
    if (this.draining) return { status: 503, body: { status: 'ending' } };
    const components = await this.components();
    const isWell = Object.values(components).every((status) => status === 'ok');
    return { status: isWell ? 200 : 503, body: { status: isWell ? 'ok' : 'degraded', components } };
  }
}
