import { type LiveEvent, liveEventSchema } from '@waybill/contracts';

const ADDRESS = '/api/live';
/** The browser reconnects by itself, but not after an answer that is no stream. */
const RETRY_MS = 30_000;

/** Receives the events of the account, as long as somebody listens. */
export class LiveConnection {
  private readonly listeners = new Set<(event: LiveEvent) => void>();
  private readonly watchers = new Set<() => void>();
  private source: EventSource | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private connected = false;

  get isConnected(): boolean {
    return this.connected;
  }

  /** Calls `onChange` whenever the connection comes or goes. @returns stops it */
  watch(onChange: () => void): () => void {
    this.watchers.add(onChange);
    return () => void this.watchers.delete(onChange);
  }

  listen(listener: (event: LiveEvent) => void): () => void {
    this.listeners.add(listener);
    if (this.source === null) this.open();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.close();
    };
  }

  private open(): void {
    clearTimeout(this.retry);
    if (typeof EventSource === 'undefined') return;
    // With the events of the last minutes: they say who is reading already.
    const source = new EventSource(`${ADDRESS}?lastEventId=0`);
    this.source = source;
    source.onopen = () => this.setConnected(true);
    source.onmessage = ({ data }) => {
      const { data: event } = liveEventSchema.safeParse(JSON.parse(String(data)));
      if (event) for (const listener of this.listeners) listener(event);
    };
    source.onerror = () => {
      this.setConnected(false);
      if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
      this.retry = setTimeout(() => this.open(), RETRY_MS);
    };
  }

  private close(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
    this.setConnected(false);
  }

  private setConnected(connected: boolean): void {
    if (this.connected === connected) return;
    this.connected = connected;
    for (const watcher of this.watchers) watcher();
  }
}

export const liveConnection = new LiveConnection();
