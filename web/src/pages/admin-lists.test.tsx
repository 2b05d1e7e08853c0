import { act, screen, waitFor, within } from '@testing-library/react';
import type { AdminFile } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aFile, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const admin = { ...aUser(), isAdmin: true as const };

function listedFile(originalName: string): AdminFile {
  const { id, mimeType, size, createdAt } = aFile();
  return {
    id,
    originalName,
    mimeType,
    size,
    createdAt,
    deleteAt: null,
    viewCount: 0,
    owner: null,
    takenDown: null,
    isPasswordProtected: false,
    openReports: 0,
    scanState: 'none',
    scanFinding: null,
    userId: null,
  };
}

describe('a list of the administration', () => {
  it('keeps the typed reason of a takedown that failed', async () => {
    let requests = 0;
    const { id } = aFile();
    server.use(
      http.get('/api/admin/files', () => {
        requests += 1;
        return requests === 1 ? HttpResponse.json([listedFile('bank.html')]) : HttpResponse.error();
      }),
      http.post(`/api/admin/files/${id}/takedown`, () => refusal(503, 'server.unavailable', 'Try later')),
    );
    const { user } = renderRoute('/admin/files', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    await user.type(screen.getByLabelText('Reason'), 'It asks for passwords');
    await user.click(screen.getByRole('button', { name: 'Take down now' }));
    expect(await screen.findByText('Try later')).toBeVisible();
    expect(screen.getByLabelText('Reason')).toHaveValue('It asks for passwords');
    expect(requests).toBe(1);
  });

  it('makes way for the not-found page at an action after the session has ended', async () => {
    const { id } = aFile();
    server.use(
      http.get('/api/admin/files', () => HttpResponse.json([listedFile('bank.html')])),
      http.post(`/api/admin/files/${id}/takedown`, () => refusal(404, 'request.not-found', 'Nothing here')),
    );
    const { user } = renderRoute('/admin/files', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    await user.type(screen.getByLabelText('Reason'), 'It asks for passwords');
    server.use(http.get('/api/user', () => refusal(401, 'auth.required', 'Please log in to continue')));
    await user.click(screen.getByRole('button', { name: 'Take down now' }));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.queryByText('bank.html')).not.toBeInTheDocument();
  });

  it('breaks a long reason of a takedown instead of widening the page', async () => {
    const reason = 'R'.repeat(200);
    const file = { ...listedFile('bank.html'), takenDown: { reason, at: aFile().createdAt } };
    server.use(http.get('/api/admin/files', () => HttpResponse.json([file])));
    renderRoute('/admin/files', { as: admin });
    expect(await screen.findByText(`Reason: ${reason}`)).toHaveStyle({ overflowWrap: 'anywhere' });
  });

  it('keeps its rows when it cannot be loaded again', async () => {
    const file = listedFile('bank.html');
    let isDown = false;
    server.use(
      http.get('/api/admin/files', () => (isDown ? HttpResponse.error() : HttpResponse.json([file]))),
      http.post(`/api/admin/files/${file.id}/takedown`, () => {
        isDown = true;
        return HttpResponse.json(file);
      }),
    );
    const { user } = renderRoute('/admin/files', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    await user.type(screen.getByLabelText('Reason'), 'It asks for passwords');
    await user.click(screen.getByRole('button', { name: 'Take down now' }));
    expect(await screen.findByText('The list could not be loaded.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'bank.html' })).toBeVisible();
  });

  it('shows no rows of the previous search while a new one loads', async () => {
    let answer: (files: Response) => void = () => undefined;
    const found = new Promise<Response>((resolve) => (answer = resolve));
    server.use(
      http.get('/api/admin/files', ({ request }) =>
        new URL(request.url).searchParams.get('query') === 'map'
          ? found
          : HttpResponse.json([listedFile('bank.html')]),
      ),
    );
    const { user } = renderRoute('/admin/files', { as: admin });
    expect(await screen.findByRole('link', { name: 'bank.html' })).toBeVisible();
    const field = screen.getByLabelText('Search');
    await user.type(field, 'map{Enter}');
    expect(await screen.findByRole('status', { name: 'Loading list' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'bank.html' })).not.toBeInTheDocument();
    expect(field).toHaveFocus();
    answer(HttpResponse.json([listedFile('map.pdf')]));
    await waitFor(() => expect(screen.getByRole('link', { name: 'map.pdf' })).toBeVisible());
    expect(field).toHaveValue('map');
  });

  it('is loaded again when it is opened, when its tab is shown, and when the same words are searched again', async () => {
    let files = [listedFile('first.html')];
    const overview = () => new Promise<never>(() => undefined);
    server.use(
      http.get('/api/admin/files', () => HttpResponse.json(files)),
      http.get('/api/admin/overview', overview),
      http.get('/api/admin/promotion', overview),
    );
    const { user } = renderRoute('/admin/files', { as: admin });
    expect(await screen.findByRole('link', { name: 'first.html' })).toBeVisible();
    files = [listedFile('second.html')];
    const follow = (name: string) =>
      user.click(within(screen.getByRole('navigation', { name: 'Administration' })).getByText(name));
    await follow('Overview');
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    await follow('Files');
    expect(await screen.findByRole('link', { name: 'second.html' })).toBeVisible();
    files = [listedFile('third.html')];
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await screen.findByRole('link', { name: 'third.html' })).toBeVisible();
    files = [listedFile('fourth.html')];
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('link', { name: 'fourth.html' })).toBeVisible();
  });
});
