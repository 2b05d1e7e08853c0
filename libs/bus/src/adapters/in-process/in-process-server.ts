import { type ServiceOnBus, ServiceServer } from '../../service-server.js';
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
    about: ServiceOnBus,
    private readonly peer: InProcessPeer,
  ) {
    super(about);
  }

  protected override async open(): Promise<void> {
    this.dispatcher = await this.peer.join(this);
  }

  async close(): Promise<void> {
    this.peer.leave(this);
    const stopped = this.dispatcher?.stop();
    await this.drain();
    await stopped;
  }
}
