import { eventually, pdf } from '@waybill/testing';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { Keyboard } from '../support/keyboard.js';
import { PASSWORD } from '../support/api-client.js';

describeInBrowser('the whole story without a mouse', () => {
  let waybill: Instance;
  let browser: Browser;
  let window: Window;
  let keyboard: Keyboard;
  let link: string;

  beforeAll(async () => {
    waybill = await startInstance({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
    browser = await launch();
    window = await Window.open(browser, waybill.url, { ...screens.desktop, reducedMotion: 'reduce' });
    keyboard = new Keyboard(window.page);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  const button = (name: string | RegExp) => window.page.getByRole('button', { name, exact: true });
  const anchor = (name: string | RegExp) => window.page.getByRole('link', { name, exact: true });
  const field = (name: string) => window.page.getByLabel(name, { exact: true });

  it('signs up and logs in', async () => {
    const { page } = window;
    await page.goto('/');
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Sign Up' }));
    await keyboard.type(field('Full Name'), 'Ada Lovelace');
    await keyboard.type(field('Email address'), 'ada@example.com');
    await keyboard.type(field('Password'), PASSWORD);
    await keyboard.type(field('Confirm Password'), PASSWORD);
    await keyboard.press(page.getByRole('checkbox'), 'Space');
    await keyboard.press(button('Sign Up'));
    await page.waitForURL('**/login**');
    await keyboard.type(field('Email'), 'ada@example.com');
    await keyboard.type(field('Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await button('Account').waitFor();
  });

  it('skips the navigation, and uploads', async () => {
    const { page } = window;
    await page.goto('/');
    await keyboard.press(anchor('Skip to content'));
    const chosen = page.waitForEvent('filechooser');
    await keyboard.press(button('Choose files'));
    expect(await keyboard.focused()).toBe('Choose files');
    const file = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: pdf({ pages: 3, title: 'Plan' }) };
    await (await chosen).setFiles(file);
    await page.waitForURL('**/create');
    await page.getByRole('heading', { name: 'Configure File Settings' }).waitFor();
  });

  it('names, protects and shares', async () => {
    const { page } = window;
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
    link = await page.evaluate('navigator.clipboard.readText()');
    expect(link).toMatch(/\/link$/);
  });

  it('opens the row of a file, and comes back from each of its dialogs to where it was', async () => {
    const { page } = window;
    await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Uploads' }));
    await keyboard.press(button('Plan for spring.pdf'));
    for (const name of ['Share', 'Embed', 'Edit', 'Delete']) {
      await keyboard.press(button(name));
      await page.getByRole('dialog').waitFor();
      expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await eventually(async () => expect(await keyboard.focused()).toBe(name), { timeoutMs: 5_000 });
    }
  });

  it('opens a protected file, and turns its pages', async () => {
    const visitor = await Window.open(browser, waybill.url, { ...screens.desktop, reducedMotion: 'reduce' });
    const { page } = visitor;
    const visiting = new Keyboard(page);
    await page.goto(new URL(link).pathname);
    await visiting.type(page.getByLabel('Password', { exact: true }), 'open sesame');
    await page.keyboard.press('Enter');
    await visiting.press(page.getByRole('button', { name: 'Next page' }));
    await eventually(async () =>
      expect(await page.getByLabel('Page', { exact: true }).inputValue()).toBe('2'),
    );
    await visitor.close();
  });

  it('deletes, and leaves', async () => {
    const { page } = window;
    await page.goto('/upload');
    await keyboard.press(button('Plan for spring.pdf'));
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
