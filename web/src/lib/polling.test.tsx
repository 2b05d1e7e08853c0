import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aFileRequest, aPreview, aSubscription, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';
import { timings } from './timings.js';

// jsdom cannot render a PDF.
jest.mock('../features/viewing/pdf/pdf-viewer.js', () => ({ PdfViewer: () => null }));

const ID = '0c6f2f6e-9a9d-4c3b-8f0e-5d8b2a7c1e44';
const webhook = {
  id: ID,
  url: 'https://hooks.example.org/waybill',
  events: ['upload.finished'],
  isActive: true,
  disabledAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
};

/** Serves an answer at an address. @returns the number of calls so far */
function serve(address: string, answer: (url: URL) => Response): () => number {
  let calls = 0;
  server.use(
    http.get(address, ({ request }) => {
      calls += 1;
      return answer(new URL(request.url));
    }),
  );
  return () => calls;
}

const { setTimeout: start } = window;

/**
 * Ends timers of this delay after 10 milliseconds. Not by a mock, which `waitFor` takes for fake timers.
 * @returns the number of such timers so far
 */
function shorten(delay: number): () => number {
  let started = 0;
  window.setTimeout = ((run: () => void, wait?: number) => {
    if (wait === delay) started += 1;
    return start(run, wait === delay ? 10 : wait);
  }) as typeof window.setTimeout;
  return () => started;
}

/** Waits until some more of the counted timers have been started. */
async function some(count: () => number): Promise<void> {
  const before = count();
  await waitFor(() => expect(count()).toBeGreaterThan(before + 4));
}

function setVisible(isVisible: boolean): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

/** Each opens a screen, and returns the number of calls that its polls made so far. */
const screens = {
  'the status page': async () => {
    const calls = serve('/api/health', () => HttpResponse.json({ status: 'ok', components: {} }));
    renderRoute('/status');
    await screen.findByText('Operational');
    return calls;
  },
  'the file requests': async () => {
    serve('/api/files', () => HttpResponse.json([]));
    const calls = serve('/api/requests', () => HttpResponse.json([aFileRequest()]));
    renderRoute('/requests', { as: aUser() });
    await screen.findByRole('list', { name: 'File requests' });
    return calls;
  },
  'the deliveries of a webhook': async () => {
    serve('/api/webhooks', () => HttpResponse.json([webhook]));
    const calls = serve(`/api/webhooks/${ID}/deliveries`, () => HttpResponse.json([]));
    const { user } = renderRoute('/account?tab=webhooks', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: /deliveries/ }));
    await screen.findByText('Nothing was sent yet.');
    return calls;
  },
  'the page after a payment': async () => {
    const free = aSubscription({ plan: 'free', renewsAt: null });
    const calls = serve('/api/billing/subscription', () => HttpResponse.json(free));
    renderRoute('/success', { as: aUser({ subscription: 'free' }) });
    await screen.findByText(/Waiting for your payment/);
    return calls;
  },
  'a document that is being opened': async () => {
    const preview = aPreview({ kind: 'office', state: 'failed', isEncrypted: true });
    serve(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile({ isOwner: false, preview })));
    const pending = () => HttpResponse.json({ id: ID, state: 'pending' }, { status: 202 });
    server.use(http.post(`/api/files/${FILE_ID}/preview/unlock`, pending));
    const calls = serve(`/api/files/${FILE_ID}/preview/unlock/:id`, pending);
    const { user } = renderRoute(`/office-preview/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password of the document'), 'open sesame{Enter}');
    await screen.findByText('Opening the document…');
    return calls;
  },
};

describe('polling', () => {
  afterEach(() => {
    window.setTimeout = start;
  });

  it.each([
    ['the status page', timings.statusPoll],
    ['the file requests', timings.livePoll],
    ['the deliveries of a webhook', 5_000],
    ['the page after a payment', timings.paymentPoll],
    ['a document that is being opened', timings.previewPoll],
  ] as const)('pauses in a background tab, and goes on when the user returns: %s', async (name, interval) => {
    const timers = shorten(interval);
    const calls = await screens[name]();
    await waitFor(() => expect(calls()).toBeGreaterThan(2));
    setVisible(false);
    // Calls that were under way are answered meanwhile.
    await some(timers);
    const before = calls();
    await some(timers);
    expect(calls()).toBe(before);
    setVisible(true);
    await waitFor(() => expect(calls()).toBeGreaterThan(before + 1));
  });

  it('stops once older file requests were loaded, because each poll would fetch all of them again', async () => {
    const timers = shorten(timings.livePoll);
    // The list of files goes on polling.
    serve('/api/files', () => HttpResponse.json([]));
    const calls = serve('/api/requests', ({ searchParams }) =>
      searchParams.has('cursor')
        ? HttpResponse.json([aFileRequest({ id: ID, title: 'Receipts' })])
        : HttpResponse.json([aFileRequest()], { headers: { 'x-next-cursor': 'next' } }),
    );
    const { user } = renderRoute('/requests', { as: aUser() });
    const more = await screen.findByRole('button', { name: 'Show more' });
    // A click during a poll has no effect, so that polling pauses until the older requests are loaded.
    setVisible(false);
    await some(timers);
    await user.click(more);
    await screen.findByText('Receipts');
    setVisible(true);
    await some(timers);
    const before = calls();
    await some(timers);
    expect(calls()).toBe(before);
  });
});
