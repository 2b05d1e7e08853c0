import { eventually } from '@waybill/testing';
import type { Browser, Page } from 'playwright-core';
import {
  describeInBrowser,
  launch,
  overflowOf,
  type Screen as Device,
  screens as devices,
  Window,
  WITHOUT_OPTIMISING,
} from '../support/browser.js';
import { colourViolations, violations } from './axe.js';
import { type Gallery, openGallery } from './gallery.js';
import { otherScreens, PROMOTION, type Screen, screens } from './screens.js';

/** Colour schemes. A page is loaded and checked by all rules in the first, then by the colour rules in the second. */
const schemes: ['light' | 'dark', 'light' | 'dark'] = ['light', 'dark'];

/** Icons that a long text beside them has made narrower than they are drawn. */
const NARROWED_ICONS = `[...document.querySelectorAll('svg.tabler-icon')]
  .filter((icon) => icon.clientWidth > 0 && icon.clientWidth < Number(icon.getAttribute('width')) - 1)
  .map((icon) => icon.getAttribute('class'))`;

const galleries = {
  'every screen': { screens, environment: {} },
  'every screen with a promotion, and the mailbox': {
    screens: otherScreens,
    environment: { PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z', PROMOTION_MESSAGE: PROMOTION },
  },
};

describeInBrowser.each(Object.entries(galleries))('%s', (_, { screens, environment }) => {
  let gallery: Gallery;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(WITHOUT_OPTIMISING);
    gallery = await openGallery(environment);
  });
  afterAll(async () => {
    await browser.close();
    await gallery.waybill.dispose();
  });

  it.each([320, 767, 768, 820, 991, 992, 1280])(
    'the navigation of a signed-in person fits one line on a screen of %d pixels',
    async (width) => {
      const window = await Window.open(browser, gallery.waybill.url, { viewport: { width, height: 900 } });
      const { page } = window;
      await logIn(page, gallery.owner);
      await page.goto('/features');
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: /Account|Menu/ }).waitFor();
      const highest = await page.evaluate<number>(
        "Math.max(...[...document.querySelectorAll('header :is(nav, a, button)')].map((part) => part.offsetHeight))",
      );
      expect(highest).toBeLessThanOrEqual(64);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await window.close();
    },
  );

  describe.each(Object.keys(devices) as Device[])('on a %s', (device) => {
    let windows: Record<Screen['as'], Window>;

    beforeAll(async () => {
      const open = () =>
        Window.open(browser, gallery.waybill.url, { ...devices[device], reducedMotion: 'reduce' });
      windows = { visitor: await open(), owner: await open(), newcomer: await open() };
      await windows.visitor.page.goto(gallery.waybill.mailboxLink);
      for (const who of ['owner', 'newcomer'] as const) await logIn(windows[who].page, gallery[who]);
    });
    afterAll(() => Promise.all(Object.values(windows).map((window) => window.close())));

    it.each(
      screens.filter(({ only = device }) => only === device).map((screen) => [screen.name, screen] as const),
    )(
      'a screen is accessible in both colour schemes, fits the window, has a title and logs no errors: %s',
      async (name, screen) => {
        const window = windows[screen.as];
        const { page } = window;
        window.complaints.length = 0;
        await page.emulateMedia({ colorScheme: schemes[0] });
        await page.goto(screen.path(gallery));
        await screen.act?.(page);
        await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
        await page.waitForLoadState('networkidle');

        for (const [at, check] of [violations, colourViolations].entries()) {
          await page.emulateMedia({ colorScheme: schemes[at] });
          await page.locator(`html[data-mantine-color-scheme=${schemes[at]}]`).waitFor();
          await window.picture(`${device}-${schemes[at]}/${name}`);
          expect(await check(page)).toEqual([]);
        }
        // The next page loads in the current scheme, because changing it back would take as long as a load.
        schemes.reverse();
        // Charts resize asynchronously.
        await eventually(async () => expect(await overflowOf(page)).toBeLessThanOrEqual(0));
        expect(await page.evaluate(NARROWED_ICONS)).toEqual([]);
        expect(await page.title()).toMatch(/Waybill/);
        // The browser logs the refused request that the screen shows.
        const refused = `status of ${screen.refusal ?? 'none'} `;
        expect(window.complaints.filter((text) => !text.includes(refused))).toEqual([]);
      },
    );
  });
});

async function logIn(page: Page, { email, password }: Gallery['owner']): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/email/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('button', { name: /log in|sign in/i })
    .last()
    .click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}
