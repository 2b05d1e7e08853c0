import type { Browser } from 'playwright-core';
import { ApiClient } from '../support/api-client.js';
import { describeInBrowser, launch, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

describeInBrowser('a printed report', () => {
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

  it('has neither the site around it nor controls, and is dark on white', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const { page, context } = await Window.open(browser, waybill.url);
    await context.addCookies(owner.cookieList());
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/analytics/${id}`);
    await page.getByRole('heading', { name: 'File Information' }).waitFor();
    const chrome = [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('link', { name: 'Export CSV' }),
      page.getByRole('group', { name: 'Filters' }),
    ];
    for (const part of chrome) await part.waitFor();
    await page.evaluate(`window.addEventListener('beforeprint', () => queueMicrotask(() => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector('main section'));
      window.printed = [color, backgroundColor];
    }))`);
    await page.pdf();
    expect(await page.evaluate('window.printed')).toEqual(['rgb(20, 32, 43)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ media: 'print' });
    for (const part of chrome) await part.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'File Information' }).waitFor();
  });
});
