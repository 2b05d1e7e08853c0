import { screen, within } from '@testing-library/react';
import { standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

/** Content between navigation and footer. */
const main = () => screen.findByRole('main');

describe('the page of a file type', () => {
  it.each([
    ['/docx', 'Share a Word document as a link'],
    ['/pdf', 'Share a PDF as a link'],
    ['/xlsx', 'Share an Excel sheet as a link'],
    ['/pptx', 'Share a PowerPoint as a link'],
    ['/PPTX', 'Share a PowerPoint as a link'],
  ])('%s offers an upload without sign-up', async (address, title) => {
    renderRoute(address);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const page = within(await main());
    expect(page.getByText(/No sign up required!/)).toBeVisible();
    expect(page.getByLabelText('Files to upload')).toBeInTheDocument();
    expect(page.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/features');
    expect(page.getAllByRole('heading', { level: 3 })).toHaveLength(8);
  });
});

describe('the features', () => {
  it('the features are listed as eight cards', async () => {
    renderRoute('/features');
    expect(await screen.findByRole('heading', { level: 1, name: 'Features' })).toBeVisible();
    expect(within(await main()).getAllByRole('heading', { level: 2 })).toHaveLength(8);
  });
});

describe('terms and privacy', () => {
  it('terms and privacy are two tabs of one page', async () => {
    const { user } = renderRoute('/terms');
    expect(await screen.findByRole('tab', { name: 'Terms of Service' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(await main()).toHaveTextContent(/refund requests within 24 hours of purchase are accepted/i);
    expect(await main()).toHaveTextContent(/terms 30 days before they take effect/);
    await user.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    expect(await main()).toHaveTextContent(/encrypted/);
    expect(await main()).toHaveTextContent(/within 24 hours/);
  });

  it.each([
    ['full', null, /^The IP address, and the region and city/, 'Visits are kept as long as their file.'],
    [
      'network',
      1,
      /^The network of the IP address, without its last part/,
      'Visits are deleted after one day;',
    ],
    ['none', 30, /^No IP address, no region and no city/, 'Visits are deleted after 30 days;'],
  ] as const)(
    'terms and privacy policy say what is kept of visitors with addresses %s and %s days',
    async (mode, days, kept, term) => {
      const config = { ...standardConfig, visitorAddresses: mode, visitRetentionDays: days };
      server.use(http.get('/api/config', () => HttpResponse.json(config)));
      const { user } = renderRoute('/terms');
      await user.click(await screen.findByRole('tab', { name: 'Privacy Policy' }));
      expect(await screen.findByText(kept)).toBeVisible();
      expect(screen.getByText(new RegExp(`^${term}`))).toBeVisible();
      expect(screen.getByText(/counted by IP address.* for a day at most/)).toBeVisible();
    },
  );

  it('the privacy policy names what the browser and the log keep, and the hash of the network of an upload', async () => {
    const { user } = renderRoute('/terms');
    await user.click(await screen.findByRole('tab', { name: 'Privacy Policy' }));
    const sentences = [
      /names, folders and sizes of uploads that were interrupted, with the identifier of your account/,
      /for 90 days the names of the files that you sent to a file request/,
      /their name, which is the name of the link, until the file is deleted/,
      /Until the file is deleted, a hash of the network that it came from is kept/,
      /logged with the account’s identifier and a hash of the network/,
    ];
    for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('terms and privacy policy say what is deleted with an account and what is kept', async () => {
    const { user } = renderRoute('/terms');
    expect(await screen.findByText(/delete it at any time in the account settings/)).toBeVisible();
    await user.click(await screen.findByRole('tab', { name: 'Privacy Policy' }));
    const section = within(
      (await screen.findByRole('heading', { name: /delete your account/ })).parentElement!,
    );
    expect(section.getByText(/all your files, their previews and links, the analytics/)).toBeVisible();
    expect(section.getByText(/Not removed: mails already delivered/)).toBeVisible();
  });
});

describe('the questions on the pricing page', () => {
  it('the questions on the pricing page are in three groups, with one open answer in each', async () => {
    const { user } = renderRoute('/pricing');
    for (const group of ['General', 'Technical', 'Security & Compliance']) {
      expect(await screen.findByRole('heading', { level: 3, name: group })).toBeVisible();
    }
    const ask = async (question: string) => {
      const button = screen.getByRole('button', { name: question });
      await user.click(button);
      return button;
    };
    const refunds = await ask('Do you give refunds?');
    const types = await ask('Which file types are supported?');
    expect(refunds).toHaveAttribute('aria-expanded', 'true');
    expect(types).toHaveAttribute('aria-expanded', 'true');
    const account = await ask('Do I need an account?');
    expect(account).toHaveAttribute('aria-expanded', 'true');
    expect(refunds).toHaveAttribute('aria-expanded', 'false');
    const page = await main();
    expect(page).toHaveTextContent('pro-rated, within 14 days');
    expect(page).toHaveTextContent('PDF, DOC, DOCX, PPT, PPTX, XLS, XLSX, TXT, JPG and PNG');
    expect(page).toHaveTextContent('encrypted?Yes, in transit and at rest');
    expect(page).toHaveTextContent('QR codes expire with the file');
  });
});
