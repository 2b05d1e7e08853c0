import { pdf } from '@waybill/testing';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch, screens, Window } from '../support/browser.js';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

/** An ordinary user agent, because Waybill treats that of a headless browser as a bot. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describeInBrowser('a document that is read', () => {
  let waybill: Instance;
  let browser: Browser;
  let owner: Window;
  let visitor: Window;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
    owner = await Window.open(browser, waybill.url, screens.desktop);
    await owner.signIn();
  });
  beforeEach(async () => {
    visitor = await Window.open(browser, waybill.url, { ...screens.desktop, userAgent });
  });
  afterAll(async () => {
    const complaints = [...owner.complaints, ...visitor.complaints];
    await Promise.all([owner.close(), visitor.close()]);
    await browser.close();
    await waybill.dispose();
    expect(complaints.filter((text) => !/status of 40[14]/.test(text))).toEqual([]);
  });

  it('an owner sees a document being read, page by page, in another browser', async () => {
    const buffer = Buffer.from(pdf({ pages: 30, title: 'Long plan' }));
    const id = await owner.upload({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer });
    await owner.page.goto(`/analytics/${id}`);
    await owner.page.getByRole('heading', { name: 'File Analytics' }).waitFor();

    await visitor.page.goto(`/${id}`);
    await visitor.page.locator('[data-page="30"]').waitFor({ state: 'attached' });
    await owner.page.getByText(/reading page 1 now/).waitFor();
    await visitor.page.locator('[data-page="7"]').evaluate((element) => element.scrollIntoView());
    await owner.page.getByText(/reading page 7 now/).waitFor();
    await owner.picture('desktop-reading-now');
    await visitor.page.close();

    // A page that is closed under load may not report its end. The server ends its visit a minute later.
    await owner.page.getByText(/reading page/).waitFor({ state: 'detached', timeout: 150_000 });
    await owner.page
      .getByRole('region', { name: 'Time by page' })
      .getByRole('rowheader', { name: '7' })
      .waitFor();
    await owner.page.getByRole('img', { name: /of 30 pages, longest on page/ }).waitFor();
  });
});
