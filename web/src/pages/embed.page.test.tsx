import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const address = `/api/files/${FILE_ID}`;

describe('the embeddable page', () => {
  it('shows the file without the chrome of the site', async () => {
    server.use(
      http.get(`${address}/check-protection`, () => HttpResponse.json({ isPasswordProtected: false })),
      http.get(address, () => HttpResponse.json(aFile({ isOwner: false }))),
    );
    renderRoute(`/embed/${FILE_ID}`);
    expect(await screen.findByText('plans.zip')).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('refuses a protected file', async () => {
    server.use(
      http.get(`${address}/check-protection`, () => HttpResponse.json({ isPasswordProtected: true })),
    );
    renderRoute(`/embed/${FILE_ID}`);
    expect(
      await screen.findByRole('heading', { name: 'Embedding is disabled for password-protected files.' }),
    ).toBeVisible();
  });

  it('names a protected file neither on the page nor in its title', async () => {
    server.use(
      http.get(`${address}/check-protection`, () => HttpResponse.json({ isPasswordProtected: true })),
      http.get(address, () => HttpResponse.json(aFile())),
    );
    renderRoute(`/embed/${FILE_ID}`);
    await screen.findByRole('heading', { level: 1 });
    expect(document.title).toBe('This file is protected · Waybill');
    expect(screen.queryByText('plans.zip')).not.toBeInTheDocument();
  });

  it('refuses a file that got a password while it was shown', async () => {
    let isProtected = false;
    server.use(
      http.get(`${address}/check-protection`, () => HttpResponse.json({ isPasswordProtected: false })),
      http.get(address, () =>
        isProtected
          ? refusal(401, 'files.password-required', 'Password required')
          : HttpResponse.json(aFile({ isOwner: false })),
      ),
    );
    renderRoute(`/embed/${FILE_ID}`);
    expect(await screen.findByText('plans.zip')).toBeVisible();
    isProtected = true;
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(
      await screen.findByRole('heading', { name: 'Embedding is disabled for password-protected files.' }),
    ).toBeVisible();
  });

  it('says that it is loading', async () => {
    server.use(http.get(`${address}/check-protection`, () => new Promise<never>(() => undefined)));
    renderRoute(`/embed/${FILE_ID}`);
    expect(await screen.findByText('Loading file')).toBeVisible();
  });

  it.each([
    [410, 'files.expired', 'File has expired'],
    [404, 'files.not-found', 'File not found'],
  ] as const)('shows the error of an unavailable file: %d', async (status, code, sentence) => {
    server.use(http.get(`${address}/check-protection`, () => refusal(status, code, sentence)));
    renderRoute(`/embed/${FILE_ID}`);
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
  });

  it('offers a retry without a response', async () => {
    server.use(http.get(`${address}/check-protection`, () => HttpResponse.error()));
    renderRoute(`/embed/${FILE_ID}`);
    expect(await screen.findByText('Failed to check file protection')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
