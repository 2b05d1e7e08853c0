import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '../lib/api/api.js';
import { readLoginDestination, saveLoginDestination } from '../lib/login-destination.js';
import { aBundle, aFile, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

/** Serves the login and the files of the signed-in user. */
function serveLogin({ isIn = false } = {}) {
  server.use(
    http.get('/api/user', () => (isIn ? HttpResponse.json(aUser()) : refusal(401, 'auth.required', 'no'))),
    http.get('/api/files', () => HttpResponse.json([aFile()])),
    http.post('/api/login', () => {
      isIn = true;
      return HttpResponse.json(aUser());
    }),
    http.post('/api/logout', () => {
      isIn = false;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { end: () => (isIn = false) };
}

async function logIn(user: ReturnType<typeof renderRoute>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
}

describe('the login page', () => {
  it('opens the session and leads to the uploads', async () => {
    serveLogin();
    const { user, address } = renderRoute('/login');
    await logIn(user);
    expect(await screen.findByText('plans.zip')).toBeVisible();
    expect(address().pathname).toBe('/upload');
  });

  it('keeps the new session when the check of an expired one is answered late', async () => {
    serveLogin();
    let isAborted = false;
    server.use(
      http.get(
        '/api/user',
        ({ request }) =>
          new Promise<Response>((resolve) =>
            request.signal.addEventListener('abort', () => {
              isAborted = true;
              resolve(refusal(401, 'auth.required', 'no'));
            }),
          ),
        { once: true },
      ),
    );
    const { user, address } = renderRoute('/login');
    await logIn(user);
    expect(await screen.findByText('plans.zip')).toBeVisible();
    expect(isAborted).toBe(true);
    expect(address().pathname).toBe('/upload');
  });

  it('returns to the page that required the login', async () => {
    serveLogin();
    const { user, address } = renderRoute('/account?tab=security');
    await waitFor(() => expect(address().pathname).toBe('/login'));
    await logIn(user);
    expect(await screen.findByLabelText('Current password')).toBeVisible();
    expect(address().pathname + address().search).toBe('/account?tab=security');
  });

  it('forgets the page that required the login once it has led there', async () => {
    serveLogin();
    saveLoginDestination('/pricing');
    const { user, address } = renderRoute('/login');
    await logIn(user);
    await waitFor(() => expect(address().pathname).toBe('/pricing'));
    expect(readLoginDestination()).toBe('/upload');
  });

  it('shows the message of the previous page', async () => {
    renderRoute('/login?message=Your+account+is+ready.');
    expect(await screen.findByText('Your account is ready.')).toBeVisible();
  });

  it('requires a valid address and a password', async () => {
    const { user } = renderRoute('/login');
    await user.click(await screen.findByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'nobody');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  });

  it('shows the server’s message, else its own', async () => {
    server.use(
      http.post('/api/login', () =>
        refusal(401, 'auth.invalid-credentials', 'Wrong e-mail address or password'),
      ),
    );
    const { user } = renderRoute('/login');
    await logIn(user);
    expect(await screen.findByText('Wrong e-mail address or password')).toBeVisible();
    server.use(http.post('/api/login', () => new HttpResponse('bad gateway', { status: 502 })));
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('An error occurred during login')).toBeVisible();
  });
});

describe('logging out', () => {
  it('ends on the login page', async () => {
    serveLogin();
    const { user, address } = renderRoute('/login');
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: /Account/ }));
    expect(await screen.findByText('ada@example.com')).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: /Logout/ }));
    await waitFor(() => expect(address().pathname).toBe('/login'));
    expect(await screen.findByRole('link', { name: 'Sign Up' })).toBeVisible();
  });

  it('leaves no page to return to for the next person', async () => {
    serveLogin({ isIn: true });
    const { user, address } = renderRoute('/account?tab=security');
    await user.click(await screen.findByRole('button', { name: /Account/ }));
    saveLoginDestination('/pricing');
    await user.click(await screen.findByRole('menuitem', { name: /Logout/ }));
    await waitFor(() => expect(address().pathname).toBe('/login'));
    await logIn(user);
    expect(await screen.findByText('plans.zip')).toBeVisible();
    expect(address().pathname).toBe('/upload');
  });
});

describe('a sign-in in another tab', () => {
  const grace = aUser({
    id: '4f2504e0-4f89-41d3-9a0c-0305e82c3302',
    name: 'Grace Hopper',
    email: 'grace@example.com',
  });
  const returnToTab = () =>
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

  it('replaces the account page of the previous user by that of the new one', async () => {
    const { user } = renderRoute('/account', { as: aUser() });
    const name = await screen.findByLabelText('Name');
    await user.type(name, ' of London');
    server.use(http.get('/api/user', () => HttpResponse.json(grace)));
    returnToTab();
    await waitFor(() => expect(name).not.toBeInTheDocument());
    expect(await screen.findByLabelText('Name')).toHaveValue('Grace Hopper');
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
  });

  it('shows nothing of the previous user’s files', async () => {
    server.use(http.get('/api/files', () => HttpResponse.json([aFile()])));
    renderRoute('/upload', { as: aUser() });
    expect(await screen.findByText('plans.zip')).toBeVisible();
    server.use(
      http.get('/api/user', () => HttpResponse.json(grace)),
      http.get('/api/files', () => new Promise<never>(() => undefined)),
    );
    returnToTab();
    expect(await screen.findByRole('status', { name: 'Loading files' })).toBeVisible();
    expect(screen.queryByText('plans.zip')).not.toBeInTheDocument();
  });

  it('leads to the log-in after a logout there', async () => {
    const { address } = renderRoute('/account', { as: aUser() });
    expect(await screen.findByLabelText('Name')).toBeVisible();
    server.use(http.get('/api/user', () => refusal(401, 'auth.required', 'no')));
    returnToTab();
    await waitFor(() => expect(address().pathname).toBe('/login'));
  });
});

describe('an ended session', () => {
  it('leads back to its page at the next log-in', async () => {
    const session = serveLogin({ isIn: true });
    const { user, store, address } = renderRoute('/account?tab=security');
    expect(await screen.findByLabelText('Current password')).toBeVisible();
    session.end();
    act(() => void store.dispatch(api.util.invalidateTags(['User'])));
    await waitFor(() => expect(address().pathname).toBe('/login'));
    await logIn(user);
    await waitFor(() => expect(address().pathname + address().search).toBe('/account?tab=security'));
  });

  it('leaves nothing of its account to the next log-in', async () => {
    const session = serveLogin({ isIn: true });
    server.use(http.get('/api/bundles', () => HttpResponse.json([aBundle()])));
    const { user, store } = renderRoute('/upload');
    expect(await screen.findByText('Offer')).toBeVisible();
    session.end();
    server.use(http.get('/api/bundles', () => refusal(401, 'auth.required', 'no')));
    act(() => void store.dispatch(api.util.invalidateTags(['Bundles'])));
    await screen.findByLabelText('Password');
    server.use(http.get('/api/bundles', () => new Promise<never>(() => undefined)));
    await logIn(user);
    expect(await screen.findByText('plans.zip')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading bundles' })).toBeVisible();
    expect(screen.queryByText('Offer')).not.toBeInTheDocument();
  });
});

describe('the sign-up page', () => {
  async function fillIn(user: ReturnType<typeof renderRoute>['user'], confirmation: string) {
    await user.type(await screen.findByLabelText('Full Name'), 'Ada');
    await user.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'a long password');
    await user.type(screen.getByLabelText('Confirm Password'), confirmation);
  }

  it('goes to the login with the message of the server', async () => {
    server.use(http.post('/api/signup', () => HttpResponse.json({ message: 'Welcome!' }, { status: 201 })));
    const { user, address } = renderRoute('/signup');
    await fillIn(user, 'a long password');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Welcome!')).toBeVisible();
    expect(address().pathname).toBe('/login');
  });

  it('requires equal passwords and the terms', async () => {
    const { user } = renderRoute('/signup');
    await fillIn(user, 'another password');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(screen.getByText('You must agree to the Terms of Service and Privacy Policy')).toBeVisible();
  });

  it('shows the sentences of the server beside their fields', async () => {
    const errors = [{ field: 'password', message: 'This password is too common.' }];
    server.use(
      http.post('/api/signup', () => refusal(400, 'request.invalid', 'Please check the fields.', errors)),
    );
    const { user } = renderRoute('/signup');
    await fillIn(user, 'a long password');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('This password is too common.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/too common/);
  });
});
