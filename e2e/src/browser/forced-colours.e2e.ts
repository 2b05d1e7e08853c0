import type { Browser, Locator } from 'playwright-core';
import { describeInBrowser, launch, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

describeInBrowser('the web client in forced colours', () => {
  let waybill: Instance;
  let browser: Browser;

  beforeAll(async () => {
    waybill = await startInstance(FREE);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  const open = () =>
    Window.open(browser, waybill.url, {
      forcedColors: 'active',
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });

  /** Whether a control looks different after a press of the space bar, without the focus. */
  async function changes(control: Locator, picture: Locator): Promise<boolean> {
    const before = await picture.screenshot();
    await control.press('Space');
    await control.blur();
    return !before.equals(await picture.screenshot());
  }

  it('shows which period of the prices is chosen', async () => {
    const { page } = await open();
    await page.goto('/pricing');
    const annual = page.getByRole('radio', { name: 'Annual' });
    expect(await changes(annual, page.locator('label').filter({ hasText: 'Annual' }))).toBe(true);
  });

  it('shows whether a switch is on', async () => {
    const window = await open();
    const { page } = window;
    await window.signIn();
    await page.goto('/account?tab=notifications');
    const firstView = page.getByRole('switch', { name: 'First view' });
    expect(await changes(firstView, page.locator('.mantine-Switch-track').first())).toBe(true);
  });
});
