import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.js';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer of a receiver. Null: it never answers. */
export type ReceiverAnswer = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
} | null;

/** A server that receives webhooks and answers as the test decides. */
export class WebhookReceiver {
  readonly posts: ReceivedPost[] = [];
  answer: (post: ReceivedPost) => ReceiverAnswer = () => ({ status: 204 });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        const post = { path, headers, body: Buffer.concat(parts).toString() };
        receiver.posts.push(post);
        const answer = receiver.answer(post);
        if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Waits until `count` posts have arrived. */
  arrived(count: number): Promise<readonly ReceivedPost[]> {
    return eventually(() => {
      if (this.posts.length < count) throw new Error(`${this.posts.length} of ${count} posts arrived`);
      return this.posts;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
