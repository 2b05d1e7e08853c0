import type { FileRequestView, FileView } from '@waybill/contracts';
import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { violations } from '../screens/axe.js';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, textFile } from '../support/api-client.js';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const MEBIBYTE = 1024 * 1024;
const EXPECTED_COMPLAINTS = /status of (401|404|410)/;

describeInBrowser.each(['desktop', 'phone'] as Screen[])('file requests, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let owner: Window;
  let sender: Window;
  let client: ApiClient;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
    owner = await Window.open(browser, waybill.url, screens[screen]);
    sender = await Window.open(browser, waybill.url, screens[screen]);
    client = await ApiClient.signedIn(waybill.url);
    await owner.page.context().addCookies(client.cookieList());
  });
  afterAll(async () => {
    const complaints = [...owner.complaints, ...sender.complaints];
    await Promise.all([owner.close(), sender.close()]);
    await browser.close();
    await waybill.dispose();
    expect(complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });

  /** Checks the page in both modes. */
  async function look(window: Window, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.page.emulateMedia({ colorScheme });
      await window.picture(`${screen}-${colorScheme}-${name}`);
      expect([name, colorScheme, await violations(window.page)]).toEqual([name, colorScheme, []]);
    }
    expect(await window.overflow()).toBeLessThanOrEqual(0);
  }

  it('file requests bring two files of a person without an account to the account that asks', async () => {
    const { page } = owner;
    await page.goto('/upload');
    if (screen === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByText('No file requests yet').waitFor();
    await look(owner, 'requests-empty');
    await page.getByRole('button', { name: 'New file request' }).click();
    await page.getByLabel('What do you ask for?').fill('Invoices of 2026');
    await page.getByLabel('Message').fill('One PDF for each month, please.\nUntil the end of the year.');
    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await look(owner, 'requests-form');
    await page.getByRole('button', { name: 'Make file request' }).click();
    await page.getByText('0 of 100 files received').waitFor();
    const [request] = (await (await client.get('/api/requests')).json()) as FileRequestView[];
    const slug = request?.slug ?? '';

    await sender.page.goto(`/r/${slug}`);
    await sender.page.getByText('Ada Lovelace asks you for files.').waitFor();
    await sender.page.getByLabel('Password', { exact: true }).fill('wrong');
    await sender.page.getByRole('button', { name: 'Continue' }).click();
    await sender.page.getByText('Incorrect password').waitFor();
    await look(sender, 'request-gate');
    await sender.page.getByLabel('Password', { exact: true }).fill('sesame');
    await sender.page.getByRole('button', { name: 'Continue' }).click();
    const files = [textFile('January.txt'), textFile('February.txt')].map(({ name, bytes }) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(bytes),
    }));
    const chooser = sender.page.getByLabel('Files to send');
    await chooser.setInputFiles(files);
    await sender.page.getByText('Please complete your name and email above, then send 2 files.').waitFor();
    await look(sender, 'request-nameless');
    await sender.page.getByLabel('Your name').fill('Grace Hopper');
    await sender.page.getByLabel('Your email').fill('grace@example.org');
    await sender.page.getByRole('button', { name: 'Send', exact: true }).click();
    await sender.page.getByText('Only the person who asked can open these files.').waitFor();
    await sender.page.getByRole('listitem').filter({ hasText: 'February.txt' }).waitFor();
    await look(sender, 'request-sent');

    await page.getByText('2 of 100 files received').waitFor();
    await page.getByText('Grace Hopper · grace@example.org').first().waitFor();
    await look(owner, 'requests-received');
    await page.getByRole('button', { name: 'QR code: Invoices of 2026' }).click();
    await page.getByRole('img', { name: 'QR code of Invoices of 2026' }).waitFor();
    await page.getByRole('button', { name: 'Edit: Invoices of 2026' }).click();
    await page.getByLabel('What do you ask for?').fill('Bills of 2026');
    await look(owner, 'requests-edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Bills of 2026' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('Closed', { exact: true }).waitFor();

    const received = ((await (await client.get('/api/files')).json()) as FileView[])[0];
    await sender.page.goto(`/${received?.id}`);
    await sender.page.getByText('File not found').first().waitFor();
    await sender.page.goto(`/r/${slug}`);
    await sender.page
      .getByRole('heading', { name: 'This file request is closed: it takes no more files' })
      .waitFor();
    await sender.page.getByText('February.txt').waitFor();
    await look(sender, 'request-closed');

    await page.goto('/upload');
    await page.getByText('From Grace Hopper').first().waitFor();
    await page.getByRole('button', { name: /January.txt/ }).click();
    await page.getByText('sent this file to “Invoices of 2026”').waitFor();
    await look(owner, 'requests-uploads');
    await page.goto('/requests');
    await page.getByRole('button', { name: 'Delete: Bills of 2026' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No file requests yet').waitFor();
  });

  it('file requests take several files of a sender at a time, each of which can be paused', async () => {
    const { id, slug } = (await (
      await client.json('POST', '/api/requests', { title: 'Films of 2026' })
    ).json()) as FileRequestView;
    const { page, context } = sender;
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const limitUploads = (bytesPerSecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await page.goto(`/r/${slug}`);
    await page.getByLabel('Your name').fill('Grace Hopper');
    await limitUploads(MEBIBYTE);
    const films = ['First film.bin', 'Second film.bin'].map((name) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: randomBytes(4 * MEBIBYTE),
    }));
    await page.getByLabel('Files to send').setInputFiles(films);
    await page.getByRole('progressbar', { name: 'Second film.bin' }).waitFor();
    await page.getByRole('button', { name: 'Pause First film.bin' }).press('Enter');
    await page.getByText(/^Paused · \d+%/).waitFor();
    await page
      .getByText(/^\d+% · .*\/s/)
      .first()
      .waitFor();
    const isCut = await page
      .getByTitle('Second film.bin')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(isCut).toBe(false);
    await look(sender, 'request-paused');
    await limitUploads(-1);
    const sent = page.getByRole('region', { name: 'Sent from this browser' });
    await sent.getByText('Second film.bin').waitFor();
    await page.keyboard.press('Enter');
    await sent.getByText('First film.bin').waitFor();
    const [received] = (await (await client.get('/api/requests')).json()) as FileRequestView[];
    expect(received).toMatchObject({ id, filesReceived: 2 });
  });
});
