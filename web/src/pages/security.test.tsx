import { screen, waitFor } from '@testing-library/react';
import { standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const PROVISIONING = {
  secret: 'JBSWY3DPEHPK3PXP',
  url: 'otpauth://totp/Waybill:ada?secret=JBSWY3DPEHPK3PXP',
};

function openSecurityTab() {
  server.use(
    http.get('/api/user/sessions', () => HttpResponse.json([])),
    http.get('/api/user/totp', () => HttpResponse.json({ isEnabled: false, recoveryCodesLeft: 0 })),
    http.get('/api/tokens', () => HttpResponse.json([])),
  );
  return renderRoute('/account?tab=security', { as: aUser() });
}

describe('the security tab', () => {
  it('sets two-step log-in up with password, QR code and code, and shows the recovery codes', async () => {
    const { user } = openSecurityTab();
    server.use(
      http.post('/api/user/totp', () => HttpResponse.json(PROVISIONING)),
      http.post('/api/user/totp/confirm', () =>
        HttpResponse.json({ recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] }),
      ),
    );
    await user.type(await screen.findByLabelText('Your password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Set up two-step log-in' }));
    expect(
      await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(/aaaa-bbbb/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy codes' }));
    expect(await screen.findByText('Codes copied')).toBeVisible();
    expect(await window.navigator.clipboard.readText()).toBe('aaaa-bbbb\ncccc-dddd');
  });

  it('names each part of the security tab that could not be loaded', async () => {
    const { user } = openSecurityTab();
    server.use(
      ...['passkeys', 'totp'].map((name) => http.get(`/api/user/${name}`, () => HttpResponse.error())),
      http.get('/api/tokens', () => HttpResponse.error()),
    );
    for (const part of ['Your passkeys', 'Two-step log-in', 'Your access tokens'])
      expect(await screen.findByText(`${part} could not be loaded`)).toBeVisible();
    server.use(http.get('/api/tokens', () => HttpResponse.json([])));
    await user.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1)!);
    expect(await screen.findByText('You have no access tokens.')).toBeVisible();
  });

  it('closes the form that turns two-step log-in off, and returns to its button', async () => {
    const { user } = openSecurityTab();
    server.use(
      http.get('/api/user/totp', () => HttpResponse.json({ isEnabled: true, recoveryCodesLeft: 9 })),
    );
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.click(screen.getByRole('button', { name: 'Keep it on' }));
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Turn off' })).toHaveFocus();
  });

  it('creates an access token and shows it once', async () => {
    const { user } = openSecurityTab();
    const view = {
      id: crypto.randomUUID(),
      name: 'CI',
      scopes: ['upload'],
      createdAt: '2026-11-01T00:00:00.000Z',
    };
    server.use(
      http.post('/api/tokens', () =>
        HttpResponse.json(
          { ...view, expiresAt: null, lastUsedAt: null, token: 'wb_shown-once' },
          { status: 201 },
        ),
      ),
    );
    await user.type(await screen.findByLabelText('Name of a new token'), 'CI');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByDisplayValue('wb_shown-once')).toBeInTheDocument();
  });
});

describe('the security tab, for other ways in', () => {
  const sso = { ...standardConfig, singleSignOn: { name: 'Example ID' } };

  it('lists, renames and removes passkeys', async () => {
    const { user } = openSecurityTab();
    const passkey = {
      id: crypto.randomUUID(),
      name: 'My phone',
      createdAt: '2026-11-01T00:00:00.000Z',
      lastUsedAt: null,
      isSynced: true,
    };
    const sent: unknown[] = [];
    server.use(
      http.get('/api/user/passkeys', () => HttpResponse.json([passkey])),
      http.put('/api/user/passkeys/:id', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(passkey);
      }),
      http.delete('/api/user/passkeys/:id', ({ params }) => {
        sent.push(params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Rename My phone' }));
    await user.clear(screen.getByLabelText('Name of the passkey'));
    await user.type(screen.getByLabelText('Name of the passkey'), 'Old phone');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Remove My phone' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Old phone' }, passkey.id]));
  });

  it('asks for no current password while it is unknown whether the account has one', async () => {
    server.use(http.get('/api/user/sign-in', () => HttpResponse.error()));
    const { user } = openSecurityTab();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch user data');
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
    server.use(
      http.get('/api/user/sign-in', () => HttpResponse.json({ hasPassword: false, singleSignOn: null })),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Set password' })).toBeVisible();
  });

  it('lets an account of single sign-on set its first password', async () => {
    const { user } = openSecurityTab();
    server.use(
      http.get('/api/config', () => HttpResponse.json(sso)),
      http.get('/api/user/sign-in', () =>
        HttpResponse.json({
          hasPassword: false,
          singleSignOn: { connectedAt: '2026-11-01T00:00:00.000Z', lastUsedAt: null },
        }),
      ),
      http.post('/api/user/password', () => refusal(400, 'auth.password-too-common', 'Too common')),
    );
    await user.type(await screen.findByLabelText('New password'), 'password1');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Too common')).toBeInTheDocument();
    expect(await screen.findByText(/set a password first/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Disconnect' })).not.toBeInTheDocument();
  });

  it('offers the provider on the log-in page, and asks for the code that the account needs', async () => {
    server.use(
      http.get('/api/config', () => HttpResponse.json(sso)),
      http.post('/api/auth/oidc/code', () => refusal(401, 'auth.incorrect-code', 'Incorrect code')),
    );
    const { user } = renderRoute('/login?step=code');
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Incorrect code')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Log in another way' }));
    expect(await screen.findByRole('link', { name: 'Continue with Example ID' })).toHaveAttribute(
      'href',
      '/api/auth/oidc/start',
    );
  });
});

describe('the log-in page', () => {
  it('asks for the code where two-step log-in is on', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/login', async ({ request }) => {
        sent.push(await request.json());
        return refusal(401, 'auth.code-required', 'Please enter the code of your authenticator app');
      }),
    );
    const { user } = renderRoute('/login');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    server.use(http.post('/api/login', () => refusal(401, 'auth.incorrect-code', 'Incorrect code')));
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByText('Incorrect code')).toBeInTheDocument();
    expect(sent).toEqual([{ email: 'ada@example.com', password: 'secret words' }]);
  });
});

describe('the sign-up page', () => {
  it.each([
    [{ signUp: 'closed' as const }, /Sign-up is closed here/],
    [{ signUp: 'invited' as const }, /Sign-up needs an invitation/],
    [{ signUpDomains: ['example.org'] }, /ends with @example.org/],
  ])('says who can sign up with %j', async (setting, sentence) => {
    server.use(http.get('/api/config', () => HttpResponse.json({ ...standardConfig, ...setting })));
    renderRoute('/signup');
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('sends the invitation of the mailed link', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/signup', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Done' }, { status: 201 });
      }),
    );
    const { user } = renderRoute('/signup?invitation=t0ken&email=ada%40example.org');
    await user.type(await screen.findByLabelText('Full Name'), 'Ada');
    await user.type(screen.getByLabelText('Password'), 'quiet otter borrows');
    await user.type(screen.getByLabelText('Confirm Password'), 'quiet otter borrows');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Done')).toBeInTheDocument();
    expect(sent).toEqual([expect.objectContaining({ invitation: 't0ken', email: 'ada@example.org' })]);
  });
});
