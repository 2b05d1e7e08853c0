import { screen, waitFor, within } from '@testing-library/react';
import type { SessionView } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aSession, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const open = (tab: string) => renderRoute(`/account?tab=${tab}`, { as: aUser() });

describe('the account tab', () => {
  it('changes the name and leaves the e-mail address alone', async () => {
    const saved: unknown[] = [];
    server.use(
      http.put('/api/user', async ({ request }) => {
        saved.push(await request.json());
        return HttpResponse.json(aUser({ name: 'Countess' }));
      }),
    );
    const { user } = open('account');
    const name = await screen.findByLabelText('Name');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Name is required')).toBeVisible();
    await user.type(name, 'Countess');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(saved).toEqual([{ name: 'Countess' }]);
  });

  it('says that the name could not be saved', async () => {
    server.use(http.put('/api/user', () => HttpResponse.error()));
    const { user } = open('account');
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Failed to update profile')).toBeVisible();
  });

  it('an unknown tab shows the account tab', async () => {
    open('nonsense');
    expect(await screen.findByRole('tab', { name: 'Account', selected: true })).toBeVisible();
  });

  it('scrolls to the open tab, because a phone is narrower than all tabs', async () => {
    const scroll = jest.spyOn(window.HTMLElement.prototype, 'scrollIntoView');
    const { user } = open('webhooks');
    const last = await screen.findByRole('tab', { name: 'Webhooks', selected: true });
    expect(scroll.mock.contexts.at(-1)).toBe(last);
    await user.click(screen.getByRole('tab', { name: 'Account' }));
    expect(scroll.mock.contexts.at(-1)).toBe(screen.getByRole('tab', { name: 'Account' }));
  });
});

describe('changing the password', () => {
  beforeEach(() => server.use(http.get('/api/user/sessions', () => HttpResponse.json([aSession()]))));

  async function fillIn(user: ReturnType<typeof open>['user'], confirmation: string) {
    await user.type(await screen.findByLabelText('Current password'), 'the old one');
    await user.type(screen.getByLabelText('New password'), 'the new one');
    await user.type(screen.getByLabelText('Confirm new password'), confirmation);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  }

  it('asks for all three fields', async () => {
    const { user } = open('security');
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    for (const sentence of [
      'Current password is required',
      'New password is required',
      'Please confirm your new password',
    ]) {
      expect(await screen.findByText(sentence)).toBeVisible();
    }
  });

  it('insists on a confirmation that matches', async () => {
    const { user } = open('security');
    await fillIn(user, 'another one');
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
  });

  it('says so once it is done, and empties the form', async () => {
    server.use(http.put('/api/user/password', () => HttpResponse.json({ message: 'It is changed' })));
    const { user } = open('security');
    await fillIn(user, 'the new one');
    expect(await screen.findByText('It is changed')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  it('shows beside the field that the current password is wrong', async () => {
    const message = 'Current password is incorrect';
    server.use(
      http.put('/api/user/password', () =>
        refusal(400, 'auth.wrong-current-password', message, [{ field: 'current_password', message }]),
      ),
    );
    const { user } = open('security');
    await fillIn(user, 'the new one');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(message);
  });
});

describe('the list of sessions', () => {
  const phone = aSession({ id: '7f9619ff-8b86-4d11-b42d-00c04fc964ff', device: 'Safari 18 on iOS' });
  const here = aSession({ isCurrent: true });

  /** Serves a list of sessions and handles their revocation. */
  function serveSessions(...sessions: SessionView[]) {
    let live = sessions;
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json(live)),
      http.delete('/api/user/sessions/:id', ({ params }) => {
        live = live.filter(({ id }) => id !== params['id']);
        return new HttpResponse(null, { status: 204 });
      }),
      http.delete('/api/user/sessions', () => {
        live = live.filter(({ isCurrent }) => isCurrent);
        return new HttpResponse(null, { status: 204 });
      }),
    );
  }

  it('marks this device, and revokes another session', async () => {
    serveSessions(here, phone, { ...phone, id: '8f9619ff-8b86-4d11-b42d-00c04fc964ff', device: '' });
    const { user } = open('security');
    const row = within((await screen.findByText('This device')).closest('li')!);
    expect(row.queryByRole('button')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Log out Safari 18 on iOS' }));
    await waitFor(() => expect(screen.queryByText('Safari 18 on iOS')).not.toBeInTheDocument());
    expect(screen.getByText('Unknown device')).toBeVisible();
  });

  it('revokes all other sessions immediately', async () => {
    serveSessions(here, phone);
    const { user } = open('security');
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await screen.findByText('You are logged in nowhere else.')).toBeVisible();
    expect(screen.getByText('This device')).toBeVisible();
  });

  it('says that a device could not be logged out, and keeps it', async () => {
    serveSessions(here, phone);
    server.use(http.delete('/api/user/sessions/:id', () => HttpResponse.error()));
    const { user } = open('security');
    await user.click(await screen.findByRole('button', { name: 'Log out Safari 18 on iOS' }));
    expect(await screen.findByText('Failed to log out that device')).toBeVisible();
    expect(screen.getByText('Safari 18 on iOS')).toBeVisible();
  });

  it('says that it is being loaded', async () => {
    server.use(http.get('/api/user/sessions', () => new Promise<never>(() => undefined)));
    open('security');
    expect(await screen.findByRole('status', { name: 'Loading sessions' })).toBeVisible();
  });

  it('says that it could not be loaded, and tries again', async () => {
    server.use(http.get('/api/user/sessions', () => HttpResponse.error(), { once: true }));
    const { user } = open('security');
    expect(await screen.findByText('Failed to load where you are logged in')).toBeVisible();
    serveSessions(here);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This device')).toBeVisible();
  });
});
