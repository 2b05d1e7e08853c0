import { fireEvent, screen, waitFor } from '@testing-library/react';
import { timings } from '../lib/timings.js';
import { renderRoute } from '../testing/render-route.js';
import { aUser } from '../testing/builders.js';
import { server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';
import { http, HttpResponse } from 'msw';

const textFiles = (...names: string[]) => names.map((name) => new File([name], name));

describe('the links of an upload', () => {
  beforeEach(() => {
    sessionStorage.clear();
    jest.replaceProperty(timings, 'uploadMinimum', 2000 as never);
    server.use(...new TusServer([]).handlers);
  });

  it('stay below the upload box after another page, until the visitor hides them', async () => {
    const { user, back } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), textFiles('a.txt', 'b.txt'));
    await user.click(await screen.findByText('One for each'));
    expect(await screen.findByText('2 links to share')).toBeVisible();
    const link = screen.getByLabelText<HTMLInputElement>('a.txt').value;
    await user.click(screen.getAllByRole('link', { name: 'Pricing' })[0]!);
    await screen.findByRole('heading', { level: 1, name: /price|pricing/i });
    back();
    expect(await screen.findByLabelText('a.txt')).toHaveValue(link);
    expect(screen.getByRole('button', { name: 'Choose files' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide these links' }));
    expect(screen.queryByLabelText('a.txt')).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it('are shown to the account alone that uploaded the files', async () => {
    sessionStorage.setItem(
      'waybill.upload-results.browser',
      JSON.stringify([{ links: [{ id: 'a', name: 'a.txt' }], bundleId: null, inBundle: 0 }]),
    );
    server.use(http.get('/api/files', () => HttpResponse.json([])));
    renderRoute('/', { as: aUser() });
    await screen.findByRole('button', { name: 'Account' });
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeVisible();
    expect(screen.queryByText('a.txt')).not.toBeInTheDocument();
  });

  it('from before the log-in leave the browser with the log-out, because the files belong to the account', async () => {
    sessionStorage.setItem(
      'waybill.upload-results.browser',
      JSON.stringify([{ links: [{ id: 'a', name: 'a.txt' }], bundleId: null, inBundle: 0 }]),
    );
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.post('/api/logout', () => {
        server.use(http.get('/api/user', () => new HttpResponse(null, { status: 401 })));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute('/', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: /Logout/ }));
    await screen.findByRole('heading', { name: 'Log in' });
    await user.click(screen.getAllByRole('link', { name: 'Home' })[0]!);
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeVisible();
    expect(screen.queryByLabelText('a.txt')).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it('stay below those of files that are dropped on them, and keep the browser on the page', async () => {
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), textFiles('a.txt', 'b.txt'));
    const first = await screen.findByText('One link for all your files');
    const dropped = textFiles('c.txt', 'd.txt', 'e.txt');
    const items = dropped.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
    const isUnhandled = fireEvent.drop(first, { dataTransfer: { files: dropped, items, types: ['Files'] } });
    expect(isUnhandled).toBe(false);
    expect(await screen.findByText('Uploading 3 files')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('One link for all your files')).toHaveLength(2));
    const links = screen.getAllByLabelText<HTMLInputElement>(/^Link to/);
    expect(links.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'Link to 3 files',
      'Link to 2 files',
    ]);
  });
});
