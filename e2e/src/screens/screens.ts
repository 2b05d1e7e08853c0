import type { Page } from 'playwright-core';
import type { Screen as Device } from '../support/browser.js';
import { FILE_PASSWORD, type Gallery } from './gallery.js';

/** A screen in one state: how to reach it, and how to detect that it is complete. */
export interface Screen {
  /** File name of its screenshots. */
  readonly name: string;
  readonly as: 'visitor' | 'owner' | 'newcomer';
  path(gallery: Gallery): string;
  /** Actions that lead to this state. */
  act?(page: Page): Promise<void>;
  /** Text that is visible when the screen is complete. */
  readonly shows: string | RegExp;
  /** Status of the refused request that the screen shows. */
  readonly refusal?: number;
  /** The only device that has this state, or on which it is checked. */
  readonly only?: Device;
}

/** Message of the promotion of {@link otherScreens}, with a word that is longer than a line. */
export const PROMOTION = `Pro is free for everyone until New Year: ${'waybill.example/'.repeat(6)}`;

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

function visitor(
  name: string,
  path: Screen['path'] | string,
  shows: Screen['shows'],
  act?: Screen['act'],
): Screen {
  return {
    name,
    as: 'visitor',
    path: typeof path === 'string' ? () => path : path,
    shows,
    ...(act && { act }),
  };
}

function owner(
  name: string,
  path: Screen['path'] | string,
  shows: Screen['shows'],
  act?: Screen['act'],
): Screen {
  return { ...visitor(name, path, shows, act), as: 'owner' };
}

function newcomer(
  name: string,
  path: Screen['path'] | string,
  shows: Screen['shows'],
  act?: Screen['act'],
): Screen {
  return { ...visitor(name, path, shows, act), as: 'newcomer' };
}

/** A screen that shows a refused request. */
const refused = (refusal: number, screen: Screen): Screen => ({ ...screen, refusal });

/** A screen that differs little between devices is checked on the smaller one. */
const onPhone = (screen: Screen): Screen => ({ ...screen, only: 'phone' });

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

/** The list of files. The list of bundles on the same page has buttons of the same names. */
const filesOf = (page: Page) => page.getByRole('table');

const openRow = (name: string) => async (page: Page) => {
  await filesOf(page).getByText(name).first().click();
  await filesOf(page).getByRole('button', { name: 'Delete' }).waitFor();
};

const openPanel = (button: string) => async (page: Page) => {
  await openRow('Plan for spring.pdf')(page);
  await filesOf(page).getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
};

const openDialog = (button: string) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole('dialog').waitFor();
};

/** Every route of spec §2, and each further one that no flow of `browser` checks, in each of its visual states. */
export const screens: readonly Screen[] = [
  visitor('home', '/', 'No sign up required!'),
  visitor('features', '/features', /QR code/i),
  visitor('pricing', '/pricing', 'Pro'),
  visitor('pricing-question', '/pricing', 'Pro', async (page) => {
    await page.locator('[aria-expanded=false][data-accordion-control]').first().click();
  }),
  visitor('signup', '/signup', 'Full Name'),
  visitor('signup-errors', '/signup', /required|must agree/i, async (page) => {
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page
      .getByRole('button', { name: /sign up|create/i })
      .last()
      .click();
  }),
  visitor('login', '/login?message=Your%20account%20is%20ready.', 'Your account is ready.'),
  visitor('login-errors', '/login', 'Email is required', async (page) => {
    await page
      .getByRole('button', { name: /log in|sign in/i })
      .last()
      .click();
  }),
  visitor('forgot-password', '/forgot-password', /Email/),
  refused(
    400,
    visitor(
      'reset-password-bad-link',
      '/reset-password?token=none&email=ada@example.com',
      'Invalid or expired reset link',
    ),
  ),
  visitor('reset-password-no-link', '/reset-password', 'Invalid reset link'),
  refused(400, visitor('activate-bad-link', '/activate?token=none&email=ada@example.com', /link|verif/i)),
  visitor('activate-no-link', '/activate', 'Invalid verification link'),
  visitor('contact', '/contact', 'Subject'),
  visitor('status', '/status', 'Operational'),
  visitor('terms', '/terms', 'Terms of Service'),
  visitor('privacy', '/terms', /Privacy/, async (page) => {
    await page.getByRole('tab', { name: /privacy/i }).click();
  }),
  visitor('success', '/success', /Thank you/),
  visitor('docx', '/docx', /Word/),
  visitor('pdf', '/pdf', /PDF/),
  visitor('xlsx', '/xlsx', /Excel/),
  visitor('pptx', '/pptx', /PowerPoint/),
  visitor('not-found', '/no/such/page', /home/i),
  visitor('view-pdf', ({ files }) => `/${files.document}`, 'Plan for spring.pdf'),
  visitor('view-image', ({ files }) => `/${files.picture}/link`, 'Harbour at dusk.png'),
  visitor('view-no-preview', ({ files }) => `/${files.unknown}`, 'Preview not available for this file type'),
  refused(
    401,
    visitor('view-locked', ({ files }) => `/${files.locked}`, 'This file is protected'),
  ),
  refused(
    401,
    visitor(
      'view-wrong-password',
      ({ files }) => `/${files.locked}`,
      'Incorrect password',
      async (page) => {
        await page.getByLabel('Password', { exact: true }).fill('wrong');
        await page.getByRole('button', { name: 'Open file' }).click();
      },
    ),
  ),
  refused(
    401,
    visitor(
      'view-unlocked',
      ({ files }) => `/${files.locked}`,
      /Contract for/,
      async (page) => {
        await page.getByLabel('Password', { exact: true }).fill(FILE_PASSWORD);
        await page.getByRole('button', { name: 'Open file' }).click();
      },
    ),
  ),
  refused(
    410,
    visitor('view-expired', ({ files }) => `/${files.expired}`, 'File has expired'),
  ),
  refused(404, visitor('view-missing', `/${UNKNOWN_ID}`, 'File not found')),
  visitor('embed-pdf', ({ files }) => `/embed/${files.document}`, /Plan for spring/),
  visitor('embed-locked', ({ files }) => `/embed/${files.locked}`, /protected/i),
  visitor('office-preview', ({ files }) => `/office-preview/${files.office}?name=Report`, /Report|Document/),
  visitor('share-stranger', ({ files }) => `/${files.document}/share`, /log in|permission/i),
  visitor('bundle', ({ bundle }) => `/b/${bundle}`, 'Reports'),
  onPhone(visitor('bundle-preview', ({ bundle, files }) => `/b/${bundle}?file=${files.picture}`, /1 of 3/)),
  onPhone(visitor('link-open', ({ links }) => `/l/${links.open}`, 'Harbour at dusk.png')),
  onPhone(visitor('link-password', ({ links }) => `/l/${links.password}`, /password its sender gave you/)),
  onPhone(
    visitor(
      'link-email',
      ({ links }) => `/l/${links.email}`,
      /Enter the code we sent/,
      async (page) => {
        await page.getByLabel('Your email').fill('grace@example.com');
        await press('Send me a code')(page);
      },
    ),
  ),
  onPhone(
    refused(
      410,
      visitor('link-used-up', ({ links }) => `/l/${links.usedUp}`, 'This link has been used up'),
    ),
  ),
  visitor('home-links', '/', '2 links to share', async (page) => {
    const links = ['Plan.pdf', `${'Quarterly_report_of_the_harbour_'.repeat(4)}.pdf`].map((name, index) => ({
      id: `${UNKNOWN_ID.slice(0, -1)}${index}`,
      name,
    }));
    const batches = JSON.stringify([{ links, bundleId: null, inBundle: 0 }]);
    await page.evaluate(`sessionStorage.setItem('waybill.upload-results.browser', '${batches}')`);
    await page.reload();
  }),
  onPhone(visitor('unsubscribe', '/unsubscribe?key=none&kind=firstView', 'First view')),
  onPhone(newcomer('overview-empty', '/overview', 'No views in these days')),
  newcomer('uploads-empty', '/upload', /no files|nothing|first/i),
  newcomer('account-free', '/account?tab=subscription&from=pricing&targetPlan=pro', /plan/i),
  newcomer(
    'share-not-mine',
    ({ files }) => `/${files.document}/share`,
    'You do not have permission to access this file',
  ),
  owner('uploads', '/upload', 'Plan for spring.pdf'),
  owner('uploads-row', '/upload', 'Plan for spring.pdf', openRow('Plan for spring.pdf')),
  owner('uploads-share', '/upload', 'Send by email', openPanel('Share')),
  owner('uploads-embed', '/upload', 'Embed “Plan for spring.pdf”', openPanel('Embed')),
  owner('uploads-edit', '/upload', 'Save changes', openPanel('Edit')),
  owner('uploads-delete', '/upload', /delete/i, openPanel('Delete')),
  owner('create', ({ files }) => `/${files.document}/create`, 'Configure File Settings'),
  owner('create-locked', ({ files }) => `/${files.locked}/create`, 'Configure File Settings'),
  owner('share', ({ files }) => `/${files.document}/share`, 'Plan for spring.pdf'),
  owner('share-locked', ({ files }) => `/${files.locked}/share`, /Contract for/),
  owner('analytics', ({ files }) => `/analytics/${files.document}`, 'Recent Downloads'),
  owner(
    'analytics-none',
    ({ files }) => `/analytics/${files.unknown}`,
    'No download statistics available yet',
  ),
  refused(404, owner('analytics-unknown', `/analytics/${UNKNOWN_ID}`, 'No analytics for this file yet')),
  owner(
    'share-email-errors',
    ({ files }) => `/${files.document}/share`,
    /required|fill/i,
    press('Send email'),
  ),
  owner('bundle-share', ({ bundle }) => `/b/${bundle}/share`, 'Make link', press('New link')),
  owner('bundle-analytics', ({ bundle }) => `/b/${bundle}/analytics`, 'Recent Downloads'),
  owner('overview', '/overview', 'Most Opened'),
  owner('account', '/account', 'Delete account'),
  owner('account-delete', '/account', 'This cannot be undone.', openDialog('Delete account')),
  { ...owner('account-menu', '/features', 'Logout', press('Account')), only: 'desktop' },
  onPhone(owner('menu', '/features', 'Logout', openDialog('Menu'))),
  onPhone(
    owner('bundle-picker', ({ bundle }) => `/b/${bundle}/share`, 'measurements.bin', openDialog('Add files')),
  ),
  onPhone(visitor('menu-visitor', '/features', 'Sign Up', openDialog('Menu'))),
  owner('account-security', '/account?tab=security', /Current password/i),
  onPhone(owner('account-notifications', '/account?tab=notifications', 'Daily summary')),
  owner('account-subscription', '/account?tab=subscription', 'Cancel Subscription'),
  owner(
    'account-cancel',
    '/account?tab=subscription',
    'Cancel your subscription?',
    openDialog('Cancel Subscription'),
  ),
];

/** Screens with a promotion, and the mailbox. */
export const otherScreens: readonly Screen[] = [
  visitor('mailbox', '/mailbox', 'This Waybill has no mail server.', async (page) => {
    await page.locator('iframe').waitFor();
  }),
  visitor('promotion-home', '/', PROMOTION),
  visitor('promotion-pricing', '/pricing', PROMOTION),
  newcomer('promotion-pricing-signed-in', '/pricing', PROMOTION),
  newcomer('promotion-subscription', '/account?tab=subscription', 'Promotion Active'),
];
