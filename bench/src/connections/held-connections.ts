import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** Connections that stay open, each of a client in a network of its own. */
export class HeldConnections {
  private readonly requests: ClientRequest[] = [];
  /** Number of connections by status. */
  readonly statuses = new Map<number, number>();

  /**
   * Opens connections one after the other, and keeps each whose response is 200.
   * @param onOpen gets the response, of which nothing was read
   */
  async open(
    url: string,
    headers: Readonly<Record<string, string>>,
    count: number,
    onOpen: (response: IncomingMessage) => void,
  ): Promise<void> {
    for (let n = 0; n < count; n++) {
      const network = `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
      const response = await this.send(url, { ...headers, 'x-forwarded-for': network });
      const status = response.statusCode ?? 0;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === 200) onOpen(response);
      else response.resume();
    }
  }

  close(): void {
    for (const sent of this.requests) sent.destroy();
  }

  private send(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { headers, agent: false }, resolve);
      // No effect when `close` destroys the request later: the response has resolved the promise.
      sent.on('error', reject);
      sent.end();
      this.requests.push(sent);
    });
  }
}
