const TICK_MS = 5_000;
/**
 * A longer time between ticks suggests that the computer slept. Hidden tabs tick only once a minute, so the connection
 * must have been silent, too.
 */
const SLEEP_MS = 20_000;
/**
 * Time without progress after which a connection counts as dead. Long, because slow lines fill the socket's buffer, and
 * so report progress, in bursts.
 */
const SILENCE_MS = 60_000;
/** Time to wait for the response after the last byte. Longer, because the server has to finish a large file. */
const ANSWER_MS = 180_000;

interface Listeners {
  /** The browser says that it is offline. */
  readonly onOffline: () => void;
  /** The browser says that it is online again. */
  readonly onOnline: () => void;
  /** Every few seconds; once a minute in a hidden tab. */
  readonly onTick: () => void;
  /** The page is left or reloaded. */
  readonly onLeave: () => void;
  /** The computer slept, or nothing happened for too long: the request in progress is dead. */
  readonly onDead: () => void;
}

/** Detects connections that died because the network was lost or the computer slept: the request reports no error. */
export class ConnectionWatch {
  private readonly timer = setInterval(() => this.tick(), TICK_MS);
  private tickedAt = Date.now();
  private activeAt = Date.now();
  private waitsForAnswer = false;

  constructor(private readonly listeners: Listeners) {
    window.addEventListener('offline', listeners.onOffline);
    window.addEventListener('online', listeners.onOnline);
    window.addEventListener('pagehide', listeners.onLeave);
  }

  /** Records activity of the connection. `waitsForAnswer`: all bytes of the request were sent. */
  touch(waitsForAnswer: boolean): void {
    this.activeAt = Date.now();
    this.waitsForAnswer = waitsForAnswer;
  }

  end(): void {
    clearInterval(this.timer);
    window.removeEventListener('offline', this.listeners.onOffline);
    window.removeEventListener('online', this.listeners.onOnline);
    window.removeEventListener('pagehide', this.listeners.onLeave);
  }

  private tick(): void {
    this.listeners.onTick();
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
