import type { OidcProviderUnderTest } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { ApiClient, PASSWORD } from '../support/api-client.js';
import { ConnectedInstance } from '../support/connected-instance.js';
import { describeInBrowser, launch, type Screen, screens, takePicture } from '../support/browser.js';

describeInBrowser('sign-in without a password in the browser', () => {
  let waybill: ConnectedInstance;
  /** Identity provider of the instance (OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET). OIDC_NAME is `Example ID`. */
  let provider: OidcProviderUnderTest;
  let browser: Browser;
  /** Address with the host name `localhost`, because passkeys are not bound to IP addresses. */
  let url: string;

  beforeAll(async () => {
    [waybill, browser] = await Promise.all([ConnectedInstance.startShared(), launch()]);
    ({ provider } = waybill);
    url = waybill.url.replace('127.0.0.1', 'localhost');
    provider.allow(`${url}/api/auth/oidc/callback`);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  async function open(screen: Screen): Promise<Page> {
    const colorScheme = screen === 'phone' ? 'dark' : 'light';
    const context = await browser.newContext({ ...screens[screen], colorScheme });
    return context.newPage();
  }

  const shoot = (page: Page, what: string, screen: Screen) => takePicture(page, `sign-in-${what}-${screen}`);

  it.each(['desktop', 'phone'] as const)('adds a passkey and logs in with it, on a %s', async (screen) => {
    const page = await open(screen);
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const email = `ada.${randomUUID()}@example.org`;
    await new ApiClient(waybill.url).signUpAndLogIn(email);
    await page.goto(`${url}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((at) => at.pathname !== '/login');

    await page.goto(`${url}/account?tab=security`);
    await page.getByLabel('Name of a new passkey').fill('My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Not used yet').waitFor();
    await shoot(page, 'passkeys', screen);

    await page.context().clearCookies();
    await page.goto(`${url}/login`);
    await shoot(page, 'log-in', screen);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL((at) => at.pathname === '/upload');
    await page.goto(`${url}/account?tab=security`);
    await page.getByText(/Added .* · Last used/).waitFor();
    await page.getByRole('button', { name: 'Remove My laptop' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('You have no passkeys.').waitFor();
    await page.context().close();
  });

  it.each(['desktop', 'phone'] as const)(
    'opens an account by single sign-on, and gives it a password, on a %s',
    async (screen) => {
      provider.person = {
        sub: randomUUID(),
        name: 'Grace Hopper',
        email: `grace.${randomUUID()}@example.org`,
        email_verified: true,
      };
      const page = await open(screen);
      await page.goto(`${url}/signup`);
      await page.getByRole('link', { name: 'Continue with Example ID' }).waitFor();
      await shoot(page, 'sign-up', screen);
      await page.getByRole('link', { name: 'Continue with Example ID' }).click();
      await page.waitForURL((at) => at.pathname === '/upload');

      await page.goto(`${url}/account?tab=security`);
      await page.getByText(/Connected since/).waitFor();
      await shoot(page, 'without-password', screen);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Connect Example ID' }).click();
      await page.getByText(/Connected since/).waitFor();
      await shoot(page, 'connected', screen);

      provider.person = null;
      await page.context().clearCookies();
      await page.goto(`${url}/login`);
      await page.getByRole('link', { name: 'Continue with Example ID' }).click();
      await page.getByText('The sign-in service did not let you in.').waitFor();
      await shoot(page, 'refused', screen);
      await page.context().close();
    },
  );
});
