import type { Backlog } from './bus-transport.js';

/** Counts the events that wait for each service. */
export abstract class EventBacklogs {
  /** Rejects while the bus is unavailable. */
  abstract of(service: string): Promise<Backlog>;
}
