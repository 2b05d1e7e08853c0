/** Stands in for the browser's `EventSource`, which jsdom lacks. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeEventSource[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  /** The connection that was opened last. */
  static get current(): FakeEventSource {
    const newest = FakeEventSource.opened.at(-1);
    if (!newest) throw new Error('No connection was opened');
    return newest;
  }

  /** Replaces the global `EventSource` until `uninstall`. */
  static install(): void {
    FakeEventSource.opened.length = 0;
    Object.assign(globalThis, { EventSource: FakeEventSource });
  }

  static uninstall(): void {
    Reflect.deleteProperty(globalThis, 'EventSource');
  }

  /** Simulates the arrival of the response headers. */
  answer(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  beat(lastEventId = '', at = new Date()): void {
    this.dispatchEvent(new MessageEvent('heartbeat', { data: JSON.stringify({ at }), lastEventId }));
  }

  send(event: object, lastEventId: string): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(event), lastEventId }));
  }

  /** Simulates a lost connection that the browser opens again by itself. */
  break(): void {
    this.readyState = 0;
    this.onerror?.();
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
