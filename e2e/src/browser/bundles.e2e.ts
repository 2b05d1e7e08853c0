import type { BundleView } from '@waybill/contracts';
import type { Browser } from 'playwright-core';
import { pdf } from '@waybill/testing';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, textFile } from '../support/api-client.js';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

/** Script that returns a DataTransfer with a file. */
const DROPPED_FILE = `(() => {
  const transfer = new DataTransfer();
  transfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
  return transfer;
})()`;
const EXPECTED_COMPLAINTS = /status of 40[14]/;

describeInBrowser.each(['desktop', 'phone'] as Screen[])('bundles, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let owner: Window;
  let visitor: Window;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
    owner = await Window.open(browser, waybill.url, screens[screen]);
    visitor = await Window.open(browser, waybill.url, { ...screens[screen], colorScheme: 'dark' });
  });
  afterAll(async () => {
    const complaints = [...owner.complaints, ...visitor.complaints];
    await Promise.all([owner.close(), visitor.close()]);
    await browser.close();
    await waybill.dispose();
    expect(complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });

  const made = async (client: ApiClient) => {
    const fileIds = [
      await client.upload({ name: 'Plan.pdf', bytes: pdf({ pages: 2, title: 'Plan' }) }),
      await client.upload(textFile('terms.txt', 'These are the terms.')),
      await client.upload(textFile(`${'a-long-name-'.repeat(12)}.txt`, 'plan')),
    ];
    const created = await client.json('POST', '/api/bundles', { name: 'Offer 2026', fileIds });
    const { id } = (await created.json()) as BundleView;
    const files = fileIds.map((each, index) => ({
      id: each,
      ...(index === 2 && { path: 'Drawings/a.txt' }),
    }));
    await client.json('PUT', `/api/bundles/${id}`, { files });
    return id;
  };

  it('bundles show their files behind their password, preview them in place, and download one or all', async () => {
    const client = await ApiClient.signedIn(waybill.url);
    const id = await made(client);
    await client.json('PUT', `/api/bundles/${id}`, { password: 'sesame' });

    const { page } = visitor;
    await page.goto(`/b/${id}`);
    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await visitor.picture(`${screen}-bundle-gate`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Offer 2026' }).waitFor();
    expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(3);
    expect(await visitor.overflow()).toBeLessThanOrEqual(0);
    await visitor.picture(`${screen}-bundle`);
    for (const [link, name] of [
      ['Download all', 'Offer 2026.zip'],
      ['Download terms.txt', 'terms.txt'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: link }).click();
      expect((await download).suggestedFilename()).toBe(name);
    }
    await page.getByRole('button', { name: 'Plan.pdf' }).click();
    await page.getByRole('dialog', { name: 'Plan.pdf' }).getByText('1 of 3').waitFor();
    await page.locator('canvas').first().waitFor();
    await visitor.picture(`${screen}-bundle-preview`);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'terms.txt' }).getByText('These are the terms.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Drawings/ }).click();
    await page.getByRole('navigation', { name: 'Folders' }).waitFor();
    await page.getByRole('link', { name: 'Download a.txt' }).waitFor();
  });

  it('an owner shares, changes, watches and deletes bundles', async () => {
    const client = await ApiClient.signedIn(waybill.url);
    const id = await made(client);
    await client.upload(textFile('added.txt', 'added'));
    const { page } = owner;
    await page.context().addCookies(client.cookieList());
    await page.goto(`/b/${id}/share`);
    await page.getByRole('button', { name: 'Move terms.txt up' }).click();
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('checkbox', { name: /added\.txt/ }).click();
    await owner.picture(`${screen}-bundle-picker`);
    await page.getByRole('button', { name: 'Add 1 file' }).click();
    await page.getByRole('button', { name: 'Save files' }).click();
    await page.getByText('Files saved').waitFor();
    const { files } = (await (await client.get(`/api/bundles/${id}`)).json()) as BundleView;
    expect(files.map(({ path }) => path)).toEqual(['terms.txt', 'Plan.pdf', 'Drawings/a.txt', 'added.txt']);

    const dropped = await page.evaluateHandle(DROPPED_FILE);
    await page.getByText('Drop files or a folder here').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('button', { name: 'Move dropped.txt up' }).waitFor();

    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByRole('combobox', { name: 'Downloads' }).click();
    await page.getByRole('option', { name: 'One download' }).click();
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByRole('button', { name: 'Switch them off' }).click();
    await page.getByText('The links of the files are switched off').waitFor();
    expect(await owner.overflow()).toBeLessThanOrEqual(0);
    await owner.picture(`${screen}-bundle-share`);
    expect((await new ApiClient(waybill.url).get(`/api/files/${files[0]?.id}`)).status).toBe(404);
    const links = (await (await client.get(`/api/bundles/${id}/links`)).json()) as { slug: string }[];
    await visitor.page.goto(`/b/${id}`);
    await visitor.page.getByText('Files not found').first().waitFor();
    await visitor.page.goto(`/l/${links[1]?.slug}`);
    await visitor.page.getByRole('heading', { name: 'Offer 2026' }).waitFor();
    const download = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('link', { name: 'Download all' }).click();
    await (await download).path();

    await page.goto(`/b/${id}/analytics`);
    await page.getByRole('heading', { name: 'Bundle Analytics' }).waitFor();
    await owner.picture(`${screen}-bundle-analytics`);
    await page.goto('/upload');
    const list = page.getByRole('list', { name: 'Your bundles' });
    await list.getByText('5 files').waitFor();
    expect(await owner.overflow()).toBeLessThanOrEqual(0);
    await owner.picture(`${screen}-bundle-list`);
    await list.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete bundle' }).click();
    await page.getByText('Bundle deleted').waitFor();
    await list.waitFor({ state: 'detached' });
    expect((await client.get(`/api/files/${files[0]?.id}`)).status).toBe(200);
  });

  it('an owner without an account opens the share page of a new bundle, and the console stays empty', async () => {
    const sender = await Window.open(browser, waybill.url, screens[screen]);
    const { page } = sender;
    await page.goto('/');
    await page.getByLabel('Files to upload').setInputFiles(
      ['plan.txt', 'terms.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(name),
      })),
    );
    await page.getByLabel('Link to 2 files').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Move terms.txt up' }).waitFor();
    await page.getByText('Make a link for each person', { exact: false }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: 'Add files' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Analytics' }).count()).toBe(0);
    expect(await sender.overflow()).toBeLessThanOrEqual(0);
    await sender.picture(`${screen}-bundle-share-no-account`);
    expect(sender.complaints).toEqual([]);
    await sender.close();
  });
});
