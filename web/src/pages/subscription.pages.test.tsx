import { screen, waitFor, within } from '@testing-library/react';
import { standardConfig, type SubscriptionView, type User } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { formatDate } from '../lib/format/date.js';
import { readLoginDestination } from '../lib/login-destination.js';
import { aSubscription, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const END = '2026-12-24T12:00:00.000Z';

/** Renders the subscription tab of an account with this subscription. */
function open(overrides: Partial<SubscriptionView> = {}, query = '') {
  const subscription = aSubscription(overrides);
  server.use(http.get('/api/billing/subscription', () => HttpResponse.json(subscription)));
  return renderRoute(`/account?tab=subscription${query}`, { as: aUser({ subscription: subscription.plan }) });
}

describe('the subscription tab', () => {
  it('shows the renewal date', async () => {
    open();
    expect(await screen.findByText('Basic')).toBeVisible();
    expect(screen.getByText(`It renews on ${formatDate(END)}.`)).toBeVisible();
  });

  it('shows the end of a plan that was cancelled or granted until a date, without a cancel button', async () => {
    open({ status: 'ending', renewsAt: null, endsAt: END });
    expect(await screen.findByText('Ending')).toBeVisible();
    expect(screen.getByText(/It ends on .* nothing more is charged/)).toHaveTextContent(formatDate(END));
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).not.toBeInTheDocument();
  });

  it('shows the deadline after a failed payment', async () => {
    open({ status: 'past-due', renewsAt: null, endsAt: END });
    const alert = within(await screen.findByRole('alert', { name: 'Your last payment failed' }));
    expect(alert.getByText(/keep Basic/)).toHaveTextContent(formatDate(END));
  });

  it('shows the end of a cancelled plan whose payment failed, without a cancel button', async () => {
    open({ status: 'past-due', isCancelled: true, renewsAt: null, endsAt: END });
    expect(await screen.findByRole('alert', { name: 'Your last payment failed' })).toBeVisible();
    expect(screen.getByText('Ending')).toBeVisible();
    expect(screen.getByText(/^It was cancelled and ends on/)).toHaveTextContent(formatDate(END));
    expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).not.toBeInTheDocument();
  });

  it('shows the free plan without a way to cancel it', async () => {
    open({ plan: 'free', renewsAt: null });
    expect(await screen.findByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
  });

  it('offers nothing to cancel where everyone has the plan', async () => {
    server.use(http.get('/api/config', () => HttpResponse.json({ ...standardConfig, defaultPlan: 'basic' })));
    open({ renewsAt: null });
    expect(await screen.findByText('Everyone with an account here has this plan.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
  });

  it('cancels a granted plan only after it says that it ends immediately', async () => {
    const { user } = open({ renewsAt: null });
    expect(await screen.findByText('The operator gave you this plan. It has no end.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel your subscription?' }));
    expect(
      dialog.getByText('Your plan ends immediately. Only the operator can give it back.'),
    ).toBeInTheDocument();
    expect(dialog.queryByText(/billing period/)).not.toBeInTheDocument();
  });

  it('a plan cannot be cancelled during a promotion', async () => {
    server.use(
      http.get('/api/promotion/status', () =>
        HttpResponse.json({ isActive: true, endDate: END, message: null }),
      ),
    );
    open();
    expect(await screen.findByRole('button', { name: 'Promotion Active' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(screen.getByText(/Your own plan is Basic/)).toBeVisible();
  });

  it('explains how to change the plan chosen on the pricing page', async () => {
    open({}, '&from=pricing&targetPlan=pro');
    expect(await screen.findByText(/To change to Pro, cancel your current plan first/)).toBeVisible();
  });

  it('links a free user back to the pricing page, on every tab', async () => {
    const { user } = open({ plan: 'free', renewsAt: null }, '&from=pricing&targetPlan=pro');
    const notice = within(await screen.findByRole('alert', { name: 'Changing your plan' }));
    expect(notice.getByText(/You are on Free: choose Pro on the pricing page/)).toBeVisible();
    expect(notice.getByRole('link', { name: 'Go to pricing' })).toHaveAttribute('href', '/pricing');
    await user.click(screen.getByRole('tab', { name: 'Security' }));
    expect(screen.getByRole('alert', { name: 'Changing your plan' })).toBeVisible();
  });

  it('cancels only once that is confirmed, and shows until when the plan stays', async () => {
    const { user } = open();
    const message = 'Your subscription has been cancelled.';
    server.use(
      http.post('/api/user/cancel', () => {
        const ended = aSubscription({ status: 'ending', renewsAt: null, endsAt: END });
        server.use(http.get('/api/billing/subscription', () => HttpResponse.json(ended)));
        return HttpResponse.json({ message, subscriptionEndsAt: END });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it' }));
    expect(screen.queryByText('Ending')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText(`${message} (${formatDate(END)})`)).toBeVisible();
    expect(await screen.findByText('Ending')).toBeVisible();
  });

  it('shows that the payment provider is unavailable, and keeps the plan', async () => {
    const { user } = open();
    const sentence = 'The payment provider cannot be reached right now.';
    server.use(http.post('/api/user/cancel', () => refusal(503, 'billing.provider-unavailable', sentence)));
    await user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText(/It renews on/)).toBeVisible();
  });

  it('says that it could not be loaded, and tries again', async () => {
    server.use(http.get('/api/billing/subscription', () => HttpResponse.error()));
    const { user } = renderRoute('/account?tab=subscription', { as: aUser() });
    expect(await screen.findByText('Failed to load subscription information')).toBeVisible();
    server.use(http.get('/api/billing/subscription', () => HttpResponse.json(aSubscription())));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Basic')).toBeVisible();
  });
});

describe('the page after the payment', () => {
  it('waits for the plan, and shows it once it has arrived', async () => {
    let plan: User['subscription'] = 'free';
    server.use(
      http.get('/api/user', () => HttpResponse.json(aUser({ subscription: plan }))),
      http.get('/api/billing/subscription', () => HttpResponse.json(aSubscription({ plan }))),
    );
    renderRoute('/success');
    expect(await screen.findByText(/Waiting for your payment/)).toBeVisible();
    plan = 'basic';
    expect(await screen.findByText('You are on Basic now. All it gives is yours.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account');
  });

  it.each<[string, Partial<SubscriptionView>]>([
    ['a higher plan', { plan: 'pro', renewsAt: null }],
    ['a payment', { plan: 'basic', renewsAt: END }],
  ])('waits for the payment of a user who had Basic without one, and notices %s', async (_change, paid) => {
    let subscription = aSubscription({ plan: 'basic', renewsAt: null });
    let answers = 0;
    server.use(
      http.get('/api/user', () => HttpResponse.json(aUser({ subscription: subscription.plan }))),
      http.get('/api/billing/subscription', () => {
        answers += 1;
        return HttpResponse.json(subscription);
      }),
    );
    renderRoute('/success');
    // The second call follows once the client has read the first answer.
    await waitFor(() => expect(answers).toBeGreaterThan(1));
    expect(screen.getByText(/Waiting for your payment/)).toBeVisible();
    subscription = aSubscription(paid);
    const name = paid.plan === 'pro' ? 'Pro' : 'Basic';
    expect(await screen.findByText(`You are on ${name} now. All it gives is yours.`)).toBeVisible();
  });

  it('thanks a visitor who is not signed in', async () => {
    renderRoute('/success');
    expect(await screen.findByText(/active as soon as the payment is confirmed/)).toBeVisible();
  });
});

describe('deleting the account', () => {
  async function openDialog() {
    const { user, address } = renderRoute('/account', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Delete account' }));
    return {
      user,
      address,
      dialog: within(await screen.findByRole('dialog', { name: 'Delete your account?' })),
    };
  }

  it('requires the password', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(await dialog.findByText('Password is required')).toBeVisible();
  });

  it('shows beside the field that the password is wrong', async () => {
    const message = 'Current password is incorrect';
    server.use(
      http.delete('/api/user', () =>
        refusal(400, 'auth.wrong-current-password', message, [{ field: 'password', message }]),
      ),
    );
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Your password'), 'not this one');
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('goes to the login with a confirmation', async () => {
    const sent: unknown[] = [];
    const { user, address, dialog } = await openDialog();
    server.use(
      http.delete('/api/user', async ({ request }) => {
        sent.push(await request.json());
        server.use(http.get('/api/user', () => refusal(401, 'auth.required', 'Please log in to continue')));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.type(dialog.getByLabelText('Your password'), 'the right one');
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(address().pathname).toBe('/login'));
    expect(await screen.findByText('Your account and everything in it has been deleted.')).toBeVisible();
    expect(sent).toEqual([{ password: 'the right one' }]);
    // The next login, of another account, does not begin at the settings of this one.
    expect(readLoginDestination()).toBe('/upload');
  });
});
