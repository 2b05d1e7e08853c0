import { act, screen } from '@testing-library/react';
import { standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { renderRoute } from '../../testing/render-route.js';
import { server } from '../../testing/server.js';
import { timings } from '../timings.js';

const { setTimeout: start } = window;

/** Opens the sign-up page, which needs the configuration, and serves that only once the page is shown. */
async function openWithoutConfig(): Promise<void> {
  server.use(http.get('/api/config', () => HttpResponse.error()));
  renderRoute('/signup');
  expect(await screen.findByLabelText('Full Name')).toBeVisible();
  server.use(http.get('/api/config', () => HttpResponse.json({ ...standardConfig, signUp: 'closed' })));
}

describe('a configuration that could not be loaded', () => {
  afterEach(() => {
    window.setTimeout = start;
  });

  it('is loaded again without a reload of the page', async () => {
    // Not by a mock, which `waitFor` takes for fake timers.
    window.setTimeout = ((run: () => void, wait?: number) =>
      start(run, wait === timings.livePoll ? 300 : wait)) as typeof window.setTimeout;
    await openWithoutConfig();
    expect(await screen.findByText(/Sign-up is closed here/)).toBeVisible();
  });

  it('is loaded again once the network is back', async () => {
    await openWithoutConfig();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(/Sign-up is closed here/, {}, { timeout: 3_000 })).toBeVisible();
  });
});
