import type { BundleView } from '@waybill/contracts';
import type { Browser } from 'playwright-core';
import { ApiClient, textFile } from '../support/api-client.js';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const EXPECTED_COMPLAINTS = /status of 401/;

describeInBrowser.each(['desktop', 'phone'] as Screen[])('bundles, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let visitor: Window;

  beforeAll(async () => {
    waybill = await startInstance({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
    browser = await launch();
    visitor = await Window.open(browser, waybill.url, screens[screen]);
  });
  afterAll(async () => {
    const { complaints } = visitor;
    await visitor.close();
    await browser.close();
    await waybill.dispose();
    expect(complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });

  it('show their files behind their password, and download one or all', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const fileIds = [await owner.upload(textFile('terms.txt', 'terms'))];
    fileIds.push(await owner.upload(textFile(`${'a-long-name-'.repeat(12)}.txt`, 'plan')));
    const created = await owner.json('POST', '/api/bundles', { name: 'Offer 2026', fileIds });
    const { id } = (await created.json()) as BundleView;
    await owner.json('PUT', `/api/bundles/${id}`, { password: 'sesame' });

    const { page } = visitor;
    await page.goto(`/b/${id}`);
    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await visitor.picture(`${screen}-bundle-gate`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Offer 2026' }).waitFor();
    expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(2);
    expect(await visitor.overflow()).toBeLessThanOrEqual(0);
    await visitor.picture(`${screen}-bundle`);
    for (const [link, name] of [
      [/Download all/, 'Offer 2026.zip'],
      ['Download terms.txt', 'terms.txt'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: link }).click();
      expect((await download).suggestedFilename()).toBe(name);
    }
  });
});
