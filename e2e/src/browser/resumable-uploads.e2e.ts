import type { BundleView } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const MEBIBYTE = 1024 * 1024;
/**
 * The network is lost on purpose. A request that broke off can save its last bytes after the client has asked for the
 * offset. The next request is then refused with 409, and the client asks again.
 */
const EXPECTED_COMPLAINTS = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|status of (401|409)/;

describeInBrowser.each(['desktop', 'phone'] as Screen[])('resumable uploads, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let sender: Window;
  let network: CDPSession;
  let folder: string;
  const film = () => join(folder, 'Offer', 'film.bin');

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
    sender = await Window.open(browser, waybill.url, screens[screen]);
    network = await sender.context.newCDPSession(sender.page);
    await network.send('Network.enable');
    await sender.signIn();
    // A tab with a running upload asks before it is closed.
    sender.page.on('dialog', (dialog) => void dialog.accept());
    folder = await mkdtemp(join(tmpdir(), 'waybill-folder-'));
    await mkdir(join(folder, 'Offer', 'plans'), { recursive: true });
    await writeFile(film(), randomBytes(12 * MEBIBYTE));
    await writeFile(join(folder, 'Offer', 'terms.txt'), 'terms');
    await writeFile(join(folder, 'Offer', 'plans', 'ground floor.txt'), 'plan');
  });
  afterAll(async () => {
    const { complaints } = sender;
    await sender.close();
    await browser.close();
    await waybill.dispose();
    await rm(folder, { recursive: true });
    expect(complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });

  /** `bytesPerSecond`: of uploads; -1 for no limit. */
  const setNetwork = (offline: boolean, bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });

  /** Awaits a share of the film, so that the server has kept some of it. `percent`: for example `20% · 1.5 MB/s`. */
  const hasSent = (percent: RegExp) =>
    sender.page.getByRole('listitem').filter({ hasText: 'film.bin' }).getByText(percent).waitFor();

  it('asks before a link or the button back stops an upload, and goes on where the visitor stays', async () => {
    const window = await Window.open(browser, waybill.url, screens[screen]);
    const { page } = window;
    const slow = await window.context.newCDPSession(page);
    await slow.send('Network.enable');
    const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
    await slow.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: MEBIBYTE / 4 });
    const asked: string[] = [];
    let leaves = false;
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void (leaves ? dialog.accept() : dialog.dismiss());
    });
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Waybill, home page' }).click();
    await page.getByLabel('Files to upload').setInputFiles(film());
    const progress = page.getByRole('progressbar', { name: 'Upload progress' });
    await progress.waitFor();

    await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).click();
    expect(asked).toEqual(['confirm']);
    await page.evaluate('history.back()');
    await eventually(() => expect(asked).toEqual(['confirm', 'confirm']));
    await eventually(() => expect(new URL(page.url()).pathname).toBe('/'));
    await progress.waitFor();
    await page.getByRole('heading', { level: 1, name: 'File Sharing. Made Simple.' }).waitFor();

    leaves = true;
    await page.evaluate('history.back()');
    await page.waitForURL('**/pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).click();
    await page.waitForURL('**/features');
    expect(asked).toHaveLength(3);
    await window.close();
  });

  it('resumable uploads send a folder, survive a lost network and a reload, and give one link for all', async () => {
    const { page } = sender;
    await page.goto('/');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await sender.picture(`${screen}-upload-box`);
    await setNetwork(false, 1.5 * MEBIBYTE);
    await page.getByLabel('Folder to upload').setInputFiles(join(folder, 'Offer'));
    const bar = page.getByRole('progressbar', { name: 'Offer/film.bin' });
    await page
      .getByText(/^\d+% · .*\/s/)
      .first()
      .waitFor();
    expect(await sender.overflow()).toBeLessThanOrEqual(0);
    await sender.picture(`${screen}-upload-sending`);
    // Only what was interrupted is chosen again, so the small files have to be sent before.
    await page.getByLabel('Sent').nth(1).waitFor();
    await hasSent(/^[1-9]\d% · /);

    await page.getByRole('button', { name: 'Pause Offer/film.bin' }).click();
    await page.getByText(/^Paused · \d+%/).waitFor();
    await sender.picture(`${screen}-upload-paused`);
    await page.getByRole('button', { name: 'Resume Offer/film.bin' }).click();
    await bar.waitFor();

    await setNetwork(true, -1);
    await page.getByText('Connection lost. Trying again…').first().waitFor();
    await sender.picture(`${screen}-upload-lost`);
    await setNetwork(false, 1.5 * MEBIBYTE);
    await hasSent(/^[2-9]\d% · /);

    await page.reload();
    await page.getByText('An upload of 3 files was interrupted.', { exact: false }).waitFor();
    expect(await sender.overflow()).toBeLessThanOrEqual(0);
    await sender.picture(`${screen}-upload-interrupted`);

    await setNetwork(false, -1);
    const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Files to upload').setInputFiles(film());
    expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(0);
    const link = page.getByLabel('Link to 3 files');
    await link.waitFor();
    await sender.picture(`${screen}-upload-one-link`);
    const bundleId = (await link.inputValue()).split('/b/')[1] ?? '';
    const response = await sender.context.request.get(`/api/bundles/${bundleId}`);
    const bundle = (await response.json()) as BundleView;
    expect(bundle.name).toBe('Offer');
    expect(bundle.files.map(({ path }) => path).sort()).toEqual([
      'Offer/film.bin',
      'Offer/plans/ground floor.txt',
      'Offer/terms.txt',
    ]);
    const sent = bundle.files.find(({ path }) => path === 'Offer/film.bin');
    const bytes = await sender.context.request.get(`/api/files/${sent?.id}/download`);
    expect((await readFile(film())).equals(await bytes.body())).toBe(true);

    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { name: 'Offer' }).waitFor();
  });

  it('resumable uploads leave nothing of a cancelled folder', async () => {
    const { page } = sender;
    await page.goto('/');
    await setNetwork(false, MEBIBYTE);
    await page.getByLabel('Folder to upload').setInputFiles(join(folder, 'Offer'));
    await page
      .getByText(/^\d+% · .*\/s/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cancel Offer/film.bin' }).click();
    await page.getByText('Files uploaded successfully!').waitFor();
    await page.getByLabel('Link to 2 files').waitFor();
    await setNetwork(false, -1);
    const files = await sender.context.request.get('/api/files');
    const names = ((await files.json()) as { originalName: string }[]).map(
      ({ originalName }) => originalName,
    );
    expect(names.filter((name) => name === 'film.bin')).toHaveLength(1);
  });
});
