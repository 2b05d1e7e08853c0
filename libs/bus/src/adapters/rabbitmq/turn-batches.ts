import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum number of items that are sent together. Bounds the size of a message. */
const MAX_BATCH = 64;

/**
 * Sends items to one destination together if they are added within one turn of the event loop. No item waits longer.
 */
export class TurnBatches<T> {
  private readonly batches = new Map<string, { readonly items: T[]; readonly sent: Promise<void> }>();

  constructor(private readonly send: (destination: string, items: readonly T[]) => void) {}

  get isEmpty(): boolean {
    return this.batches.size === 0;
  }

  /** Resolves after `send` was called with the item. Rejects with its error. */
  async add(destination: string, item: T): Promise<void> {
    const begun = this.batches.get(destination);
    if (begun && begun.items.length < MAX_BATCH) {
      begun.items.push(item);
      return begun.sent;
    }
    const items = [item];
    const sent = nextTurn().then(() => {
      if (this.batches.get(destination)?.items === items) this.batches.delete(destination);
      this.send(destination, items);
    });
    this.batches.set(destination, { items, sent });
    return sent;
  }
}
