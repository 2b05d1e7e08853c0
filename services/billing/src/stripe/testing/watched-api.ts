import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ApiCall {
  /** `POST /v1/subscriptions/sub_1 cancel_at_period_end=true` */
  readonly line: string;
  readonly idempotencyKey: string | undefined;
}

/** An answer of the API other than that of the server behind. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Stands before an API: notes each call, and hands it on unless told to answer by itself. */
export class WatchedApi {
  readonly calls: ApiCall[] = [];
  /** What every call is answered, in place of the server behind; null: that server's own answer. */
  answer: ApiAnswer | null = null;

  private constructor(
    private readonly server: Server,
    behind: string | null,
  ) {
    server.on('request', (request, response) => {
      const { method = '', url = '', headers } = request;
      void text(request)
        .then(async (body) => {
          this.calls.push({
            line: `${method} ${url} ${body}`.trim(),
            idempotencyKey: headers['idempotency-key']?.toString(),
          });
          const { status, body: answer } =
            this.answer ?? (await handOn(behind, method, url, headers.authorization, body));
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        })
        .catch(() => response.destroy());
    });
  }

  /** @param behind address of the server that answers; null where every answer is given here */
  static async start(behind: string | null): Promise<WatchedApi> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WatchedApi(server, behind);
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

async function handOn(
  behind: string | null,
  method: string,
  path: string,
  authorization = '',
  body = '',
): Promise<ApiAnswer> {
  const response = await fetch(new URL(path, behind ?? undefined), {
    method,
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body !== '' && { body }),
  });
  return { status: response.status, body: await response.json() };
}
