import type { AnalyticsReport } from '@waybill/contracts';
import { docx, eventually, pdf, pptx, xlsx } from '@waybill/testing';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { PROMOTION } from '../support/environment.js';
import { PASSWORD } from '../support/api-client.js';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { isCluster } from '../support/start-profile.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The browser logs each refused request. Tests below cause these on purpose. */
const EXPECTED_COMPLAINTS = /status of (401|404)/;

// Neither the screen nor the kind of document makes a difference to the processes behind the gateway.
const devices = isCluster() ? ['desktop' as const] : Object.keys(screens);
const documents = [
  ['report.docx', docx('Quarterly report')],
  ['figures.xlsx', xlsx('42')],
  ['talk.pptx', pptx('Welcome')],
].slice(0, isCluster() ? 1 : 3) as [string, Buffer][];

describeInBrowser.each(devices as Screen[])('user journey, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let owner: Window;
  let visitor: Window;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  beforeEach(async () => {
    owner = await Window.open(browser, waybill.url, screens[screen]);
    visitor = await Window.open(browser, waybill.url, screens[screen]);
  });
  afterEach(async () => {
    await Promise.all([owner.close(), visitor.close()]);
    const complaints = [...owner.complaints, ...visitor.complaints];
    expect(complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });

  const expectNoOverflow = async (window: Window) => expect(await window.overflow()).toBeLessThanOrEqual(0);
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    await owner.page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
    await owner.page.waitForURL(new RegExp(`/${UUID}/create$`));
    return owner.page.url().split('/').at(-2)!;
  };
  const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible' });

  it('uploads, renames and shares a file without signing up', async () => {
    const { page } = owner;
    await page.goto('/');
    await seen(page.getByRole('heading', { name: 'File Sharing. Made Simple.' }));
    await seen(page.getByText('No sign up required!'));
    await expectNoOverflow(owner);
    await owner.picture(`${screen}-home`);

    const id = await upload('Plan for spring.pdf', 'application/pdf', pdf({ pages: 3, title: 'Plan' }));
    await seen(page.getByRole('heading', { name: 'Configure File Settings' }));
    await seen(page.locator('canvas'));
    await expectNoOverflow(owner);
    await owner.picture(`${screen}-create`);
    await page.getByLabel('Document name').fill('Plan for summer.pdf');
    await page.getByRole('button', { name: /save/i }).click();
    await page.waitForURL(`**/${id}/share`);
    await seen(page.getByText('Plan for summer.pdf'));
    await expectNoOverflow(owner);
    await owner.picture(`${screen}-share`);

    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.locator('canvas'));
    await seen(visitor.page.getByRole('heading', { name: 'Plan for summer.pdf' }));
    await expectNoOverflow(visitor);
    await visitor.picture(`${screen}-view-pdf`);
    const [download] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.page
        .getByRole('link', { name: /download/i })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe('Plan for summer.pdf');

    await visitor.page.goto(`/embed/${id}`);
    await seen(visitor.page.locator('canvas'));
    await visitor.picture(`${screen}-embed`);
  });

  it('signs up, logs in and lists the files that the browser uploaded before', async () => {
    const { page } = owner;
    const email = `ada-${screen}@example.com`;
    await owner.upload({ name: 'Plan for summer.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await page.goto('/signup');
    await page.getByLabel('Full Name').fill('Ada Lovelace');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await owner.picture(`${screen}-signup`);
    await page.getByRole('button', { name: /sign up|create/i }).click();
    await page.waitForURL('**/login**');
    // The address changes before the form of the old page, which has fields of the same names, is replaced.
    await page.getByLabel('Full Name').waitFor({ state: 'hidden' });
    await page.getByLabel(/email/i).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await owner.picture(`${screen}-login`);
    await page
      .getByRole('button', { name: /log in|sign in/i })
      .last()
      .click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.goto('/upload');
    await seen(page.getByText('Plan for summer.pdf'));
    await expectNoOverflow(owner);
    await owner.picture(`${screen}-uploads`);
  });

  it.each(documents)('shows the PDF rendition of %s, or that there is none', async (name, buffer) => {
    const id = await owner.upload({ name, mimeType: 'application/octet-stream', buffer });
    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.getByRole('heading', { name }));
    await seen(
      visitor.page.locator('canvas').or(visitor.page.getByText(/preview (is )?not available|could not/i)),
    );
    await expectNoOverflow(visitor);
    await visitor.picture(`${screen}-view-${name.split('.').pop()}`);
  });

  // Skips the rest on a cluster: the flows of `api` make the same calls there, and the pages only show the answers.
  if (isCluster()) return;

  it('shows the visits of a file to its owner', async () => {
    await owner.signIn();
    const id = await owner.upload({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.locator('canvas'));
    await eventually(async () => {
      const answer = await owner.context.request.get(`/api/files/${id}/analytics`);
      expect(((await answer.json()) as AnalyticsReport).summary.totalViews).toBe(1);
    });

    const { page } = owner;
    await page.goto(`/analytics/${id}`);
    await seen(page.getByRole('heading', { name: 'File Analytics' }));
    await seen(page.getByText('Plan.pdf'));
    await seen(page.getByText('127.0.0.1'));
    await seen(page.locator('canvas'));
    await expectNoOverflow(owner);
    await owner.picture(`${screen}-analytics`);
  });

  it('asks for the password of a protected file and opens it', async () => {
    const { page } = owner;
    await owner.signIn();
    await page.goto('/upload');
    const id = await upload('secret.png', 'image/png', await picture());
    await page.getByRole('switch', { name: 'Password protection' }).check();
    await page.getByLabel('Password', { exact: true }).fill('open sesame');
    await page.getByRole('button', { name: /save/i }).click();
    await page.waitForURL(`**/${id}/share`);

    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.getByRole('heading', { name: 'This file is protected' }));
    await visitor.picture(`${screen}-password-gate`);
    await visitor.page.getByLabel('Password', { exact: true }).fill('wrong');
    await visitor.page.getByRole('button', { name: 'Open file' }).click();
    await seen(visitor.page.getByText('Incorrect password'));
    await visitor.page.getByLabel('Password', { exact: true }).fill('open sesame');
    await visitor.page.getByRole('button', { name: 'Open file' }).click();
    await seen(visitor.page.getByRole('heading', { name: 'secret.png' }));
    await seen(visitor.page.locator('img[src*="/download"]'));
    await visitor.picture(`${screen}-view-image`);

    await visitor.page.goto(`/embed/${id}`);
    await seen(visitor.page.getByText(/protected/i));
  });

  it('offers a file without a preview for download', async () => {
    const buffer = Buffer.from('just bytes');
    const id = await owner.upload({ name: 'data.bin', mimeType: 'application/octet-stream', buffer });
    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.getByText('Preview not available for this file type'));
    await seen(visitor.page.getByRole('link', { name: /download/i }));
    await visitor.picture(`${screen}-view-none`);
  });

  it('shows the details of a file in its row and deletes it', async () => {
    const { page } = owner;
    await owner.signIn();
    const buffer = Buffer.from('just bytes');
    await owner.upload({ name: 'data.bin', mimeType: 'application/octet-stream', buffer });
    await page.goto('/upload');
    await page.getByText('data.bin').first().click();
    await seen(page.getByRole('button', { name: 'Delete' }));
    await owner.picture(`${screen}-uploads-row`);
    await expectNoOverflow(owner);
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /delete/i })
      .click();
    await page.getByText('data.bin').first().waitFor({ state: 'detached' });
  });

  it('leads home from unknown pages and files', async () => {
    await visitor.page.goto('/no/such/page');
    await seen(visitor.page.getByRole('link', { name: /home/i }));
    await visitor.picture(`${screen}-not-found`);
    await visitor.page.goto('/00000000-0000-4000-8000-000000000000');
    await seen(visitor.page.getByText('File not found'));
    await visitor.page.goto('/upload');
    await visitor.page.waitForURL('**/login**');
  });
});

async function picture(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 500, channels: 3, background: '#2f6f6a' } })
    .png()
    .toBuffer();
}
