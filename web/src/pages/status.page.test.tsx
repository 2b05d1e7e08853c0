import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const serve = (status: 'ok' | 'degraded', components = {}) =>
  server.use(
    http.get('/api/health', () =>
      HttpResponse.json({ status, components }, { status: status === 'ok' ? 200 : 503 }),
    ),
  );

describe('the status page', () => {
  it('checks on load', async () => {
    server.use(http.get('/api/health', () => new Promise<never>(() => undefined)));
    renderRoute('/status');
    expect(await screen.findByText('Checking')).toBeVisible();
  });

  it('shows the status, the time of the check and the response time', async () => {
    serve('ok');
    renderRoute('/status');
    expect(await screen.findByText('Operational')).toBeVisible();
    for (const name of ['Service Status', 'Last Check', 'Response Time']) {
      expect(screen.getByText(name)).toBeVisible();
    }
    expect(screen.getByText(/^\d+ ms$/)).toBeVisible();
  });

  it('announces a change of the status, and not the time of every check', async () => {
    serve('ok');
    renderRoute('/status');
    expect((await screen.findByText('Operational')).closest('[aria-live]')).not.toBeNull();
    expect(screen.getByText(/^\d+ ms$/).closest('[aria-live]')).toBeNull();
  });

  it('names the failed component', async () => {
    serve('degraded', { storage: 'down', database: 'ok' });
    renderRoute('/status');
    expect(await screen.findByText('storage')).toBeVisible();
    expect(screen.getAllByText('Degraded')).toHaveLength(2);
    expect(screen.getAllByText('Operational')).toHaveLength(1);
  });

  it.each([
    ['no answer', () => HttpResponse.error()],
    ['an answer that is none', () => new HttpResponse('bad gateway', { status: 502 })],
  ])('shows a degraded service for %s', async (_what, answer) => {
    server.use(http.get('/api/health', answer));
    renderRoute('/status');
    expect(await screen.findByText('Degraded')).toBeVisible();
  });

  it('checks again every thirty seconds', async () => {
    expect(timings.statusPoll).toBe(30_000);
    jest.replaceProperty(timings, 'statusPoll', 50 as never);
    serve('ok');
    renderRoute('/status');
    await screen.findByText('Operational');
    serve('degraded');
    await waitFor(() => expect(screen.getByText('Degraded')).toBeVisible());
  });
});
