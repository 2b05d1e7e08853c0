import type { Bus, EventPublisher } from './bus.js';
import type { DeadLetters } from './dead-letters.js';
import type { ServiceServer } from './service-server.js';

/** One message bus: everything a process needs to talk over it. */
export interface BusTransport {
  /** The Nest strategy of `service`: `NestFactory.createMicroservice(Module, { strategy: transport.server('auth') })`. */
  server(service: string): ServiceServer;
  client(): Bus;
  publisher(): EventPublisher;
  deadLetters(): DeadLetters;
  /** Rejects while the bus does not answer. */
  check(): Promise<void>;
  /** After the services on it were closed. */
  close(): Promise<void>;
}
