import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metrics } from '@waybill/service-kit';
import type { Listener } from './listen.js';

export interface TextResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Serves `/metrics` to Prometheus on a port of its own, for a process whose main port is public. */
export class MetricsServer implements Listener {
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.respond(request.url)
        .catch(() => jsonResponse(500, { status: 'failed' }))
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

  protected async respond(path: string | undefined): Promise<TextResponse> {
    if (path !== '/metrics') return jsonResponse(404, { status: 'unknown' });
    return { status: 200, type: metrics.contentType, body: await metrics.render() };
  }
}

export function jsonResponse(status: number, body: object): TextResponse {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
