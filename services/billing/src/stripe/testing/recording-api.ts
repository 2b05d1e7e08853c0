import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ApiCall {
  /** `POST /v1/subscriptions/sub_1 cancel_at_period_end=true` */
  readonly line: string;
  readonly idempotencyKey: string | undefined;
}

/** A response in place of the upstream server's. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/** HTTP server that records each call and forwards it upstream, unless a fixed response is set. */
export class RecordingApi {
  readonly calls: ApiCall[] = [];
  /** Response to every call; null: the upstream server's own. */
  response: ApiResponse | null = null;
  /** Response to each GET in place of `response`; null: none. */
  subscription: ApiResponse | null = null;

  private constructor(
    private readonly server: Server,
    upstream: string | null,
  ) {
    server.on('request', (request, response) => {
      const { method = '', url = '', headers } = request;
      void text(request)
        .then(async (body) => {
          this.calls.push({
            line: `${method} ${url} ${body}`.trim(),
            idempotencyKey: headers['idempotency-key']?.toString(),
          });
          const { status, body: responseBody } =
            (method === 'GET' ? this.subscription : null) ??
            this.response ??
            (await forward(upstream, method, url, headers.authorization, body));
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(JSON.stringify(responseBody));
        })
        .catch(() => response.destroy());
    });
  }

  /** @param upstream address of the server to forward to; null if every response is set by the test */
  static async start(upstream: string | null): Promise<RecordingApi> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RecordingApi(server, upstream);
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

async function forward(
  upstream: string | null,
  method: string,
  path: string,
  authorization = '',
  body = '',
): Promise<ApiResponse> {
  const response = await fetch(new URL(path, upstream ?? undefined), {
    method,
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body !== '' && { body }),
  });
  return { status: response.status, body: await response.json() };
}
