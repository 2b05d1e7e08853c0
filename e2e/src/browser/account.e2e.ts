import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { violations } from '../screens/axe.js';
import { ApiClient, PASSWORD } from '../support/api-client.js';
import { totpCode } from '../support/authenticator-app.js';
import { describeInBrowser, launch, type Screen, screens, takePicture } from '../support/browser.js';
import { ADMINISTRATOR } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const bothScreens = ['desktop', 'phone'] as const;

describeInBrowser('an account of a team in the browser', () => {
  let waybill: Instance;
  let browser: Browser;
  let admin: ApiClient;
  let receiver: Server;
  /** Bodies that the webhook received. */
  const received: string[] = [];
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push(body);
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    [waybill, browser] = await Promise.all([
      startInstance({
        SIGN_UP: 'invited',
        DEFAULT_PLAN: 'basic',
        ADMIN_EMAILS: ADMINISTRATOR,
        WEBHOOK_PRIVATE_NETWORKS: 'allow',
        PLAN_FREE_MAX_FILE_SIZE: String(5 * 1024 * 1024),
        PLAN_FREE_MAX_FILES: '2',
        PLAN_BASIC_MAX_FILES: '50',
        PLAN_BASIC_MAX_EXPIRY_HOURS: '720',
      }),
      launch(),
      once(receiver, 'listening'),
    ]);
    admin = new ApiClient(waybill.url);
    await admin.signUpAndLogIn(ADMINISTRATOR);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
    receiver.close();
  });
  afterEach(() => page.context().close());

  async function open(on: Screen): Promise<void> {
    screen = on;
    const colorScheme = on === 'phone' ? 'dark' : 'light';
    page = await (await browser.newContext({ ...screens[on], colorScheme, baseURL: waybill.url })).newPage();
    page.setDefaultTimeout(20_000);
  }

  async function shoot(what: string): Promise<void> {
    await page.locator('h1').first().waitFor();
    // Where a click scrolled to, the bar at the top may cover half of a button.
    await page.evaluate('window.scrollTo(0, 0)');
    await takePicture(page, `account-${what}-${screen}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  }

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

  async function invitationFor(email: string): Promise<string> {
    const answer = await admin.json('POST', '/api/admin/invitations', { email });
    const url = new URL(((await answer.json()) as { url: string }).url);
    return url.pathname + url.search;
  }

  /** Opens an account by an invitation, and logs in. @returns its address */
  async function acceptInvitation(): Promise<string> {
    const email = `ada.${randomUUID()}@example.org`;
    await page.goto(await invitationFor(email));
    await page.getByText('You are invited.').waitFor();
    await page.getByLabel('Full Name').fill('Ada Lovelace');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await shoot('invitation');
    await page.keyboard.press('Enter');
    await page.waitForURL((at) => at.pathname === '/login');
    await logIn(email);
    return email;
  }

  async function logIn(email: string, code?: string): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    if (code !== undefined) {
      await page.getByRole('textbox', { name: 'Code' }).fill(code);
      await shoot('code');
      await page.keyboard.press('Enter');
    }
    await page.waitForURL((at) => at.pathname !== '/login');
  }

  it.each(bothScreens)('shows the limits and the sign-up that are set, on a %s', async (on) => {
    await open(on);
    await page.goto('/signup');
    await page.getByText('Sign-up needs an invitation.', { exact: false }).waitFor();
    await shoot('sign-up');
    await page.goto('/');
    await page.getByText(/5 ?MB/).first().waitFor();
    await shoot('home');
    await page.goto('/pricing');
    await page.getByText('50 files').first().waitFor();
    await shoot('pricing');
  });

  it.each(bothScreens)(
    'opens an account by an invitation, and invites somebody else, on a %s',
    async (on) => {
      await open(on);
      await acceptInvitation();
      await page.goto('/pricing');
      await shoot('pricing-of-member');
      await page.goto('/account?tab=subscription');
      await page.getByText('Basic').first().waitFor();
      await shoot('subscription');

      await page.context().clearCookies();
      await page.context().addCookies(admin.cookieList());
      await page.goto('/admin/people');
      await page.getByLabel('Invite somebody').fill(`grace.${randomUUID()}@example.org`);
      await page.keyboard.press('Enter');
      await page.getByText(/on its way by e-mail/).waitFor();
      await shoot('invite');
    },
  );

  it.each(bothScreens)('sets two-step log-in up, and loses the phone, on a %s', async (on) => {
    await open(on);
    const email = await acceptInvitation();
    await page.goto('/account?tab=security');
    await page.getByLabel('Your password').last().fill(PASSWORD);
    await button('Set up two-step log-in').click();
    const secret = await page.getByLabel('Or type this key into the app').inputValue();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await shoot('two-step');
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await button('Turn on').click();
    await page.getByText('Incorrect code').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
    await button('Turn on').click();
    const codes = (await page.locator('pre').innerText()).split('\n');
    expect(codes).toHaveLength(10);
    await shoot('recovery-codes');
    await button('I have kept them').click();
    await page.getByText('10 recovery codes are left').waitFor();

    await page.context().clearCookies();
    await logIn(email, totpCode(secret, 1));
    await page.context().clearCookies();
    await logIn(email, codes[0]);
    await page.goto('/account?tab=security');
    await page.getByText('9 recovery codes are left').waitFor();
    await button('Turn off').click();
    await page.getByLabel('Your password').last().fill(PASSWORD);
    await page.getByLabel('Code of your app, or a recovery code').fill(codes[1]!);
    await shoot('lost-phone');
    await button('Turn off two-step log-in').click();
    await button('Set up two-step log-in').waitFor();
    await page.context().clearCookies();
    await logIn(email);
  });

  it.each(bothScreens)('makes an access token, uses it and revokes it, on a %s', async (on) => {
    await open(on);
    await acceptInvitation();
    await page.goto('/account?tab=security');
    await page.getByLabel('Name of a new token').fill('Nightly report');
    await page.getByLabel('Read my files and their analytics').check();
    await button('Create token').click();
    const token = await page.getByLabel('Access token', { exact: true }).inputValue();
    expect(token).toMatch(/^wb_\w{40}$/);
    await shoot('token');
    const program = new ApiClient(waybill.url, { authorization: `Bearer ${token}` });
    expect((await program.get('/api/files')).status).toBe(200);
    await page.reload();
    await page.getByText(/upload, read · Last used/).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await button('Revoke Nightly report').click();
    await button('Revoke').click();
    await page.getByText('You have no access tokens.').waitFor();
    expect((await program.get('/api/files')).status).toBe(401);
  });

  it.each(bothScreens)('makes a webhook, sees its deliveries and deletes it, on a %s', async (on) => {
    await open(on);
    await acceptInvitation();
    await page.goto('/account?tab=webhooks');
    await page.getByLabel('Address of a new webhook').fill('ftp://example.org');
    await button('Create webhook').click();
    await page.getByText('Please enter an address that begins with https:// or http://').waitFor();
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await page.getByLabel('Address of a new webhook').fill(target);
    await button('Create webhook').click();
    expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
    await shoot('webhook-secret');

    const before = received.length;
    const buffer = Buffer.from('hello');
    await page.request.post('/api/upload', {
      multipart: { file: { name: 'offer.txt', mimeType: 'text/plain', buffer } },
    });
    await page.reload();
    await button('Show deliveries').click();
    await page.getByText('Delivered').waitFor();
    expect(received.slice(before)).toEqual([expect.stringContaining('"type":"upload.finished"')]);
    expect(await page.getByRole('textbox', { name: 'Secret' }).count()).toBe(0);
    await button(/^Resend upload\.finished/).click();
    await page.getByText('2 attempts').waitFor();
    await shoot('deliveries');
    expect(received[before + 1]).toBe(received[before]);
    await button(`Delete the webhook to ${target}`).click();
    await button('Delete').click();
    await page.getByText('You have no webhooks.').waitFor();
  });
});
