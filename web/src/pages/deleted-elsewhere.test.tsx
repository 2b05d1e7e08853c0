import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '../lib/api/api.js';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aFileRequest, aLink, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const OTHER_ID = '7f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** Opens the row of a file. `remove` lets the file go, as a deletion in another tab does. */
async function openRow(others: ReturnType<typeof aFile>[] = []) {
  let files = [aFile(), ...others];
  server.use(http.get('/api/files', () => HttpResponse.json(files)));
  const { user, store } = renderRoute('/upload', { as: aUser() });
  await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
  const remove = () => {
    files = others;
    act(() => void store.dispatch(api.util.invalidateTags(['Files'])));
  };
  return { user, remove };
}

describe('a file that is deleted elsewhere', () => {
  it.each([
    ['Edit', []],
    ['Share', [aFile({ id: OTHER_ID, originalName: 'other.zip' })]],
    ['Delete', [aFile({ id: OTHER_ID, originalName: 'other.zip' })]],
  ] as const)('closes its dialog “%s”, says why, and passes the focus to the list', async (name, others) => {
    const { user, remove } = await openRow([...others]);
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    remove();
    expect(await screen.findByText('“plans.zip” was deleted or has expired.')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Your files' })).toHaveFocus();
  });

  it('goes without a word where no dialog of it is open', async () => {
    const { user, remove } = await openRow();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it' }));
    remove();
    expect(await screen.findByText('No files yet')).toBeVisible();
    expect(screen.queryByText(/was deleted or has expired/)).not.toBeInTheDocument();
  });

  it('is not announced when it was deleted here', async () => {
    const { user, remove } = await openRow();
    server.use(
      http.delete(`/api/files/${FILE_ID}`, () => {
        remove();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText('File deleted')).toBeVisible();
    expect(await screen.findByText('No files yet')).toBeVisible();
    expect(screen.queryByText(/was deleted or has expired/)).not.toBeInTheDocument();
  });
});

describe('an entry of a list that was deleted elsewhere', () => {
  const investors = aLink();
  const invoices = aFileRequest();
  const offer = aBundle();

  it.each([
    [
      'a link',
      `/${FILE_ID}/share`,
      `/api/files/${FILE_ID}/links`,
      `/api/links/${investors.id}`,
      investors,
      'Revoke',
    ],
    ['a file request', '/requests', '/api/requests', `/api/requests/${invoices.id}`, invoices, 'Delete'],
    ['a bundle', '/upload', '/api/bundles', `/api/bundles/${offer.id}`, offer, 'Delete bundle'],
    ['a file', '/upload', '/api/files', `/api/files/${FILE_ID}`, aFile(), 'Delete file'],
  ])(
    'leaves the list at the attempt to delete it: %s',
    async (_name, page, list, entry, row, confirmation) => {
      jest.replaceProperty(timings, 'livePoll', 3_600_000 as never);
      let rows: object[] = [row];
      server.use(
        http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
        http.get(list, () => HttpResponse.json(rows)),
        http.delete(entry, () => {
          rows = [];
          return refusal(404, 'request.not-found', 'It is gone.');
        }),
        http.get('/api/files', () => HttpResponse.json([])),
      );
      const { user } = renderRoute(page, { as: aUser() });
      if (list === '/api/files') await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
      const opener = await screen.findByRole('button', { name: /^(Revoke|Delete)/ });
      await user.click(opener);
      const dialog = screen.queryByRole('dialog') ?? document.body;
      await user.click(within(dialog).getByRole('button', { name: confirmation }));
      expect(await screen.findByText('It is gone.')).toBeVisible();
      await waitFor(() => expect(opener).not.toBeInTheDocument());
      await waitFor(() => expect(screen.queryByRole('button', { name: /^(Revoke|Delete)/ })).toBeNull());
    },
  );
});
