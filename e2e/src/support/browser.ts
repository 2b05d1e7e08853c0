import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

/** Where pictures of the screens are kept, to be looked at. */
export const SCREENSHOTS = resolve(__dirname, '../../screenshots');

export const screens = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 375, height: 780 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

/** `describe`, or a skip that says what is missing, where there is no browser. */
export const describeInBrowser: typeof describe = EXECUTABLE
  ? describe
  : (console.warn('No Chromium is installed, so the browser tests are skipped.'), describe.skip);

export async function launch(): Promise<Browser> {
  return chromium.launch({
    ...(EXECUTABLE && { executablePath: EXECUTABLE }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}

/** One person's browser window, which remembers what its console complains of. */
export class Window {
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  static async open(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Window> {
    const context = await browser.newContext({
      baseURL,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(20_000);
    return new Window(context, await context.newPage());
  }

  /** Keeps a picture of the whole page, or of the window where a dialog stands in it, under `name`, for who asked for pictures: `npm run screenshots`. */
  async picture(name: string): Promise<void> {
    if (!process.env['SCREENSHOTS']) return;
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({
      path: join(SCREENSHOTS, `${name}.png`),
      fullPage: (await this.page.getByRole('dialog').count()) === 0,
      animations: 'disabled',
    });
  }

  /** How many pixels the page is wider than the window. */
  async overflow(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
