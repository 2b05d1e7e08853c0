import { screen, waitFor, within } from '@testing-library/react';
import { type Config, type Offers, standardConfig, type User } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const on = (subscription: User['subscription']) => aUser({ subscription });
const sell = (...offers: Offers['offers']) =>
  server.use(http.get('/api/billing/offers', () => HttpResponse.json({ offers })));
const promote = () =>
  server.use(
    http.get('/api/promotion/status', () =>
      HttpResponse.json({ isActive: true, endDate: '2026-12-31T12:00:00Z', message: 'Happy spring' }),
    ),
  );
const basicMonthly = { plan: 'basic', period: 'monthly' } as const;
const url = 'https://pay.example/basic?prefilled_email=ada%40example.com';

const configure = (config: Partial<Config>) =>
  server.use(http.get('/api/config', () => HttpResponse.json({ ...standardConfig, ...config })));

describe('the plans where everyone with an account has Pro', () => {
  it('the plans name no price, and offer a visitor an account, or none', async () => {
    configure({ defaultPlan: 'pro' });
    const { user, address } = renderRoute('/pricing');
    expect(await screen.findByText('There is nothing to pay', { exact: false })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Free',
      'Pro',
      'Frequently asked questions',
    ]);
    for (const text of [/\$/, 'Monthly', 'Save 20%', /Choose/, /refunds/, /cannot be bought/])
      expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Send a file' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('link', { name: 'Get started' }));
    await waitFor(() => expect(address().pathname).toBe('/signup'));
  });

  it.each(['closed', 'invited'] as const)(
    'the plans lead visitors to the log-in where sign-up is %s',
    async (signUp) => {
      configure({ signUp });
      renderRoute('/pricing');
      const links = within(await screen.findByRole('main'));
      expect(await links.findAllByRole('link', { name: 'Log in' })).not.toEqual([]);
      const targets = links.getAllByRole('link').map((link) => link.getAttribute('href'));
      expect(targets).not.toContain('/signup');
    },
  );

  it('the pricing page shows no Free plan where anonymous uploads are off', async () => {
    configure({ defaultPlan: 'pro', anonymousUploads: false });
    renderRoute('/pricing', { as: on('pro') });
    expect(await screen.findByRole('button', { name: 'Your plan' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Free' })).not.toBeInTheDocument());
  });
});

describe('the plans', () => {
  it('the plans show the monthly price, and the yearly price with its saving', async () => {
    const { user } = renderRoute('/pricing');
    for (const price of ['$0', '$4', '$12']) expect(await screen.findByText(price)).toBeVisible();
    expect(screen.getByText('Save 20%')).toBeVisible();
    await user.click(screen.getByText('Annual'));
    for (const price of ['$40', '$120']) expect(screen.getByText(price)).toBeVisible();
    expect(screen.getByText('You save $8 a year')).toBeVisible();
    expect(screen.getByText('You save $24 a year')).toBeVisible();
  });

  it('the FAQ names every kind of file that opens in the browser', async () => {
    const { user } = renderRoute('/pricing');
    await user.click(await screen.findByRole('button', { name: 'Which files open in the browser?' }));
    const answer = await screen.findByText(/Nothing has to be installed/);
    for (const kind of ['PDF', 'Office', 'pictures', 'videos', 'sounds', 'text', 'archive'])
      expect(answer).toHaveTextContent(kind);
  });

  it('a plan leads a visitor to sign-up', async () => {
    const { user, address } = renderRoute('/pricing');
    await user.click(await screen.findByRole('link', { name: 'Choose Pro' }));
    await waitFor(() => expect(address().pathname).toBe('/signup'));
  });

  it('a plan leads a free user to their personal payment page', async () => {
    sell({ ...basicMonthly, url });
    renderRoute('/pricing', { as: on('free') });
    expect(await screen.findByRole('link', { name: 'Choose Basic' })).toHaveAttribute('href', url);
    expect(screen.getByRole('button', { name: 'Your plan' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('the plans show that they are not sold for a period', async () => {
    sell({ ...basicMonthly, url });
    const { user } = renderRoute('/pricing', { as: on('free') });
    await screen.findByRole('link', { name: 'Choose Basic' });
    expect(screen.getByText('Monthly payment is not offered for this plan')).toBeVisible();
    await user.click(screen.getByText('Annual'));
    expect(screen.getAllByText('Annual payment is not offered for this plan')).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: 'Not available yet' })).toHaveLength(2);
  });

  it('the plans show that none is sold', async () => {
    renderRoute('/pricing', { as: on('free') });
    expect(await screen.findAllByText('Paid plans cannot be bought on this Waybill yet')).toHaveLength(2);
  });

  it.each(['basic', 'pro'] as const)('a click at the current plan does nothing: %s', async (plan) => {
    const { user, address } = renderRoute('/pricing', { as: on(plan) });
    await user.click(await screen.findByRole('button', { name: 'Your plan' }));
    expect(address().pathname).toBe('/pricing');
  });

  it('a plan leads a paying user to the subscription tab with that plan chosen', async () => {
    server.use(http.get('/api/billing/subscription', () => new Promise<never>(() => undefined)));
    const { user, address } = renderRoute('/pricing', { as: on('basic') });
    await user.click(await screen.findByRole('link', { name: 'Choose Pro' }));
    await waitFor(() => expect(address().pathname).toBe('/account'));
    expect(Object.fromEntries(new URLSearchParams(address().search))).toEqual({
      tab: 'subscription',
      from: 'pricing',
      targetPlan: 'pro',
    });
  });

  it('a plan leads a paying user to the subscription tab when its offer has no payment link', async () => {
    sell({ plan: 'pro', period: 'monthly', url: null });
    renderRoute('/pricing', { as: on('basic') });
    const link = await screen.findByRole('link', { name: 'Choose Pro' });
    expect(link).toHaveAttribute('href', '/account?tab=subscription&from=pricing&targetPlan=pro');
  });

  it.each(['free', 'basic'] as const)(
    'a higher plan leads a user whose plan nobody pays for to the payment page: default plan %s',
    async (defaultPlan) => {
      configure({ defaultPlan });
      sell({ plan: 'pro', period: 'monthly', url });
      renderRoute('/pricing', { as: on('basic') });
      expect(await screen.findByRole('link', { name: 'Choose Pro' })).toHaveAttribute('href', url);
    },
  );

  it('the plans show to a user of the default plan that a higher one is not sold', async () => {
    configure({ defaultPlan: 'basic' });
    renderRoute('/pricing', { as: on('basic') });
    expect(await screen.findByRole('button', { name: 'Not available yet' })).toBeVisible();
  });

  it('a click at a plan does nothing during a promotion, which replaces the FAQ', async () => {
    promote();
    const { user, address } = renderRoute('/pricing', { as: on('pro') });
    const buttons = await screen.findAllByRole('button', { name: 'Promotion Active' });
    expect(buttons).toHaveLength(3);
    for (const button of buttons) await user.click(button);
    expect(address().pathname).toBe('/pricing');
    expect(within(screen.getByRole('note')).getByText(/Happy spring/)).toBeVisible();
    expect(screen.queryByText('General')).not.toBeInTheDocument();
  });

  it('the plans show an error when the offers cannot be loaded, with a retry', async () => {
    server.use(http.get('/api/billing/offers', () => HttpResponse.error(), { once: true }));
    const { user } = renderRoute('/pricing', { as: on('free') });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load subscription information');
    sell({ ...basicMonthly, url });
    await user.click(screen.getByRole('button', { name: 'Choose Basic' }));
    expect(await screen.findByRole('link', { name: 'Choose Basic' })).toHaveAttribute('href', url);
  });
});
