import { act, screen, waitFor } from '@testing-library/react';
import type { FileView } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { FakeEventSource } from '../../testing/event-source.js';
import { aBundle, aFile, aReport, aUser, FILE_ID } from '../../testing/builders.js';
import { renderRoute } from '../../testing/render-route.js';
import { server } from '../../testing/server.js';
import { timings } from '../timings.js';

jest.mock('react-chartjs-2', () => ({ Doughnut: () => null, Line: () => null }));

describe('a screen with live events', () => {
  let fetched: number;
  beforeEach(() => {
    FakeEventSource.install();
    fetched = 0;
    server.use(
      http.get(`/api/files/${FILE_ID}/analytics`, () => {
        fetched += 1;
        return HttpResponse.json(aReport());
      }),
    );
  });
  afterEach(() => FakeEventSource.uninstall());

  it('polls while it is not connected, and not while it is', async () => {
    jest.replaceProperty(timings, 'livePoll', 40 as never);
    renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
    await screen.findByText('File Information');
    await waitFor(() => expect(fetched).toBeGreaterThan(3));
    act(() => FakeEventSource.current.beat());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = fetched;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(fetched).toBe(before);
    act(() => FakeEventSource.current.break());
    await waitFor(() => expect(fetched).toBeGreaterThan(before + 2));
  });

  it('says who is reading, and nothing once it cannot know', async () => {
    jest.replaceProperty(timings, 'liveGrace', 30 as never);
    renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
    await screen.findByText('File Information');
    const at = new Date().toISOString();
    const page = { type: 'visit.page', at, name: 'Offer.pdf', isOwner: false, page: 3, pageCount: 30 };
    const event = {
      ...page,
      visitId: 'b1e4ba9b-0d1b-4b6e-9b1a-3b0a3a1c7d11',
      fileId: FILE_ID,
      linkId: FILE_ID,
    };
    act(() => FakeEventSource.current.send(event, '7'));
    expect(await screen.findByText(/page 3 now/)).toBeVisible();
    act(() => FakeEventSource.current.break());
    await waitFor(() => expect(screen.queryByText(/page 3 now/)).not.toBeInTheDocument());
    act(() => FakeEventSource.current.beat());
    expect(await screen.findByText(/page 3 now/)).toBeVisible();
  });

  it('names no readers of a file that was taken down', async () => {
    const at = new Date().toISOString();
    const other = '7a0b64b7-62b0-4b9c-9d35-5a5f3b1f3d21';
    const takenDown = { reason: 'Reported: phishing', at };
    server.use(http.get('/api/files', () => HttpResponse.json([aFile({ takenDown }), aFile({ id: other })])));
    renderRoute('/upload', { as: aUser() });
    await screen.findByText('Taken down');
    for (const [visit, fileId] of [FILE_ID, other].entries()) {
      const ids = { visitId: `b1e4ba9b-0d1b-4b6e-9b1a-3b0a3a1c7d1${visit}`, fileId, linkId: fileId };
      const page = { type: 'visit.page', at, name: 'Offer.pdf', isOwner: false, page: 3, pageCount: 30 };
      act(() => FakeEventSource.current.send({ ...page, ...ids }, `${visit}`));
    }
    expect(await screen.findAllByText(/reading/)).toHaveLength(1);
  });

  it('the lists of files and bundles follow changes from elsewhere while live events arrive', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    jest.replaceProperty(timings, 'liveRefetch', 0 as never);
    const bundle = aBundle();
    let [files, bundles] = [[aFile()], [bundle]];
    server.use(
      http.get('/api/files', () => HttpResponse.json(files)),
      http.get('/api/bundles', () => HttpResponse.json(bundles)),
    );
    renderRoute('/upload', { as: aUser() });
    await screen.findByText('plans.zip');
    act(() => FakeEventSource.current.beat());
    const at = new Date().toISOString();
    files = [aFile({ takenDown: { reason: 'Reported: phishing', at } })];
    act(() => FakeEventSource.current.send({ type: 'file.changed', at, fileId: FILE_ID }, '7'));
    expect(await screen.findByText('Taken down')).toBeVisible();
    bundles = [];
    act(() => FakeEventSource.current.send({ type: 'bundle.changed', at, bundleId: bundle.id }, '8'));
    expect(await screen.findByText(/^A bundle puts several files under one link/)).toBeVisible();
  });

  it('polls a list with a file that is being scanned also while live events arrive', async () => {
    jest.replaceProperty(timings, 'previewPoll', 40 as never);
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    let scanState: FileView['scanState'] = 'pending';
    server.use(http.get('/api/files', () => HttpResponse.json([aFile({ scanState })])));
    renderRoute('/upload', { as: aUser() });
    await screen.findByText('Being scanned');
    act(() => FakeEventSource.current.beat());
    scanState = 'clean';
    await waitFor(() => expect(screen.queryByText('Being scanned')).not.toBeInTheDocument());
  });

  it('the list of bundles is fetched again after an event', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    jest.replaceProperty(timings, 'liveRefetch', 0 as never);
    let bundlesFetched = 0;
    server.use(
      http.get('/api/files', () => HttpResponse.json([])),
      http.get('/api/bundles', () => {
        bundlesFetched += 1;
        return HttpResponse.json([]);
      }),
    );
    renderRoute('/upload', { as: aUser() });
    await screen.findByText(/^A bundle puts several files under one link/);
    const before = bundlesFetched;
    const at = new Date().toISOString();
    const page = { type: 'visit.page', at, name: 'Offer.pdf', isOwner: false, page: 3, pageCount: 30 };
    const ids = { visitId: 'b1e4ba9b-0d1b-4b6e-9b1a-3b0a3a1c7d11', fileId: FILE_ID, linkId: FILE_ID };
    act(() => FakeEventSource.current.send({ ...page, ...ids }, '7'));
    await waitFor(() => expect(bundlesFetched).toBeGreaterThan(before));
  });

  it('a screen is fetched again when the connection returns: what happened meanwhile may be older than the events', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
    await screen.findByText('File Information');
    act(() => FakeEventSource.current.beat());
    expect(fetched).toBe(1);
    act(() => FakeEventSource.current.break());
    act(() => FakeEventSource.current.beat());
    await waitFor(() => expect(fetched).toBe(2));
  });
});
