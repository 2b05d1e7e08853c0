import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import { Standalone } from '../support/standalone.js';
import { failure, ApiClient } from '../support/api-client.js';
import { startPlainProxy } from '../support/plain-proxy.js';

const NEW_PASSWORD = 'a new and winding password';

describe('the mailbox page', () => {
  let waybill: Standalone;
  beforeAll(async () => {
    waybill = await Standalone.start();
  });
  afterAll(() => waybill.dispose());

  it('answers 404 to a browser on the same machine that did not open the printed link', async () => {
    const response = await new ApiClient(waybill.url).get('/api/mailbox');
    expect(response.status).toBe(404);
    expect(await failure(response)).toMatchObject({ code: 'request.not-found' });
  });

  it.each([
    ['kept', 'files.example.com'],
    ['kept', 'localhost'],
    ['rewritten', 'files.example.com'],
  ] as const)('answers 404 through a proxy on the same machine with the host %s (%s)', async (host, name) => {
    const proxy = await startPlainProxy(waybill.url, host);
    try {
      for (const path of ['/api/mailbox', '/api/mailbox/some-mail', '/mailbox?key=guess']) {
        expect(await statusOf(proxy.url + path, { host: name })).toBe(404);
      }
    } finally {
      proxy.close();
    }
  });

  it('the printed link opens the mailbox page, which removes its key from the address', async () => {
    const link = await fetch(waybill.mailboxLink, { redirect: 'manual' });
    expect(link.status).toBe(303);
    expect(link.headers.get('location')).toBe('/mailbox');
    const [cookie = ''] = link.headers.getSetCookie();
    expect(cookie).toMatch(/^waybill_mailbox=[\w-]{43}; Path=\/api\/mailbox; HttpOnly; SameSite=Strict$/);
    const headers = { cookie: cookie.split(';')[0]! };
    expect((await fetch(`${waybill.url}/api/mailbox`, { headers })).status).toBe(200);
  });

  it('the mailbox page has a new key after each start', async () => {
    const former = waybill.mailboxLink;
    await waybill.stop();
    await waybill.run();
    expect(waybill.mailboxLink).not.toBe(former);
    expect((await fetch(former, { redirect: 'manual' })).status).toBe(404);
  });

  it('the mailbox page is hidden when a mail server is configured', async () => {
    await waybill.stop();
    await waybill.run({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@example.com' });
    expect(waybill.log).not.toContain('/mailbox');
    const response = await new ApiClient(waybill.url).get('/api/mailbox');
    expect(response.status).toBe(404);
    expect(await failure(response)).toMatchObject({ code: 'request.not-found' });
  });
});

describeInBrowser('password reset by the mailbox page', () => {
  let waybill: Standalone;
  let browser: Browser;

  beforeAll(async () => {
    waybill = await Standalone.start();
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  it.each(Object.keys(screens) as Screen[])(
    'resets the password with the link shown in the mailbox, on a %s',
    async (screen) => {
      await rm(join(waybill.dataDir, 'mails'), { recursive: true, force: true });
      const window = await Window.open(browser, waybill.url, screens[screen]);
      const email = `ada-${screen}@example.com`;
      await new ApiClient(waybill.url).signUpAndLogIn(email);
      const { page } = window;
      await page.goto(waybill.mailboxLink);
      await page.waitForURL('**/mailbox');
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
      expect(window.complaints).toEqual([]);
      await window.close();
    },
  );
});

function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
