import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aFileRequest, aLink, aSession, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const names = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`);

/** Serves as many uploads. */
function serveFiles(count: number): void {
  const files = names(count, 'Café').map((originalName) => aFile({ id: crypto.randomUUID(), originalName }));
  server.use(http.get('/api/files', () => HttpResponse.json(files)));
}

/** Serves a list in two pages. */
function servePages(list: string, first: object[], second: object[]): void {
  server.use(
    http.get(list, ({ request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? HttpResponse.json(second)
        : HttpResponse.json(first, { headers: { 'x-next-cursor': 'next' } }),
    ),
  );
}

describe('a long list', () => {
  // Queries by role take seconds in a page of a hundred rows.
  it('shows a hundred uploads at a time, passes the focus to the first new one, and finds each by its name', async () => {
    serveFiles(101);
    const { user } = renderRoute('/upload', { as: aUser() });
    const more = await screen.findByText('Show more of 101 files');
    expect(screen.queryByText('Café 100')).not.toBeInTheDocument();
    await user.click(more);
    expect(screen.getByText('Café 100').closest('button')).toHaveFocus();
    expect(screen.queryByText('Show more of 101 files')).not.toBeInTheDocument();
    const search = screen.getByLabelText('Find a file by its name');
    fireEvent.change(search, { target: { value: 'café 42' } });
    expect(screen.getByText('1 file found')).toBeVisible();
    expect(screen.queryByText('Café 100')).not.toBeInTheDocument();
    fireEvent.change(search, { target: { value: 'tea' } });
    expect(screen.getByText('No file has such a name.')).toBeVisible();
  });

  it('adds uploads to a bundle that were found one after the other', async () => {
    const { id } = aBundle();
    serveFiles(101);
    server.use(http.get(`/api/bundles/${id}`, () => HttpResponse.json(aBundle())));
    const { user } = renderRoute(`/b/${id}/share`, { as: aUser() });
    await user.click(await screen.findByText('Add files'));
    const search = await screen.findByLabelText('Find a file by its name');
    for (const name of ['Café 99', 'Café 100']) {
      fireEvent.change(search, { target: { value: name } });
      await user.click(screen.getByLabelText(name));
    }
    await user.click(screen.getByText('Add 2 files'));
    for (const name of ['Café 99', 'Café 100'])
      expect(await screen.findByLabelText(`Path of ${name}`)).toBeVisible();
  });

  it('shows ten devices, this one among them, and all on request', async () => {
    const others = names(11, 'Device').map((device) => aSession({ id: crypto.randomUUID(), device }));
    const here = aSession({ id: crypto.randomUUID(), isCurrent: true });
    server.use(http.get('/api/user/sessions', () => HttpResponse.json([...others, here])));
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.queryByText('Device 9')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all 12 devices' }));
    expect(screen.getByRole('button', { name: 'Log out Device 9' })).toHaveFocus();
    expect(screen.getByText('Device 10')).toBeVisible();
  });

  it.each([
    {
      list: 'bundles',
      address: '/upload',
      button: 'Show more',
      serve: () =>
        servePages('/api/bundles', [aBundle()], [aBundle({ id: crypto.randomUUID(), name: 'Second' })]),
      next: () => screen.getByRole('link', { name: 'Second' }),
    },
    {
      list: 'links',
      address: `/${FILE_ID}/share`,
      button: 'Show more links',
      serve: () =>
        servePages(
          `/api/files/${FILE_ID}/links`,
          [aLink()],
          [aLink({ id: crypto.randomUUID(), name: 'Second' })],
        ),
      next: () => screen.getByRole('button', { name: 'Copy link: Second' }),
    },
    {
      list: 'file requests',
      address: '/requests',
      button: 'Show more',
      serve: () =>
        servePages(
          '/api/requests',
          [aFileRequest()],
          [aFileRequest({ id: crypto.randomUUID(), title: 'Second' })],
        ),
      next: () => screen.getByRole('button', { name: 'Copy link: Second' }),
    },
  ])(
    'passes the focus from the button that goes away with the last $list to the first new one',
    async ({ address, button, serve, next }) => {
      server.use(
        http.get('/api/files', () => HttpResponse.json([])),
        http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      );
      serve();
      const { user } = renderRoute(address, { as: aUser() });
      await user.click(await screen.findByRole('button', { name: button }));
      await waitFor(() => expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument());
      expect(next()).toHaveFocus();
    },
  );
});
