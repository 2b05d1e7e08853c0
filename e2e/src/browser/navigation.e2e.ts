import { eventually } from '@waybill/testing';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launch, screens, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

describeInBrowser('moving between pages', () => {
  let waybill: Instance;
  let browser: Browser;
  let window: Window;

  beforeAll(async () => {
    waybill = await startInstance(FREE);
    browser = await launch();
  });
  beforeEach(async () => {
    window = await Window.open(browser, waybill.url);
  });
  afterEach(async () => {
    await window.close();
    expect(window.complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const scrolledTo = (page: Page, pixels: number) =>
    eventually(async () => expect(await page.evaluate('window.scrollY')).toBe(pixels));
  const follow = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

  it('begins a page at its top, and returns to the position where it was left', async () => {
    const { page } = window;
    await page.goto('/terms');
    await heading(page, 'Terms & Privacy');
    await page.evaluate('window.scrollTo(0, 300)');
    await follow(page, 'Pricing');
    await heading(page, 'Pricing');
    await scrolledTo(page, 0);
    await page.goBack();
    await heading(page, 'Terms & Privacy');
    await scrolledTo(page, 300);
    await page.goForward();
    await heading(page, 'Pricing');
    await scrolledTo(page, 0);
    await page.goBack();
    await page.reload();
    await heading(page, 'Terms & Privacy');
    await scrolledTo(page, 300);
  });

  it('loads the code of a page when the pointer reaches its link', async () => {
    const { page } = window;
    await page.goto('/terms');
    await page.waitForLoadState('networkidle');
    const script = page.waitForRequest(/\/assets\/pricing\.page-/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).hover();
    await script;
    expect(new URL(page.url()).pathname).toBe('/terms');
  });

  it('asks for a login where one is required, and hides the administration', async () => {
    const { page } = window;
    await page.goto('/account?tab=security');
    await page.getByLabel('Email').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await window.signIn();
    await page.goto('/account?tab=security');
    await heading(page, 'Account settings');
    await page.goto('/admin');
    await heading(page, 'Page not found');
  });

  it('the tabs of the account stay in one row on a phone, and the open one is in view', async () => {
    const { page } = window;
    await page.setViewportSize(screens.phone.viewport);
    await window.signIn();
    await page.goto('/account?tab=webhooks');
    await heading(page, 'Account settings');
    const tabs = await page.getByRole('tab').all();
    const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    const open = boxes.at(-1);
    expect((open?.x ?? 0) + (open?.width ?? 0)).toBeLessThanOrEqual(screens.phone.viewport.width);
    expect(await window.overflow()).toBeLessThanOrEqual(0);
  });

  it('a page whose scripts come from a replica of another version says so, and is loaded again by a link', async () => {
    const { page } = window;
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.goto('/pricing');
    await page.getByText('This page did not load.').waitFor();
    await page.getByRole('link', { name: 'Load it again' }).click();
    await heading(page, 'Pricing');
    // The browser logs the 404.
    window.complaints.length = 0;
  });
});
