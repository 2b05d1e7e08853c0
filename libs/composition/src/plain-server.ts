import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics } from '@waybill/service-kit';
import type { Listener } from './listen.js';

export interface PlainAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** HTTP server for orchestrators and Prometheus: a few fixed paths, each with a text as its response. */
export abstract class PlainServer implements Listener {
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request.url)
        .catch(() => json(500, { status: 'failed' }))
        .then(({ status, type, body }) => {
          response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
          response.end(body);
        });
    });
  }

  async listen(port: number, host: string): Promise<string> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  protected async answer(path: string | undefined): Promise<PlainAnswer> {
    if (path !== '/metrics') return json(404, { status: 'unknown' });
    return { status: 200, type: metrics.contentType, body: await metrics.render() };
  }
}

export function json(status: number, body: object): PlainAnswer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
