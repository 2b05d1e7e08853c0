import type { Logger } from '@waybill/service-kit';
import { ServiceServer } from '../../service-server.js';
import type { Dispatcher } from './dispatcher.js';

/** What a service tells the transport as it comes and goes. */
export interface InProcessPeer {
  join(server: InProcessServer): Promise<Dispatcher>;
  leave(server: InProcessServer): void;
}

/** The Nest strategy of one service of this process. */
export class InProcessServer extends ServiceServer {
  private dispatcher: Dispatcher | undefined;

  constructor(
    service: string,
    log: Logger,
    private readonly peer: InProcessPeer,
  ) {
    super(service, log);
  }

  listen(callback: (error?: unknown) => void): void {
    this.peer.join(this).then(
      (dispatcher) => {
        this.dispatcher = dispatcher;
        callback();
      },
      (error: unknown) => callback(error),
    );
  }

  async close(): Promise<void> {
    this.peer.leave(this);
    const stopped = this.dispatcher?.stop();
    await this.drain();
    await stopped;
  }
}
