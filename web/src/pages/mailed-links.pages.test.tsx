import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const query = 'token=t0ken&email=ada%40example.com';

describe('the activation page', () => {
  it('verifies token and address as it opens, and leads to the login', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/verify-email', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ message: 'Your account is ready.' });
      }),
    );
    renderRoute(`/activate?${query}`);
    expect(await screen.findByText('Your account is ready.')).toBeVisible();
    expect(screen.getByRole('main')).toContainElement(
      screen.getAllByRole('link', { name: 'Log In' }).at(-1)!,
    );
    expect(asked).toEqual([`?${query}`]);
  });

  it.each(['', '?token=t0ken', '?email=ada%40example.com'])(
    'refuses the link “%s” without a request',
    async (search) => {
      renderRoute(`/activate${search}`);
      expect(await screen.findByText('Invalid verification link')).toBeVisible();
    },
  );

  it('says that it is verifying', async () => {
    server.use(http.get('/api/verify-email', () => new Promise<never>(() => undefined)));
    renderRoute(`/activate?${query}`);
    expect(await screen.findByText('Verifying your email')).toBeVisible();
  });

  it('shows why the server refused', async () => {
    const message = 'This verification link is invalid or has expired';
    server.use(http.get('/api/verify-email', () => refusal(400, 'auth.expired-verification-link', message)));
    renderRoute(`/activate?${query}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('distinguishes a refusal without a reason from no response, which can be retried', async () => {
    server.use(http.get('/api/verify-email', () => new HttpResponse('', { status: 502 })));
    renderRoute(`/activate?${query}`);
    expect(await screen.findByText('Failed to verify email')).toBeVisible();
  });

  it.each([
    ['a response', () => HttpResponse.error(), 'An error occurred while verifying your email'],
    ['a working server', () => new HttpResponse('', { status: 503 }), 'Failed to verify email'],
  ])('offers a retry without %s', async (_missing, failure, sentence) => {
    server.use(http.get('/api/verify-email', failure, { once: true }));
    const { user } = renderRoute(`/activate?${query}`);
    expect(await screen.findByText(sentence)).toBeVisible();
    server.use(http.get('/api/verify-email', () => HttpResponse.json({ message: 'Your account is ready.' })));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Your account is ready.')).toBeVisible();
  });
});

describe('the forgot-password page', () => {
  it('requires a valid address', async () => {
    const { user } = renderRoute('/forgot-password');
    await user.click(await screen.findByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'nobody');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  });

  it('says that the link could not be sent', async () => {
    server.use(http.post('/api/forgot-password', () => HttpResponse.error()));
    const { user } = renderRoute('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText('An error occurred while sending the reset link')).toBeVisible();
  });
});

describe('the reset-password page', () => {
  const accept = () =>
    server.use(http.get('/api/reset-password', () => HttpResponse.json({ message: 'Good' })));

  async function setPassword(user: ReturnType<typeof renderRoute>['user'], confirmation: string) {
    await user.type(await screen.findByLabelText('New password'), 'a new password');
    await user.type(screen.getByLabelText('Confirm new password'), confirmation);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
  }

  it('sets the password, and goes to the login after three seconds', async () => {
    accept();
    const sent: unknown[] = [];
    server.use(
      http.post('/api/reset-password', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Your password is changed.' });
      }),
    );
    expect(timings.resetRedirect).toBe(3000);
    const { user, address } = renderRoute(`/reset-password?${query}`);
    await setPassword(user, 'a new password');
    expect(await screen.findByText('Your password is changed.')).toBeVisible();
    const startedAt = performance.now();
    expect(sent).toEqual([{ token: 't0ken', email: 'ada@example.com', password: 'a new password' }]);
    expect(address().pathname).toBe('/reset-password');
    await waitFor(() => expect(address().pathname).toBe('/login'));
    expect(performance.now() - startedAt).toBeGreaterThan(2500);
  });

  it('requires a password of eight characters and its confirmation', async () => {
    accept();
    const { user } = renderRoute(`/reset-password?${query}`);
    await user.click(await screen.findByRole('button', { name: 'Reset password' }));
    expect(await screen.findByText('Password is required')).toBeVisible();
    expect(screen.getByText('Please confirm your password')).toBeVisible();
    await user.type(screen.getByLabelText('New password'), 'short');
    expect(await screen.findByText('Password must be at least 8 characters long')).toBeVisible();
    await user.clear(screen.getByLabelText('New password'));
    await setPassword(user, 'another password');
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
  });

  it.each(['', '?token=t0ken', '?email=ada%40example.com'])(
    'refuses the link “%s” without a request',
    async (search) => {
      renderRoute(`/reset-password${search}`);
      expect(await screen.findByText('Invalid reset link')).toBeVisible();
    },
  );

  it('says that it checks the link', async () => {
    server.use(http.get('/api/reset-password', () => new Promise<never>(() => undefined)));
    renderRoute(`/reset-password?${query}`);
    expect(await screen.findByText('Checking the link')).toBeVisible();
  });

  it('shows no form for a used link', async () => {
    server.use(http.get('/api/reset-password', () => new HttpResponse('', { status: 400 })));
    renderRoute(`/reset-password?${query}`);
    expect(await screen.findByText('Invalid or expired reset link')).toBeVisible();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  });

  it.each([
    ['no answer', () => HttpResponse.error()],
    ['an answer of a proxy', () => new HttpResponse('bad gateway', { status: 502 })],
  ])('does not call a link expired that could not be checked: %s', async (_what, answer) => {
    server.use(http.get('/api/reset-password', answer));
    const { user } = renderRoute(`/reset-password?${query}`);
    expect(await screen.findByText('The link could not be checked')).toBeVisible();
    accept();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it('says that the password could not be set', async () => {
    accept();
    server.use(http.post('/api/reset-password', () => HttpResponse.error()));
    const { user } = renderRoute(`/reset-password?${query}`);
    await setPassword(user, 'a new password');
    expect(await screen.findByText('An error occurred while resetting your password')).toBeVisible();
  });
});
