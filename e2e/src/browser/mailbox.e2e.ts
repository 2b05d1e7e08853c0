import { get } from 'node:http';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import { Standalone } from '../support/standalone.js';
import { failure, ApiClient } from '../support/api-client.js';

const NEW_PASSWORD = 'a new and winding password';

describe('the mailbox', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start();
  });
  afterAll(() => waybill.dispose());

  it.each([
    ['comes through a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['calls this machine by another name', { host: 'waybill.example' }],
  ])('is not there for whoever %s', async (_who, headers) => {
    const person = new ApiClient(waybill.url);
    expect((await person.get('/api/mailbox')).status).toBe(200);
    // fetch may not set the host; a plain request may.
    const status = await statusOf(`${waybill.url}/api/mailbox`, headers);
    expect(status).toBe(404);
  });

  it('is not there where mails are sent', async () => {
    await waybill.stop();
    await waybill.run({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@example.com' });
    const response = await new ApiClient(waybill.url).get('/api/mailbox');
    expect(response.status).toBe(404);
    expect(await failure(response)).toMatchObject({ code: 'request.not-found' });
  });
});

describeInBrowser.each(Object.keys(screens) as Screen[])('a forgotten password, on a %s', (screen) => {
  let waybill: Standalone;
  let browser: Browser;
  let window: Window;

  beforeAll(async () => {
    waybill = await Standalone.start();
    browser = await launch();
    window = await Window.open(browser, waybill.url, screens[screen]);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  it('is replaced by way of the mailbox', async () => {
    const email = `ada-${screen}@example.com`;
    await new ApiClient(waybill.url).signUpAndLogIn(email);
    const { page } = window;
    await page.goto('/mailbox');
    await page.getByText('No mails yet').waitFor();
    await window.picture(`${screen}-mailbox-empty`);

    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByRole('link', { name: 'mailbox' }).click();
    await page.getByRole('heading', { name: 'Set a new Waybill password' }).waitFor();
    expect(await window.overflow()).toBeLessThanOrEqual(0);
    await window.picture(`${screen}-mailbox`);

    const [reset] = await Promise.all([
      window.context.waitForEvent('page'),
      page.frameLocator('iframe').getByRole('link', { name: 'Set a new password' }).click(),
    ]);
    await reset.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await reset.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await reset.getByRole('button', { name: 'Reset password' }).click();
    await reset.waitForURL('**/login');
    await reset.getByLabel('Email').fill(email);
    await reset.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await reset.getByRole('button', { name: 'Log In' }).last().click();
    await reset.getByText('No files yet').waitFor();
  });

  it('leaves nothing unexpected in the console', () => {
    expect(window.complaints).toEqual([]);
  });
});

function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
