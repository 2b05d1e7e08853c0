import type { Browser } from 'playwright-core';
import { eventually, pdf } from '@waybill/testing';
import { describeInBrowser, launch, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { ApiClient } from '../support/api-client.js';
import { wav } from '../support/wav.js';

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

  it('loads a PDF whose bytes did not arrive, by itself or on request', async () => {
    const id = await new ApiClient(waybill.url).upload({ name: 'plan.pdf', bytes: pdf({ pages: 2 }) });
    const { page } = await Window.open(browser, waybill.url);
    const bytes = `**/api/files/${id}/download?*`;
    await page.route(bytes, (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(`/${id}`);
    await page.getByText('of 2', { exact: true }).waitFor();
    await page.route(bytes, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByRole('heading', { name: 'Failed to load document preview' }).waitFor();
    await page.unroute(bytes);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('of 2', { exact: true }).waitFor();
  });

  it('plays a sound on from where it stopped once the server answers again', async () => {
    const id = await new ApiClient(waybill.url).upload({ name: 'horn.wav', bytes: wav(600) });
    const { page } = await Window.open(browser, waybill.url);
    await page.goto(`/${id}`);
    const isNow = (property: string, value: number) =>
      eventually(async () =>
        expect(await page.evaluate(`document.querySelector('audio')?.${property}`)).toBe(value),
      );
    await isNow('duration', 600);
    const bytes = `**/api/files/${id}/download?*`;
    await page.route(bytes, (route) => route.fulfill({ status: 503 }));
    await page.evaluate('document.querySelector("audio").currentTime = 400');
    await page.getByText('Playback was interrupted').waitFor();
    await page.unroute(bytes);
    await page.getByRole('button', { name: 'Try again' }).click();
    await isNow('currentTime', 400);
  });

  it('says that a sound cannot be played only when its bytes arrive', async () => {
    const torn = wav(1);
    // No known encoding.
    torn.writeUInt16LE(0x7777, 20);
    const id = await new ApiClient(waybill.url).upload({ name: 'torn.wav', bytes: torn });
    const { page } = await Window.open(browser, waybill.url);
    const bytes = `**/api/files/${id}/download?*`;
    await page.route(bytes, (route) => route.fulfill({ status: 503 }));
    await page.goto(`/${id}`);
    await page.getByText('Playback was interrupted').waitFor();
    await page.unroute(bytes);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Preview not available for this file type' }).waitFor();
  });
});
