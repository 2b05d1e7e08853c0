import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aLink, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const { id } = aBundle();

const open = (as?: ReturnType<typeof aUser>) => {
  server.use(http.get(`/api/bundles/${id}`, () => HttpResponse.json(aBundle())));
  return renderRoute(`/b/${id}/share`, as && { as });
};

const returnToTab = () =>
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

describe('the share page of a bundle', () => {
  afterEach(() => {
    server.events.removeAllListeners();
  });

  it('asks for no list of uploads and offers no analytics to an owner without an account', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => {
      asked.push(new URL(request.url).pathname);
    });
    open();
    expect(await screen.findByLabelText('Files to upload')).toBeInTheDocument();
    await waitFor(() => expect(asked).toContain(`/api/bundles/${id}/links`));
    expect(await screen.findByText(/Make a link for each person/)).toBeVisible();
    expect(asked).not.toContain('/api/files');
    expect(screen.queryByRole('button', { name: 'Add files' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Analytics' })).not.toBeInTheDocument();
  });

  it('offers the uploads of an account to a bundle once they are loaded', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    server.use(
      http.get('/api/files', async () => {
        await released;
        return HttpResponse.json([aFile()]);
      }),
    );
    const { user } = open(aUser());
    await user.click(await screen.findByRole('button', { name: 'Add files' }));
    expect(await screen.findByText('Loading your uploads')).toBeVisible();
    expect(screen.queryByText(/All of your uploads/)).not.toBeInTheDocument();
    release();
    expect(await screen.findByRole('checkbox', { name: /plans\.zip/ })).toBeVisible();
  });

  it('says that the uploads for a bundle could not be loaded, and loads them on request', async () => {
    server.use(http.get('/api/files', () => HttpResponse.error()));
    const { user } = open(aUser());
    await user.click(await screen.findByRole('button', { name: 'Add files' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to load files');
    expect(screen.queryByText(/All of your uploads/)).not.toBeInTheDocument();
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/All of your uploads/)).toBeVisible();
  });

  it.each([
    [410, 'bundles.expired', 'Bundle has expired'],
    [404, 'bundles.not-found', 'Bundle not found'],
  ] as const)('offers nothing more of a bundle that ended meanwhile: %d', async (status, code, sentence) => {
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    open(aUser());
    expect(await screen.findByRole('button', { name: 'Save changes' })).toBeVisible();
    server.use(http.get(`/api/bundles/${id}`, () => refusal(status, code, sentence)));
    returnToTab();
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  });

  it.each([
    [503, 'server.busy', 'Waybill is busy. Please try again in a moment.'],
    [429, 'request.too-many', 'Too many requests. Please wait a moment and try again.'],
  ] as const)('keeps a bundle on its share page while a poll fails: %d', async (status, code, sentence) => {
    let failed = 0;
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    open(aUser());
    const button = await screen.findByRole('button', { name: 'Save changes' });
    server.use(
      http.get(`/api/bundles/${id}`, () => {
        failed += 1;
        return refusal(status, code, sentence);
      }),
    );
    returnToTab();
    await waitFor(() => expect(failed).toBe(1));
    expect(button).toBeVisible();
  });

  it('shows that the first link of a bundle asks for the password that was saved', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    let isPasswordProtected = false;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get(`/api/bundles/${id}/links`, () =>
        HttpResponse.json([aLink({ id, isFirst: true, isPasswordProtected })]),
      ),
      http.put(`/api/bundles/${id}`, () => {
        isPasswordProtected = true;
        return HttpResponse.json(aBundle({ isPasswordProtected }));
      }),
    );
    const { user } = open(aUser());
    await user.click(await screen.findByRole('switch', { name: 'Password protection' }));
    await user.type(screen.getByLabelText('Password'), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const links = screen.getByRole('region', { name: 'Links' });
    expect(await within(links).findByText('Password')).toBeVisible();
  });
});
