import type { LiveEvent } from '@waybill/contracts';
import type { ApiClient } from './api-client.js';

export interface ReceivedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

/** Reads the server-sent events of GET /api/live. */
export class LiveClient {
  readonly events: ReceivedEvent[] = [];
  /** Comments, such as heartbeats. */
  readonly comments: string[] = [];
  /** Id of the latest event. As in a browser, a block without data sets it, too. */
  lastEventId = '';
  /** Resolves when the server ended the stream, or the client closed it. */
  readonly ended: Promise<void>;
  private readonly abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.abort = abort;
    this.ended = this.read(response);
  }

  static async open(owner: ApiClient, headers: Record<string, string> = {}, query = ''): Promise<LiveClient> {
    const abort = new AbortController();
    const response = await owner.fetch(`/api/live${query}`, { headers, signal: abort.signal });
    if (response.status !== 200) throw new Error(`GET /api/live answered ${response.status}`);
    return new LiveClient(response, abort);
  }

  get types(): string[] {
    return this.events.map(({ event }) => event.type);
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.ended;
  }

  private async read({ body }: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const bytes of body ?? []) {
        text += decoder.decode(bytes as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.receive(block);
      }
    } catch (error) {
      if (!this.abort.signal.aborted) throw error;
    }
  }

  private receive(block: string): void {
    const lines = block.split('\n');
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    this.comments.push(...lines.filter((line) => line.startsWith(':')));
    this.lastEventId = field('id') ?? this.lastEventId;
    const data = field('data');
    if (data !== undefined) this.events.push({ id: this.lastEventId, event: JSON.parse(data) as LiveEvent });
  }
}
