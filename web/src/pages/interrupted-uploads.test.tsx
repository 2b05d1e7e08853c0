import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { UnfinishedUploads } from '../features/upload/unfinished-uploads.js';
import { FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

describe('interrupted uploads', () => {
  it('keeps an interrupted upload in the list when it could not be discarded', async () => {
    const url = `/api/uploads/${FILE_ID}`;
    const facts = { url, path: null, size: 1000, lastModified: 1, bundleId: null, sent: 450 };
    new UnfinishedUploads(null).keep({ ...facts, name: 'film.mp4' });
    server.use(http.delete(url, () => new HttpResponse(null, { status: 503 })));
    const { user } = renderRoute('/');
    await user.click(await screen.findByRole('button', { name: 'Discard film.mp4' }));
    expect(await screen.findByText('The upload could not be discarded. Please try again.')).toBeVisible();
    expect(screen.getByText('film.mp4')).toBeVisible();
  });
});
