import type { LinkView } from '@waybill/contracts';
import { eventually, pdf } from '@waybill/testing';
import type { Browser } from 'playwright-core';
import { PROMOTION } from '../support/environment.js';
import { ApiClient } from '../support/api-client.js';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

const EXPECTED_COMPLAINTS = /status of (401|404|410)/;

describeInBrowser.each(['desktop', 'phone'] as Screen[])('links, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let owner: Window;
  let visitor: Window;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
    owner = await Window.open(browser, waybill.url, screens[screen]);
    visitor = await Window.open(browser, waybill.url, screens[screen]);
  });
  afterAll(async () => {
    const complaints = [...owner.complaints, ...visitor.complaints];
    await Promise.all([owner.close(), visitor.close()]);
    await browser.close();
    await waybill.dispose();
    expect(complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });

  it('makes a one-time link with a password, which opens the file once', async () => {
    const client = await ApiClient.signedIn(waybill.url);
    await owner.page.context().addCookies(client.cookieList());
    const id = await client.upload({ name: 'Plan.pdf', bytes: pdf({ pages: 2, title: 'Plan' }) });
    const { page } = owner;
    await page.goto(`/${id}/share`);
    await page.getByRole('button', { name: 'New link' }).click();
    const form = page.getByRole('form', { name: 'New link' });
    await form.getByLabel('Name').fill('Grace Hopper');
    await page.getByRole('combobox', { name: 'Downloads' }).click();
    await page.getByRole('option', { name: 'One download' }).click();
    await form.getByLabel('Password', { exact: true }).fill('sesame');
    await owner.picture(`${screen}-links-form`);
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('0 views · 0 of 1 downloads').waitFor();
    await page.getByText('Switched off').first().waitFor();
    // Nothing on the page hands out an address that opens nothing.
    await page.getByText('Its address and QR code open it for nobody but you.').waitFor();
    expect(await page.getByLabel('Embed code').count()).toBe(0);
    expect(await owner.overflow()).toBeLessThanOrEqual(0);
    await owner.picture(`${screen}-links-list`);

    const links = (await (await client.get(`/api/files/${id}/links`)).json()) as LinkView[];
    await visitor.page.goto(`/${id}`);
    await visitor.page.getByText('File not found').first().waitFor();
    await visitor.page.goto(`/l/${links[1]!.slug}`);
    await visitor.page.getByLabel('Password', { exact: true }).fill('wrong');
    await visitor.page.getByRole('button', { name: 'Open' }).click();
    await visitor.page.getByText('Incorrect password').waitFor();
    await visitor.picture(`${screen}-link-gate`);
    await visitor.page.getByLabel('Password', { exact: true }).fill('sesame');
    await visitor.page.getByRole('button', { name: 'Open' }).click();
    await visitor.page.getByRole('heading', { name: 'Plan.pdf' }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Plan.pdf' }).waitFor();
    expect(await visitor.overflow()).toBeLessThanOrEqual(0);
    await visitor.picture(`${screen}-link-file`);
    const download = visitor.page.waitForEvent('download');
    await visitor.page.getByRole('link', { name: 'Download' }).click();
    await (await download).path();

    await visitor.page.evaluate('sessionStorage.clear()');
    await visitor.page.goto(`/l/${links[1]!.slug}`);
    await visitor.page.getByRole('heading', { name: 'This link has been used up' }).waitFor();
    await visitor.picture(`${screen}-link-used-up`);
    await page.reload();
    await page.getByText('1 view · 1 of 1 downloads').waitFor();

    await page.getByRole('button', { name: 'Edit: Grace Hopper' }).click();
    const edit = page.getByRole('form', { name: 'Edit link' });
    await edit.getByLabel('Name').fill('Rear Admiral Hopper');
    await page.getByRole('combobox', { name: 'Downloads' }).click();
    await page.getByRole('option', { name: 'A number of downloads' }).click();
    await edit.getByLabel('How many').fill('3');
    await edit.getByLabel('Remove the password').check();
    expect(await owner.overflow()).toBeLessThanOrEqual(0);
    await owner.picture(`${screen}-links-edit`);
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rear Admiral Hopper').waitFor();
    await page.getByText('1 view · 1 of 3 downloads').waitFor();
    const changed = (await (await client.get(`/api/files/${id}/links`)).json()) as LinkView[];
    expect(changed[1]).toMatchObject({ isPasswordProtected: false, downloadLimit: 3 });
    await page.getByRole('button', { name: 'Switch it on' }).first().click();
    await page.getByLabel('Link', { exact: true }).waitFor();
  });

  it('gives three people a link each, and shows their views apart', async () => {
    const client = await ApiClient.signedIn(waybill.url);
    await owner.page.context().addCookies(client.cookieList());
    const id = await client.upload({ name: 'Offer.pdf', bytes: pdf({ pages: 2, title: 'Offer' }) });
    const { page } = owner;
    await page.goto(`/${id}/share`);
    const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    for (const name of ['Ada Lovelace', 'Grace Hopper', 'Mary Shelley']) {
      await page.getByRole('button', { name: 'New link' }).click();
      await page.getByRole('form', { name: 'New link' }).getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Make link' }).click();
      await rowOf(name).getByText('0 views').waitFor();
    }
    const links = (await (await client.get(`/api/files/${id}/links`)).json()) as LinkView[];
    const slugOf = (name: string) => links.find((link) => link.name === name)!.slug;
    for (const name of ['Ada Lovelace', 'Grace Hopper', 'Grace Hopper']) {
      const reader = await Window.open(browser, waybill.url, screens[screen]);
      await reader.page.goto(`/l/${slugOf(name)}`);
      await reader.page.getByRole('heading', { name: 'Offer.pdf' }).waitFor();
      await reader.close();
      expect(reader.complaints).toEqual([]);
    }
    await eventually(async () => {
      await page.reload();
      await rowOf('Grace Hopper').getByText('2 views').waitFor({ timeout: 2_000 });
    });
    await rowOf('Ada Lovelace').getByText('1 view', { exact: false }).waitFor();
    await rowOf('Mary Shelley').getByText('0 views').waitFor();
    await owner.picture(`${screen}-links-apart`);
  });
});
