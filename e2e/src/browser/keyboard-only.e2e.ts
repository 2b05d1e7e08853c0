import type { BundleView, LinkView } from '@waybill/contracts';
import { eventually, pdf } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, PASSWORD, textFile } from '../support/api-client.js';
import { describeInBrowser, launch, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { Keyboard } from '../support/keyboard.js';
import { startInstance } from '../support/start-instance.js';

const PLAN = {
  name: 'Plan.pdf',
  mimeType: 'application/pdf',
  buffer: pdf({ pages: 3, title: 'Plan' }),
};

describeInBrowser('keyboard-only use', () => {
  let waybill: Instance;
  let browser: Browser;
  let window: Window;
  let keyboard: Keyboard;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  beforeEach(async () => {
    window = await Window.open(browser, waybill.url, { ...screens.desktop, reducedMotion: 'reduce' });
    keyboard = new Keyboard(window.page);
  });
  afterEach(() => window.close());

  const button = (name: string | RegExp) => window.page.getByRole('button', { name, exact: true });
  const anchor = (name: string | RegExp) => window.page.getByRole('link', { name, exact: true });
  const field = (name: string) => window.page.getByLabel(name, { exact: true });

  it('signs up and logs in with the keyboard', async () => {
    const { page } = window;
    const email = `${randomUUID()}@example.com`;
    await page.goto('/');
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Sign Up' }));
    await keyboard.type(field('Full Name'), 'Ada Lovelace');
    await keyboard.type(field('Email address'), email);
    await keyboard.type(field('Password'), PASSWORD);
    await keyboard.type(field('Confirm Password'), PASSWORD);
    await keyboard.press(page.getByRole('checkbox'), 'Space');
    await keyboard.press(button('Sign Up'));
    await page.waitForURL('**/login**');
    await keyboard.type(field('Email'), email);
    await keyboard.type(field('Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await button('Account').waitFor();
  });

  it('skips the navigation and uploads a file with the keyboard', async () => {
    const { page } = window;
    await page.goto('/');
    await keyboard.press(anchor('Skip to content'));
    const chosen = page.waitForEvent('filechooser');
    await keyboard.press(button('Choose files'));
    expect(await keyboard.focused()).toBe('Choose files');
    await (await chosen).setFiles(PLAN);
    await page.waitForURL('**/create');
    await page.getByRole('heading', { name: 'Configure File Settings' }).waitFor();
  });

  it('renames, protects and shares a file with the keyboard', async () => {
    const { page } = window;
    await window.signIn();
    const id = await window.upload(PLAN);
    await page.goto(`/${id}/create`);
    await keyboard.type(field('Document name'), 'Plan for spring.pdf');
    await keyboard.press(page.getByRole('switch', { name: 'Password protection' }), 'Space');
    await keyboard.type(field('Password'), 'open sesame');
    await keyboard.press(page.getByRole('combobox', { name: 'Expires after' }));
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    await keyboard.press(button('Save and share'));
    await page.waitForURL('**/share');
    await keyboard.press(button('Copy link'));
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(new RegExp(`/${id}/link$`));
  });

  it('returns the focus to the button that opened a dialog', async () => {
    const { page } = window;
    await window.signIn();
    await window.upload(PLAN);
    await page.goto('/');
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Uploads' }));
    await keyboard.press(button('Plan.pdf'));
    for (const name of ['Share', 'Embed', 'Edit', 'Delete']) {
      await keyboard.press(button(name));
      await page.getByRole('dialog').waitFor();
      expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await eventually(async () => expect(await keyboard.focused()).toBe(name));
    }
  });

  it('passes the focus to the list of a deleted file, where the answer overtakes the dialog', async () => {
    const { page } = window;
    await window.signIn();
    await window.upload(PLAN);
    // The dialog waits ten milliseconds before it returns the focus.
    await page.addInitScript(`
      const { setTimeout } = window;
      window.setTimeout = (run, delay, ...rest) => setTimeout(run, delay === 10 ? 5000 : delay, ...rest);
    `);
    await page.goto('/upload');
    await keyboard.press(button('Plan.pdf'));
    await keyboard.press(button('Delete'));
    await page.getByRole('dialog').waitFor();
    await keyboard.press(button('Delete file'));
    await page.getByText('No files yet').waitFor();
    await page.getByRole('region', { name: 'Your files' }).and(page.locator(':focus')).waitFor();
  });

  it('keeps the focus on a button that waits for the server', async () => {
    const { page } = window;
    await window.signIn();
    let allow = (): void => undefined;
    const allowed = new Promise<void>((resolve) => {
      allow = resolve;
    });
    await page.route('**/api/user/profile', async (route) => {
      await allowed;
      await route.continue();
    });
    await page.goto('/account');
    await keyboard.press(button('Save changes'));
    await page.locator('[data-loading]:focus').waitFor();
    allow();
    await page.getByText('Profile updated').waitFor();
    await page.locator(':focus:not([data-loading])').waitFor();
    expect(await keyboard.focused()).toBe('Save changes');
  });

  it('opens a protected file and turns its pages with the keyboard', async () => {
    const { page } = window;
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload({ name: PLAN.name, bytes: PLAN.buffer });
    expect((await owner.settings(id, { password: 'open sesame' })).status).toBe(200);
    await page.goto(`/${id}/link`);
    await keyboard.type(field('Password'), 'open sesame');
    await page.keyboard.press('Enter');
    await keyboard.press(page.getByRole('button', { name: 'Next page' }));
    await eventually(async () => expect(await field('Page').inputValue()).toBe('2'));
  });

  it('opens a bundle by a link with a password and looks through its files with the keyboard', async () => {
    const { page } = window;
    const owner = await ApiClient.signedIn(waybill.url);
    const fileIds = [
      await owner.upload({ name: PLAN.name, bytes: PLAN.buffer }),
      await owner.upload(textFile('terms.txt', 'These are the terms.')),
    ];
    const created = await owner.json('POST', '/api/bundles', { name: 'Offer', fileIds });
    const { id } = (await created.json()) as BundleView;
    const made = await owner.json('POST', `/api/bundles/${id}/links`, { password: 'open sesame' });
    await page.goto(`/l/${((await made.json()) as LinkView).slug}`);
    await keyboard.type(field('Password'), 'open sesame');
    await page.keyboard.press('Enter');
    await keyboard.to(anchor('Download all'));
    const terms = page.getByRole('button', { name: 'terms.txt' });
    await keyboard.press(terms);
    await page.getByRole('dialog', { name: 'terms.txt' }).getByText('These are the terms.').waitFor();
    await page.keyboard.press('ArrowLeft');
    const dialog = page.getByRole('dialog', { name: 'Plan.pdf' });
    await keyboard.to(dialog.getByRole('button', { name: 'Next page' }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await terms.and(page.locator(':focus')).waitFor();
  });

  it('chooses the time of the overview and stops mails with the keyboard', async () => {
    const { page } = window;
    await window.signIn();
    await page.goto('/overview');
    await keyboard.press(field('Time'), 'ArrowUp');
    await page.waitForURL('**/overview?days=7');
    // An unknown key is answered like a known one.
    await page.goto(`/unsubscribe?key=${randomUUID()}&kind=firstView`);
    await keyboard.press(button('Stop these mails'));
    await page.getByText('You get no more of these mails').first().waitFor();
  });

  it('deletes a file and logs out with the keyboard', async () => {
    const { page } = window;
    await window.signIn();
    await window.upload(PLAN);
    await page.goto('/upload');
    await keyboard.press(button('Plan.pdf'));
    await keyboard.press(button('Delete'));
    await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await page.getByText('No files yet').waitFor();
    await keyboard.press(button('Account'));
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await anchor('Log In').waitFor();
  });
});
