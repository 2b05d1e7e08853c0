import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

describe('the list of bundles', () => {
  it('returns the focus to the button that asked for the deletion of a bundle', async () => {
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/bundles', () => HttpResponse.json([aBundle()])),
    );
    const { user } = renderRoute('/upload', { as: aUser() });
    const button = await screen.findByRole('button', { name: /^Delete/ });
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Delete this bundle?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says that older bundles could not be loaded, and loads them at the next click', async () => {
    let isDown = true;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/bundles', ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return HttpResponse.json([aBundle()], { headers: { 'x-next-cursor': 'next' } });
        if (isDown) return HttpResponse.error();
        return HttpResponse.json([aBundle({ id: crypto.randomUUID(), name: 'Minutes' })]);
      }),
    );
    const { user } = renderRoute('/upload', { as: aUser() });
    const more = await screen.findByRole('button', { name: 'Show more' });
    await user.click(more);
    expect(await screen.findByRole('alert')).toHaveTextContent('Older bundles could not be loaded');
    isDown = false;
    await user.click(more);
    expect(await screen.findByText('Minutes')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
