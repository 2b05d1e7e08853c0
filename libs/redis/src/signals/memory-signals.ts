import { EventEmitter } from 'node:events';
import { Signals } from './signals.js';

/** Signals within one process. All its modules must share one instance. */
export class MemorySignals extends Signals {
  private readonly topics = new EventEmitter().setMaxListeners(0);

  override send(topic: string, message: string): Promise<void> {
    // Deliver in a later turn of the event loop, as from another process: the sender must not wait for its listeners.
    setImmediate(() => this.topics.emit(`topic ${topic}`, message));
    return Promise.resolve();
  }

  override listen(topic: string, listener: (message: string) => void): Promise<() => void> {
    this.topics.on(`topic ${topic}`, listener);
    return Promise.resolve(() => void this.topics.off(`topic ${topic}`, listener));
  }

  override close(): Promise<void> {
    this.topics.removeAllListeners();
    return Promise.resolve();
  }
}
