import type { AnalyticsReport } from '@waybill/contracts';
import { eventually, pdf } from '@waybill/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import { describeInBrowser } from '../support/browser.js';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { PlainBrowser, type Tab } from '../support/plain-browser.js';
import { startInstance } from '../support/start-instance.js';

/** Seconds that a page counts at most for a gap in its clock, such as a sleep of the computer. */
const GAP = 3;
/** Tolerance in seconds, because the page and the test do not begin to count at the same moment. */
const LATER = 0.5;

/** Seconds since the tab was opened. */
type ClockOfTab = () => number;

describeInBrowser('the time that a report shows', () => {
  let waybill: Instance;
  let browser: PlainBrowser;
  let owner: ApiClient;
  let id: string;
  let tab: Tab;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
    browser = await PlainBrowser.start();
  });
  beforeEach(async () => {
    id = await owner.upload({ name: 'Plan.pdf', bytes: Buffer.from(pdf({ pages: 3, title: 'Plan' })) });
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  async function open(): Promise<ClockOfTab> {
    const openedAt = performance.now();
    tab = await browser.open(`${waybill.url}/${id}`);
    const canvas = `document.querySelector('[data-page="1"] canvas') !== null`;
    await eventually(async () => expect(await tab.evaluate(canvas)).toBe(true));
    return () => (performance.now() - openedAt) / 1000;
  }

  /** Closes the tab, and compares the report with the clock. @param least seconds that were certainly read */
  async function closeAndCompare(least: () => number, most: () => number): Promise<void> {
    await tab.close();
    const [atLeast, atMost] = [least(), most()];
    const report = async () =>
      ((await (await owner.get(`/api/files/${id}/analytics`)).json()) as AnalyticsReport).analytics;
    await eventually(async () => {
      const [entry] = await report();
      expect(entry?.durationSeconds).toBeGreaterThanOrEqual(atLeast - LATER);
    });
    const entries = await report();
    expect(entries).toHaveLength(1);
    const seconds = entries[0]?.durationSeconds ?? 0;
    process.stdout.write(`${seconds} s, read for ${atLeast.toFixed(1)} to ${atMost.toFixed(1)} s.\n`);
    expect(seconds).toBeLessThanOrEqual(atMost + LATER);
  }

  it('a report shows the time until the tab was closed', async () => {
    const clock = await open();
    const begunAt = clock();
    await sleep(7000);
    await closeAndCompare(() => clock() - begunAt, clock);
  });

  it('a report shows nothing of the sleep of a computer', async () => {
    const clock = await open();
    const begunAt = clock();
    await sleep(2500);
    const asleepFrom = clock();
    await browser.signal('SIGSTOP');
    await sleep(20_000);
    await browser.signal('SIGCONT');
    const asleep = clock() - asleepFrom;
    await sleep(2500);
    const awake = () => clock() - asleep;
    await closeAndCompare(
      () => awake() - begunAt,
      () => awake() + GAP,
    );
  });

  it('a report shows nothing of the time behind another tab', async () => {
    const clock = await open();
    const begunAt = clock();
    await sleep(2500);
    const hiddenFrom = clock();
    const other = await browser.open('about:blank');
    await eventually(async () => expect(await tab.evaluate('document.visibilityState')).toBe('hidden'));
    await sleep(12_000);
    await tab.bringToFront();
    await eventually(async () => expect(await tab.evaluate('document.visibilityState')).toBe('visible'));
    const hidden = clock() - hiddenFrom;
    await sleep(2500);
    const visible = () => clock() - hidden;
    await closeAndCompare(() => visible() - begunAt, visible);
    await other.close();
  });
});
