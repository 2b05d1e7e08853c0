import type { Browser } from 'playwright-core';
import { describeInBrowser, launch, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

describeInBrowser('the web client offline', () => {
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

  it('shows an error for a page that is not loaded yet, and loads it by itself once online again', async () => {
    const { page, context } = await Window.open(browser, waybill.url);
    await page.goto('/features');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
    await page.getByText(/could not be fetched\. Please check your connection/).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
  });

  it('loads a page that failed when its link is clicked again', async () => {
    const { page, context } = await Window.open(browser, waybill.url);
    await page.goto('/features');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' });
    await link.click();
    await page.getByText(/could not be fetched\. Please check your connection/).waitFor();
    await context.setOffline(false);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
  });

  it('shows notifications while offline', async () => {
    const { page, context } = await Window.open(browser, waybill.url);
    await page.goto('/');
    const id = await page.evaluate<string>(`
      const form = new FormData();
      form.append('file', new File(['x'], 'note.txt'));
      fetch('/api/upload', { method: 'POST', body: form }).then((answer) => answer.json()).then(({ id }) => id);
    `);
    await page.goto(`/${id}/share`);
    await page.getByRole('heading', { level: 1 }).click();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await page.getByText('Link copied').waitFor();
  });
});
