import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const QUESTION = 'Files are still being sent. Stop the upload and leave this page?';

const report = () => new File(['hello'], 'report.pdf', { type: 'application/pdf' });

/** Takes an upload that never ends. */
function takeUpload(): void {
  const tus = new TusServer([]);
  tus.instead = () => new Promise<never>(() => undefined);
  server.use(...tus.handlers);
}

describe('leaving a page during an upload', () => {
  it('asks before the tab is closed during an upload', async () => {
    takeUpload();
    const { user } = renderRoute('/');
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await screen.findByRole('button', { name: 'Pause report.pdf' });
    expect(close()).toBe(true);
  });

  it('asks before a link to another page stops an upload, and goes on where the visitor stays', async () => {
    takeUpload();
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, address } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await screen.findByRole('button', { name: 'Pause report.pdf' });
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(ask).not.toHaveBeenCalled();
    const [link] = screen.getAllByRole('link', { name: 'Pricing' });
    await user.click(link!);
    expect(ask).toHaveBeenCalledWith(QUESTION);
    expect(address().pathname).toBe('/');
    expect(screen.getByText('Uploading 1 file')).toBeVisible();
    ask.mockReturnValue(true);
    await user.click(link!);
    expect(address().pathname).toBe('/pricing');
    await waitFor(() => expect(screen.queryByText('Uploading 1 file')).not.toBeInTheDocument());
    await user.click(screen.getAllByRole('link', { name: 'Features' })[0]!);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('asks before a new bundle stops an upload, and makes none where the user stays', async () => {
    takeUpload();
    let made = 0;
    const { id } = aBundle();
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.post('/api/bundles', () => {
        made += 1;
        return HttpResponse.json(aBundle(), { status: 201 });
      }),
      http.get(`/api/bundles/${id}`, () => HttpResponse.json(aBundle())),
    );
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, address } = renderRoute('/upload', { as: aUser() });
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await screen.findByRole('button', { name: 'Pause report.pdf' });
    const button = screen.getByRole('button', { name: 'New bundle' });
    await user.click(button);
    expect(ask).toHaveBeenCalledWith(QUESTION);
    expect(made).toBe(0);
    expect(screen.getByText('Uploading 1 file')).toBeVisible();
    ask.mockReturnValue(true);
    await user.click(button);
    await waitFor(() => expect(address().pathname).toBe(`/b/${id}/share`));
    expect(made).toBe(1);
  });

  it('asks before a logout stops an upload, and keeps the session where the user stays', async () => {
    takeUpload();
    let ended = 0;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.post('/api/logout', () => {
        ended += 1;
        server.use(http.get('/api/user', () => refusal(401, 'auth.required', 'Please log in to continue')));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, address } = renderRoute('/', { as: aUser() });
    const logOut = async () => {
      await user.click(screen.getByRole('button', { name: /Account/ }));
      await user.click(await screen.findByRole('menuitem', { name: /Logout/ }));
    };
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await screen.findByRole('button', { name: 'Pause report.pdf' });
    await logOut();
    expect(ask).toHaveBeenCalledWith(QUESTION);
    expect(ended).toBe(0);
    expect(screen.getByText('Uploading 1 file')).toBeVisible();
    ask.mockReturnValue(true);
    await logOut();
    await waitFor(() => expect(address().pathname).toBe('/login'));
    expect(ended).toBe(1);
  });
});
