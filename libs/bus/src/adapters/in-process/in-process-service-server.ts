import { ServiceServer, type ServiceServerOptions } from '../../service-server.js';
import type { Dispatcher } from './dispatcher.js';

/** The part of the transport that a service joins when it starts, and leaves when it closes. */
export interface InProcessRegistry {
  join(server: InProcessServiceServer): Promise<Dispatcher>;
  leave(server: InProcessServiceServer): void;
}

/** The Nest strategy of one service of this process. */
export class InProcessServiceServer extends ServiceServer {
  private dispatcher: Dispatcher | undefined;

  constructor(
    options: ServiceServerOptions,
    private readonly registry: InProcessRegistry,
  ) {
    super(options);
  }

  protected override async startConsuming(): Promise<void> {
    this.dispatcher = await this.registry.join(this);
  }

  async close(): Promise<void> {
    this.registry.leave(this);
    const stopped = this.dispatcher?.stop();
    await this.drain();
    await stopped;
  }
}
