const TICK_MS = 5_000;
/** A tick that is this late shows that the computer slept. Timers of hidden tabs run once a minute. */
const SLEEP_MS = 20_000;
/** Without any progress for so long, a connection is dead. Slow lines fill the socket's buffer in bursts. */
const SILENCE_MS = 60_000;
/** The server may take longer to finish a large file after its last byte. */
const ANSWER_MS = 180_000;

interface Listeners {
  /** The browser says that it is offline. */
  readonly onOffline: () => void;
  /** The browser says that it is online again. */
  readonly onOnline: () => void;
  /** The computer slept, or nothing happened for too long: the request in progress is dead. */
  readonly onDead: () => void;
}

/** Detects dead connections, which a request in progress does not: the network was lost, or the computer slept. */
export class ConnectionWatch {
  private readonly timer = setInterval(() => this.tick(), TICK_MS);
  private tickedAt = Date.now();
  private activeAt = Date.now();
  private waitsForAnswer = false;

  constructor(private readonly listeners: Listeners) {
    window.addEventListener('offline', listeners.onOffline);
    window.addEventListener('online', listeners.onOnline);
  }

  /** To be called for every sign of life. `waitsForAnswer`: all bytes of the request were sent. */
  touch(waitsForAnswer: boolean): void {
    this.activeAt = Date.now();
    this.waitsForAnswer = waitsForAnswer;
  }

  end(): void {
    clearInterval(this.timer);
    window.removeEventListener('offline', this.listeners.onOffline);
    window.removeEventListener('online', this.listeners.onOnline);
  }

  private tick(): void {
    const now = Date.now();
    const hasSlept = now - this.tickedAt > SLEEP_MS;
    const silence = now - this.activeAt;
    this.tickedAt = now;
    if ((hasSlept && silence > SLEEP_MS) || silence > (this.waitsForAnswer ? ANSWER_MS : SILENCE_MS)) {
      this.touch(false);
      this.listeners.onDead();
    }
  }
}
