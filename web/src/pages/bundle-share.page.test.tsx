import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const { id } = aBundle();

const open = (as?: ReturnType<typeof aUser>) => {
  server.use(http.get(`/api/bundles/${id}`, () => HttpResponse.json(aBundle())));
  return renderRoute(`/b/${id}/share`, as && { as });
};

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
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load files');
    expect(screen.queryByText(/All of your uploads/)).not.toBeInTheDocument();
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/All of your uploads/)).toBeVisible();
  });
});
