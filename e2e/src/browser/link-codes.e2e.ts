import type { LinkView } from '@waybill/contracts';
import { eventually, pdf } from '@waybill/testing';
import type { Browser } from 'playwright-core';
import { ApiClient } from '../support/api-client.js';
import { describeInBrowser, launch, type Screen, screens, Window } from '../support/browser.js';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { readable } from '../support/mails.js';
import { startInstance } from '../support/start-instance.js';

const EXPECTED_COMPLAINTS = /status of (401|429)/;

describeInBrowser.each(['desktop', 'phone'] as Screen[])('a link that asks for a code, on a %s', (screen) => {
  let waybill: Instance;
  let browser: Browser;
  let owner: ApiClient;
  let visitor: Window;
  let slug: string;
  const email = 'grace@example.com';

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
    owner = await ApiClient.signedIn(waybill.url);
  });
  beforeEach(async () => {
    visitor = await Window.open(browser, waybill.url, screens[screen]);
    const id = await owner.upload({ name: 'Plan.pdf', bytes: pdf({ pages: 2, title: 'Plan' }) });
    const made = await owner.json('POST', `/api/files/${id}/links`, { verifyEmail: true });
    ({ slug } = (await made.json()) as LinkView);
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.complaints.filter((text) => !EXPECTED_COMPLAINTS.test(text))).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  const newestMail = () =>
    eventually(async () => {
      const mail = (await waybill.mails()).map(readable).find((text) => text.includes(`/l/${slug}#mail=`));
      if (mail === undefined) throw new Error('No mail arrived');
      return {
        code: /Your code is (\d{6})/.exec(mail)?.[1] ?? '',
        path: /\/l\/[\w-]+#mail=[\w.-]+/.exec(mail)?.[0] ?? '',
      };
    });
  const ask = async () => {
    await visitor.page.goto(`/l/${slug}`);
    await visitor.page.getByLabel('Your email').fill(email);
    await visitor.page.getByRole('button', { name: 'Send me a code' }).click();
    await visitor.page.getByText('or use the button in that mail').waitFor();
  };
  const file = () => visitor.page.getByRole('heading', { name: 'Plan.pdf' });

  it('opens with the code, whatever a stranger does with the same address', async () => {
    await ask();
    expect(await visitor.overflow()).toBeLessThanOrEqual(0);
    await visitor.picture(`${screen}-link-code`);
    const { code } = await newestMail();
    const wrong = code === '000000' ? '000001' : '000000';
    const stranger = new ApiClient(waybill.url);
    for (let n = 0; n < 5; n += 1)
      await stranger.json('POST', `/api/links/${slug}/open`, { email, code: wrong });
    await visitor.page.getByLabel('Code').fill(code);
    await visitor.page.getByRole('button', { name: 'Open', exact: true }).click();
    await file().waitFor();
  });

  it('opens once with the button in the mail, and only when it is confirmed', async () => {
    await ask();
    const { path } = await newestMail();
    await visitor.page.goto('about:blank');
    for (let times = 0; times < 3; times += 1) {
      await visitor.page.goto(path);
      await visitor.page.getByRole('heading', { name: 'Open the link' }).waitFor();
      await visitor.page.goto('about:blank');
    }
    await visitor.page.goto(path);
    expect(await visitor.overflow()).toBeLessThanOrEqual(0);
    await visitor.picture(`${screen}-link-mailed`);
    await visitor.page.getByRole('button', { name: 'Open', exact: true }).click();
    await file().waitFor();
    expect(visitor.page.url()).not.toContain('#mail=');

    await visitor.page.evaluate('sessionStorage.clear()');
    await visitor.page.goto('about:blank');
    await visitor.page.goto(path);
    await visitor.page.getByRole('button', { name: 'Open', exact: true }).click();
    await visitor.page.getByText('This mail was used already or is too old.').waitFor();
    await visitor.page.getByLabel('Your email').waitFor();
    await visitor.picture(`${screen}-link-mail-used`);
  });

  it('says so when too many codes were mailed, also to a visitor who asks for another', async () => {
    await ask();
    for (let n = 0; n < 2; n += 1) {
      const mailed = visitor.page.waitForResponse((answer) => answer.status() === 202);
      await visitor.page.getByRole('button', { name: 'Send another code' }).click();
      await mailed;
    }
    await visitor.page.getByRole('button', { name: 'Send another code' }).click();
    await visitor.page.getByText('Too many codes were mailed.').waitFor();
    expect(await visitor.overflow()).toBeLessThanOrEqual(0);
    await visitor.picture(`${screen}-link-too-many-codes`);
  });
});
