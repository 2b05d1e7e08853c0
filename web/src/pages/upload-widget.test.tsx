import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
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
});
