import { type LiveEvent, liveEventSchema } from '@waybill/contracts';

/** Heartbeats are requested as events, because an `EventSource` does not see comments. */
const ADDRESS = '/api/live?heartbeat=event';
/** Delay of our own reconnection. The browser does not reconnect by itself after a response that is no stream. */
const RETRY_MS = 30_000;
/** Silence after which the connection counts as lost: two missing heartbeats of 15 seconds, and some tolerance. */
const SILENCE_MS = 40_000;
/** Lower than the id of any kept event. The events of the last minutes show who is already reading. */
const ALL_KEPT = '0';

/** @param at time of the event by the clock of this browser, in milliseconds */
type LiveListener = (event: LiveEvent, at: number) => void;

/** Receives the events of the account, as long as there are listeners. */
export class LiveConnection {
  private readonly listeners = new Set<LiveListener>();
  private readonly watchers = new Set<() => void>();
  private source: EventSource | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private lastEventId = ALL_KEPT;
  private connected = false;
  /** Milliseconds by which the clock of this browser is ahead of the server's. */
  private clockAhead = 0;

  get isConnected(): boolean {
    return this.connected;
  }

  /** Calls `onChange` when the connection is established or lost. @returns a function that unsubscribes */
  watch(onChange: () => void): () => void {
    this.watchers.add(onChange);
    return () => void this.watchers.delete(onChange);
  }

  listen(listener: LiveListener): () => void {
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
    const source = new EventSource(`${ADDRESS}&lastEventId=${this.lastEventId}`);
    this.source = source;
    this.awaitNews();
    // Connected at the first heartbeat or event, not at the headers: a proxy may pass them on and buffer the rest.
    source.addEventListener('heartbeat', (message) => {
      this.receive(message);
      const { at } = JSON.parse(String(message.data)) as { at?: string };
      if (at !== undefined) this.clockAhead = Date.now() - Date.parse(at);
    });
    source.onmessage = (message: MessageEvent) => {
      this.receive(message);
      const { data: event } = liveEventSchema.safeParse(JSON.parse(String(message.data)));
      if (!event) return;
      for (const listener of this.listeners) listener(event, Date.parse(event.at) + this.clockAhead);
    };
    source.onerror = () => {
      if (this.source !== source) return;
      this.setConnected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.silence);
      this.retry = setTimeout(() => this.open(), RETRY_MS);
    };
  }

  private receive({ lastEventId }: MessageEvent): void {
    if (lastEventId !== '') this.lastEventId = lastEventId;
    this.awaitNews();
    this.setConnected(true);
  }

  /** Reopens the connection after silence, because a lost network or a buffering proxy reports no error. */
  private awaitNews(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.source?.close();
      this.setConnected(false);
      this.open();
    }, SILENCE_MS);
  }

  private close(): void {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.source?.close();
    this.source = null;
    this.lastEventId = ALL_KEPT;
    this.setConnected(false);
  }

  private setConnected(connected: boolean): void {
    if (this.connected === connected) return;
    this.connected = connected;
    for (const watcher of this.watchers) watcher();
  }
}

export const liveConnection = new LiveConnection();
