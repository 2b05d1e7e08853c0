import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { ADMINISTRATOR, PROMOTION } from '../support/environment.js';
import { violations } from '../screens/axe.js';
import { ApiClient, PASSWORD } from '../support/api-client.js';
import { describeInBrowser, launch, overflowOf, screens, takePicture } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

describeInBrowser('an administrator in the browser', () => {
  let waybill: Instance;
  let browser: Browser;
  beforeAll(async () => {
    [waybill, browser] = await Promise.all([startInstance(PROMOTION), launch()]);
    await new ApiClient(waybill.url).signUpAndLogIn(ADMINISTRATOR);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  async function logIn(page: Page): Promise<void> {
    await page.goto(`${waybill.url}/login`);
    await page.getByLabel('Email').fill(ADMINISTRATOR);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login');
  }

  it.each(['desktop', 'phone'] as const)(
    'takes a file down that a visitor reported, on a %s',
    async (screen) => {
      const colorScheme = screen === 'phone' ? 'dark' : 'light';
      const owner = await ApiClient.signedIn(waybill.url);
      const name = `bank_${'without_a_break_'.repeat(3)}${randomUUID().slice(0, 8)}.txt`;
      const id = await owner.upload({ name, bytes: Buffer.from('log in here') });

      const shoot = async (page: Page, what: string) => {
        await takePicture(page, `admin-${what}-${screen}`);
        expect(await violations(page)).toEqual([]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      };
      const visitor = await browser.newContext({ ...screens[screen], colorScheme });
      const shared = await visitor.newPage();
      await shared.goto(`${waybill.url}/${id}`);
      await shared.getByRole('button', { name: 'Report this file' }).click();
      await shared.getByLabel('Reason').selectOption('phishing');
      await shoot(shared, 'report-form');
      await shared.getByRole('button', { name: 'Send report' }).click();
      await shared.getByText('Thank you. We will look at this file.').waitFor();

      const office = await browser.newContext({ ...screens[screen], colorScheme });
      const page = await office.newPage();
      await logIn(page);
      await page.goto(`${waybill.url}/admin`);
      await page.getByText('Open reports').waitFor();
      await shoot(page, 'overview');
      await page.getByRole('link', { name: 'Reports' }).click();
      const card = page.getByRole('listitem').filter({ hasText: name });
      await card.getByRole('button', { name: 'Take down' }).click();
      await shoot(page, 'reports');
      await card.getByRole('button', { name: 'Take down now' }).click();
      await card.getByText('Taken down').waitFor();
      await page.getByRole('textbox', { name: 'Search' }).fill('nothing of this kind');
      await page.keyboard.press('Enter');
      await page.getByText('No reports').waitFor();
      await shoot(page, 'no-reports');
      for (const section of ['Files', 'People', 'Audit log']) {
        await page.getByRole('link', { name: section, exact: true }).click();
        await page.getByRole('listitem').first().waitFor();
        await shoot(page, section.toLowerCase().replace(' ', '-'));
      }

      await shared.reload();
      await shared.getByRole('heading', { name: 'This file was taken down' }).waitFor();
      await shoot(shared, 'taken-down');
      await Promise.all([visitor.close(), office.close()]);
    },
  );
});
