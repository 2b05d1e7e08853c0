import { ReadingReporter } from './reading-reporter.js';

interface Report {
  readonly events: { readonly page: number; readonly ms: number }[];
  readonly finished?: boolean;
}

const setVisibility = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('ReadingReporter', () => {
  let reports: Report[];
  let reporter: ReadingReporter;
  beforeEach(() => {
    jest.useFakeTimers();
    setVisibility('visible');
    reports = [];
    reporter = new ReadingReporter('/api/files/1/visits/2', (_address, body) => {
      reports.push(JSON.parse(body) as Report);
      return true;
    });
  });
  afterEach(() => {
    reporter.close();
    jest.useRealTimers();
  });

  const readMs = (page: number) =>
    reports
      .flatMap(({ events }) => events)
      .reduce((sum, event) => sum + (event.page === page ? event.ms : 0), 0);

  it('reports the visible time of each page, at most every five seconds', () => {
    reporter.show(1);
    jest.advanceTimersByTime(2000);
    reporter.show(3);
    jest.advanceTimersByTime(9000);
    expect(reports).toHaveLength(2);
    expect([readMs(1), readMs(3)]).toEqual([2000, 8000]);
    expect(reports[0]?.events.at(-1)?.page).toBe(3);
  });

  it('reports when the tab is hidden, because a phone can end it without a further event', () => {
    reporter.show(1);
    jest.advanceTimersByTime(1500);
    setVisibility('hidden');
    expect(readMs(1)).toBe(1500);
    setVisibility('visible');
    setVisibility('hidden');
    expect(reports).toHaveLength(1);
  });

  it('counts no time of a hidden tab', () => {
    reporter.show(1);
    jest.advanceTimersByTime(1500);
    setVisibility('hidden');
    jest.advanceTimersByTime(60_000);
    setVisibility('visible');
    jest.advanceTimersByTime(1000);
    reporter.close();
    expect(readMs(1)).toBe(2500);
  });

  it('counts no time of a sleeping computer', () => {
    reporter.show(1);
    jest.advanceTimersByTime(1000);
    const asleep = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
    reporter.show(2);
    asleep.mockRestore();
    reporter.close();
    expect(readMs(1)).toBeLessThanOrEqual(4000);
  });

  it('reports the rest when the page is closed, once, and goes on when it is brought back', () => {
    reporter.show(2);
    jest.advanceTimersByTime(1200);
    window.dispatchEvent(new Event('pagehide'));
    reporter.close();
    expect(reports).toEqual([{ events: [{ page: 2, ms: 1200 }], finished: true }]);
  });
});
