import { docx, pdf, pptx, xlsx } from '@waybill/testing';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { PASSWORD } from '../support/api-client.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OFFICE_TIMEOUT = 60_000;

describeInBrowser.each(Object.keys(screens) as Screen[])('the whole story, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let owner: Window;
  let visitor: Window;

  beforeAll(async () => {
    waybill = await startInstance({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
    browser = await launch();
    owner = await Window.open(browser, waybill.url, screens[screen]);
    visitor = await Window.open(browser, waybill.url, screens[screen]);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  const expectNoOverflow = async (window: Window) => expect(await window.overflow()).toBeLessThanOrEqual(0);
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    await owner.page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });
    await owner.page.waitForURL(new RegExp(`/${UUID}/create$`), { timeout: 30_000 });
    return owner.page.url().split('/').at(-2)!;
  };
  const seen = async (locator: Locator, timeout = 20_000) =>
    locator.first().waitFor({ state: 'visible', timeout });

  it('is uploaded without signing up, set up and handed on by an anonymous owner', async () => {
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

  it('goes on with an account, which takes over what its browser uploaded', async () => {
    const { page } = owner;
    await page.goto('/signup');
    await page.getByLabel('Full Name').fill('Ada Lovelace');
    await page.getByLabel('Email address').fill(`ada-${screen}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await owner.picture(`${screen}-signup`);
    await page.getByRole('button', { name: /sign up|create/i }).click();
    await page.waitForURL('**/login**');
    await page.getByLabel(/email/i).fill(`ada-${screen}@example.com`);
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

  it('is told to the owner: who came, from where and with what', async () => {
    const { page } = owner;
    const id = await page.evaluate<string>(
      "fetch('/api/files').then((answer) => answer.json()).then(([file]) => file.id)",
    );
    await page.goto(`/analytics/${id}`);
    await seen(page.getByRole('heading', { name: 'File Analytics' }));
    await seen(page.getByText('Plan for summer.pdf'));
    await seen(page.getByText('127.0.0.1'));
    await seen(page.locator('canvas'));
    await expectNoOverflow(owner);
    await owner.picture(`${screen}-analytics`);
  });

  it('asks for the password where one is set, and opens with it', async () => {
    const { page } = owner;
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

  it.each([
    ['report.docx', docx('Quarterly report')],
    ['figures.xlsx', xlsx('42')],
    ['talk.pptx', pptx('Welcome')],
  ])('shows %s as a PDF made on the server, or says that it cannot', async (name, buffer) => {
    await owner.page.goto('/upload');
    const id = await upload(name, 'application/octet-stream', buffer);
    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.getByRole('heading', { name }));
    await seen(
      visitor.page.locator('canvas').or(visitor.page.getByText(/preview (is )?not available|could not/i)),
      OFFICE_TIMEOUT,
    );
    await expectNoOverflow(visitor);
    await visitor.picture(`${screen}-view-${name.split('.').pop()}`);
  });

  it('says so when a file has no preview, and lets it be downloaded', async () => {
    await owner.page.goto('/upload');
    const id = await upload('data.bin', 'application/octet-stream', Buffer.from('just bytes'));
    await visitor.page.goto(`/${id}`);
    await seen(visitor.page.getByText('Preview not available for this file type'));
    await seen(visitor.page.getByRole('link', { name: /download/i }));
    await visitor.picture(`${screen}-view-none`);
  });

  it('shows everything of a file in its row, and deletes it when told to', async () => {
    const { page } = owner;
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

  it('has a way home from where there is nothing', async () => {
    await visitor.page.goto('/no/such/page');
    await seen(visitor.page.getByRole('link', { name: /home/i }));
    await visitor.picture(`${screen}-not-found`);
    await visitor.page.goto('/00000000-0000-4000-8000-000000000000');
    await seen(visitor.page.getByText('File not found'));
    await visitor.page.goto('/upload');
    await visitor.page.waitForURL('**/login**');
  });

  it('leaves nothing unexpected in the console', () => {
    const expected = /status of (401|404)/;
    const complaints = [...owner.complaints, ...visitor.complaints].filter((text) => !expected.test(text));
    expect(complaints).toEqual([]);
  });
});

async function picture(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 500, channels: 3, background: '#2f6f6a' } })
    .png()
    .toBuffer();
}
