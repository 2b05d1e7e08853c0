import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { FileSettings, FileView } from '@waybill/contracts';
import { readLoginDestination } from '../lib/login-destination.js';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

/** Serves the file and collects the settings that are saved. */
function serveFile(file: FileView): FileSettings[] {
  const saved: FileSettings[] = [];
  server.use(
    http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(file)),
    http.put(`/api/files/${FILE_ID}/settings`, async ({ request }) => {
      saved.push((await request.json()) as FileSettings);
      return HttpResponse.json(file);
    }),
  );
  return saved;
}

describe('the create page', () => {
  it('saves name, protection and expiry of a paying owner, then goes on to sharing', async () => {
    const saved = serveFile(aFile());
    const { user, address } = renderRoute(`/${FILE_ID}/create`, { as: aUser() });
    const name = await screen.findByLabelText('Document name');
    await user.clear(name);
    await user.type(name, 'offer.zip');
    await user.click(screen.getByRole('switch', { name: 'Password protection' }));
    await user.type(screen.getByLabelText('Password'), 'open sesame');
    await user.click(screen.getByRole('combobox', { name: 'Expires after' }));
    await user.click(await screen.findByRole('option', { name: 'Never' }));
    await user.click(screen.getByRole('button', { name: 'Save and share' }));
    await waitFor(() => expect(address().pathname).toBe(`/${FILE_ID}/share`));
    expect(saved).toEqual([{ originalName: 'offer.zip', password: 'open sesame', deleteAt: null }]);
  });

  it('shows the preview beside the form', async () => {
    serveFile(aFile());
    renderRoute(`/${FILE_ID}/create`, { as: aUser() });
    expect(await screen.findByRole('heading', { name: 'Document Preview' })).toBeVisible();
    expect(screen.getByText('Preview not available for this file type')).toBeVisible();
  });

  it('shows a visitor one hour without protection, and sends neither', async () => {
    const deleteAt = { Time: '2026-11-20T11:00:00.000Z', Valid: true };
    const saved = serveFile(aFile({ userId: null, deleteAt }));
    const { user, address } = renderRoute(`/${FILE_ID}/create`);
    expect(await screen.findByRole('combobox', { name: 'Expires after' })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: 'Expires after' })).toHaveValue('1 hour');
    expect(screen.getByRole('switch', { name: 'Password protection' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing');
    await user.click(screen.getByRole('button', { name: 'Save and share' }));
    await waitFor(() => expect(address().pathname).toBe(`/${FILE_ID}/share`));
    expect(saved).toEqual([{ originalName: 'plans.zip' }]);
  });

  it('keeps the choices of a paying owner whose account is known later than the file', async () => {
    serveFile(aFile({ deleteAt: { Time: '2026-11-20T22:00:00.000Z', Valid: true } }));
    let answer: (account: Response) => void = () => undefined;
    const account = new Promise<Response>((resolve) => (answer = resolve));
    server.use(http.get('/api/user', () => account));
    const { store } = renderRoute(`/${FILE_ID}/create`);
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('plans.zip'));
    answer(HttpResponse.json(aUser()));
    expect(await screen.findByRole('combobox', { name: 'Expires after' })).toHaveValue('12 hours');
  });

  it('says that the account of an owner could not be loaded, and offers the choices of its plan after a retry', async () => {
    serveFile(aFile({ deleteAt: { Time: '2026-11-20T22:00:00.000Z', Valid: true } }));
    server.use(http.get('/api/user', () => HttpResponse.error()));
    const { user } = renderRoute(`/${FILE_ID}/create`);
    expect(await screen.findByText('Failed to fetch user data')).toBeVisible();
    server.use(http.get('/api/user', () => HttpResponse.json(aUser())));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Expires after' })).toHaveValue('12 hours');
  });

  it('comes back after a visitor who is not the owner has logged in', async () => {
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => refusal(401, 'files.login-required', 'Please log in first')),
    );
    const { user, address } = renderRoute(`/${FILE_ID}/create`);
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Log In' }));
    await waitFor(() => expect(address().pathname).toBe('/login'));
    expect(readLoginDestination()).toBe(`/${FILE_ID}/create`);
  });

  it('asks for a name and, with protection on, for a password', async () => {
    const saved = serveFile(aFile());
    const { user } = renderRoute(`/${FILE_ID}/create`, { as: aUser() });
    await user.clear(await screen.findByLabelText('Document name'));
    await user.click(screen.getByRole('switch', { name: 'Password protection' }));
    await user.click(screen.getByRole('button', { name: 'Save and share' }));
    expect(await screen.findByText('Document name is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('shows the server’s errors on the settings', async () => {
    serveFile(aFile());
    server.use(
      http.put(`/api/files/${FILE_ID}/settings`, () =>
        refusal(403, 'files.expiry-not-in-plan', 'Your plan does not include this expiry.'),
      ),
    );
    const { user } = renderRoute(`/${FILE_ID}/create`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Save and share' }));
    expect(await screen.findByText('Your plan does not include this expiry.')).toBeVisible();
  });

  it.each(['create', 'share'])('shows the owner of an infected file the finding at /%s', async (page) => {
    const sentence = 'This file was blocked because it contains malware';
    server.use(http.get(`/api/files/${FILE_ID}`, () => refusal(403, 'files.infected', sentence)));
    renderRoute(`/${FILE_ID}/${page}`, { as: aUser() });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByText('You do not have permission to access this file')).not.toBeInTheDocument();
  });

  it('says that the details could not be loaded', async () => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.error()));
    renderRoute(`/${FILE_ID}/create`);
    expect(await screen.findByText('Failed to load file details')).toBeVisible();
  });
});
