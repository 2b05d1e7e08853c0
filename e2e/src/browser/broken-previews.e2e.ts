import type { Browser } from 'playwright-core';
import { describeInBrowser, launch, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { ApiClient } from '../support/api-client.js';

describeInBrowser('files with broken content', () => {
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

  it.each([
    ['torn.pdf', '%PDF-1.4 and nothing more'],
    ['torn.png', 'no picture'],
  ])('shows that the preview failed and offers the download: %s', async (name, content) => {
    const id = await new ApiClient(waybill.url).upload({ name, bytes: Buffer.from(content) });
    const { page } = await Window.open(browser, waybill.url);
    await page.goto(`/${id}`);
    await page.getByRole('heading', { name: 'Failed to load document preview' }).waitFor();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
  });
});
