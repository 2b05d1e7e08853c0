/** Time between two reports, in milliseconds. */
const REPORT_MS = 5000;
const TICK_MS = 1000;
/** Maximum time that is counted at once. After a longer gap, the computer slept or the browser froze the tab. */
const MAX_TICK_MS = 3000;

type Send = (address: string, body: string) => boolean;

/**
 * Measures how long each page was visible and reports it. Counts only while the tab is visible. Survives closed tabs:
 * `sendBeacon` outlives the page.
 */
export class ReadingReporter {
  private readonly pending = new Map<number, number>();
  private readonly timer: ReturnType<typeof setInterval>;
  private page: number | null = null;
  private countedAt = performance.now();
  private reportedAt = performance.now();
  private isFinished = false;

  /** @param address of the visit that the reading belongs to */
  constructor(
    private readonly address: string,
    private readonly send: Send = beacon,
  ) {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    document.addEventListener('visibilitychange', this.onVisibility);
    window.addEventListener('pagehide', this.finish);
    window.addEventListener('pageshow', this.resume);
  }

  /** @param page that is visible from now on; null: none, such as while a video is paused */
  show(page: number | null): void {
    this.count();
    this.page = page;
  }

  /** Sends the last report, and stops. */
  close(): void {
    this.finish();
    clearInterval(this.timer);
    document.removeEventListener('visibilitychange', this.onVisibility);
    window.removeEventListener('pagehide', this.finish);
    window.removeEventListener('pageshow', this.resume);
  }

  private tick(): void {
    this.count();
    if (this.pending.size > 0 && performance.now() - this.reportedAt >= REPORT_MS) this.report(false);
  }

  /** Adds the time since the last call to the page. Runs before every change of page or visibility. */
  private readonly count = (): void => {
    const now = performance.now();
    const ms = Math.round(Math.min(now - this.countedAt, MAX_TICK_MS));
    this.countedAt = now;
    const wasVisible = this.isVisible;
    this.isVisible = document.visibilityState === 'visible';
    if (this.page === null || !wasVisible || ms <= 0) return;
    const before = this.pending.get(this.page) ?? 0;
    // Keep the visible page last: the last entry of a report is the page that was shown last.
    this.pending.delete(this.page);
    this.pending.set(this.page, before + ms);
  };

  /** Reports when the tab is hidden: phones freeze a hidden tab, and can end it without a further event. */
  private readonly onVisibility = (): void => {
    this.count();
    if (!this.isVisible && this.pending.size > 0) this.report(false);
  };

  private isVisible = document.visibilityState === 'visible';

  private readonly finish = (): void => {
    this.count();
    if (!this.isFinished) this.report(true);
    this.isFinished = true;
  };

  /** Continues after the browser restored the page from its back/forward cache. */
  private readonly resume = (): void => {
    this.isFinished = false;
    this.countedAt = performance.now();
  };

  private report(finished: boolean): void {
    const events = [...this.pending].map(([page, ms]) => ({ page, ms }));
    this.pending.clear();
    this.reportedAt = performance.now();
    this.send(this.address, JSON.stringify({ events, ...(finished && { finished }) }));
  }
}

function beacon(address: string, body: string): boolean {
  return navigator.sendBeacon(address, body);
}
