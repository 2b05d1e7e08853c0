import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Uploaded } from '@waybill/contracts';
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { PASSWORD, signUpForm } from './api-client.js';
import { afterFlows, isSharing } from './shared-instance.js';

/** Path of the installed Chromium. */
export const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

/** Chromium without a window system, where it is installed: its pages cost less CPU time. */
const HEADLESS = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? EXECUTABLE;

/** Folder of screenshots. */
const SCREENSHOTS = resolve(__dirname, '../../screenshots');

export const screens = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 375, height: 780 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type Screen = keyof typeof screens;

/** `describe`, or a skip with a reason where no Chromium is installed. */
export const describeInBrowser: typeof describe = EXECUTABLE
  ? describe
  : (console.warn('No Chromium is installed, so the browser tests are skipped.'), describe.skip);

/** Chromium that flows of one Jest module share. */
let kept: Promise<Browser> | undefined;

/** Arguments with which Chromium optimises no JavaScript, which costs more than it saves where each page ends soon. */
export const WITHOUT_OPTIMISING = ['--js-flags=--max-optimized-bytecode-size=0'];

/**
 * Starts Chromium. Flows in one Jest module share one browser, whose `close` closes only its windows.
 * @param more arguments of a browser that is not shared
 */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  if (!isSharing()) return start(more);
  if (!kept) {
    kept = start();
    afterFlows(async () => (await kept)?.close());
  }
  const browser = await kept;
  const close = () => Promise.all(browser.contexts().map((context) => context.close()));
  return Object.create(browser, { close: { value: close } }) as Browser;
}

function start(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(HEADLESS && { executablePath: HEADLESS }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...more,
    ],
  });
}

const isTakingPictures = Boolean(process.env['SCREENSHOTS']);

/** Takes a screenshot of the page. Only in `npm run screenshots`, because nothing compares it. */
export async function takePicture(page: Page, name: string, fullPage = true): Promise<void> {
  if (!isTakingPictures) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage, animations: 'disabled' });
}

/** Width of a narrower window that the pages of a screen fit too, in CSS pixels: the narrowest phone, or a tablet. */
const narrower: Readonly<Record<number, number>> = {
  [screens.phone.viewport.width]: 320,
  [screens.desktop.viewport.width]: 820,
};

function overflowNow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Pixels by which a page is wider than its window, also in a narrower one. */
export async function overflowOf(page: Page): Promise<number> {
  const overflow = await overflowNow(page);
  const size = page.viewportSize();
  const width = narrower[size?.width ?? 0];
  if (!size || width === undefined) return overflow;
  await page.setViewportSize({ ...size, width });
  const narrow = await overflowNow(page);
  await page.setViewportSize(size);
  return Math.max(overflow, narrow);
}

/** A browser window with its own cookies. Records warnings and errors of the console. */
export class Window {
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      const { url } = message.location();
      if (['error', 'warning'].includes(message.type())) this.complaints.push(`${message.text()} (${url})`);
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  static async open(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Window> {
    const context = await browser.newContext({
      baseURL,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(60_000);
    return new Window(context, await context.newPage());
  }

  /** Takes a screenshot of the page, or of the window if a dialog is open. Only in `npm run screenshots`. */
  async picture(name: string): Promise<void> {
    if (!isTakingPictures) return;
    await takePicture(this.page, name, (await this.page.getByRole('dialog').count()) === 0);
  }

  /** Pixels by which the page is wider than the window. */
  overflow(): Promise<number> {
    return overflowNow(this.page);
  }

  /** Signs up and logs in over HTTP, with the cookies of this window. */
  async signIn(): Promise<void> {
    const form = signUpForm();
    await this.post('/api/signup', { data: form });
    await this.post('/api/login', { data: { email: form.email, password: PASSWORD } });
  }

  /** Uploads a file over HTTP, with the cookies of this window. @returns its id */
  async upload(file: { name: string; mimeType: string; buffer: Buffer }): Promise<string> {
    const response = await this.post('/api/upload', { multipart: { file } });
    return ((await response.json()) as Uploaded).id;
  }

  private async post(path: string, options: Parameters<APIRequestContext['post']>[1]): Promise<APIResponse> {
    const response = await this.context.request.post(path, options);
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return response;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
