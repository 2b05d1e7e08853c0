import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

describe('the upload box of an account', () => {
  it('accepts files in place of those that were deleted elsewhere while the page was open', async () => {
    const tus = new TusServer();
    tus.instead = () => new Promise<never>(() => undefined);
    let files = ['1', '2', '3'].map((n) => aFile({ id: FILE_ID.slice(0, -1) + n }));
    let lists = 0;
    server.use(
      ...tus.handlers,
      http.get('/api/files', () => {
        lists += 1;
        return HttpResponse.json(files);
      }),
    );
    const { user } = renderRoute('/', { as: aUser({ subscription: 'free' }) });
    const input = await screen.findByLabelText('Files to upload');
    await waitFor(() => expect(lists).toBe(1));
    const report = new File(['hello'], 'report.pdf');
    await user.upload(input, report);
    expect(await screen.findByText('You can only upload up to 3 files with your free tier')).toBeVisible();
    files = [];
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(lists).toBe(2));
    await user.upload(input, report);
    expect(await screen.findByText('Uploading 1 file')).toBeVisible();
  });

  it('goes on showing an upload that began while the bundle of a cancelled one was being made', async () => {
    const tus = new TusServer();
    tus.instead = () => new Promise<never>(() => undefined);
    let makeBundle: () => void = () => undefined;
    const dissolved = jest.fn();
    server.use(
      http.post('/api/bundles', async () => {
        await new Promise<void>((resolve) => (makeBundle = resolve));
        return HttpResponse.json(aBundle(), { status: 201 });
      }),
      http.delete('/api/bundles/:id', () => {
        dissolved();
        return new HttpResponse(null, { status: 204 });
      }),
      ...tus.handlers,
    );
    const { user } = renderRoute('/');
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => new File(['hello'], name));
    await user.upload(await screen.findByLabelText('Files to upload'), files.slice(0, 2));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.upload(await screen.findByLabelText('Files to upload'), files.slice(2));
    expect(await screen.findByText('Uploading 1 file')).toBeVisible();
    makeBundle();
    await waitFor(() => expect(dissolved).toHaveBeenCalled());
    expect(screen.getByText('Uploading 1 file')).toBeVisible();
  });
});
