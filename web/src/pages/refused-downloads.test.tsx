import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aReport, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

// jsdom has no canvas.
jest.mock('react-chartjs-2', () => ({ Doughnut: () => null, Line: () => null }));

/** Records the downloads that are started. */
function recordDownloads(): string[] {
  const started: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push(new URL(this.href).pathname);
  });
  return started;
}

const gone = new HttpResponse(null, { status: 410 });

describe('a download in the list of a bundle', () => {
  const [path, address] = [`/api/files/${FILE_ID}`, `/api/files/${FILE_ID}/download`];
  const [facts, preview] = [{ size: 1024, mimeType: 'application/zip' }, 'none'] as const;
  const file = { id: FILE_ID, path: 'plans.zip', originalName: 'plans.zip', hasThumbnail: false, preview };

  const open = () => {
    const bundle = aBundle({ files: [{ ...file, ...facts }], isOwner: false });
    server.use(http.get(`/api/bundles/${bundle.id}`, () => HttpResponse.json(bundle)));
    return renderRoute(`/b/${bundle.id}`);
  };

  it('says why a file in the list of a bundle cannot be downloaded', async () => {
    const started = recordDownloads();
    server.use(
      http.head(address, () => gone.clone()),
      http.get(path, () => refusal(410, 'links.used-up', 'This link has been used up')),
    );
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Download plans.zip' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has been used up');
    expect(started).toEqual([]);
  });

  it('downloads a file in the list of a bundle once it is known to be available', async () => {
    const started = recordDownloads();
    server.use(http.head(address, () => new HttpResponse()));
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Download plans.zip' }));
    await waitFor(() => expect(started).toEqual([address]));
  });
});

describe('an export of a report', () => {
  const address = `/api/files/${FILE_ID}/analytics/export`;

  it('says why a report cannot be exported', async () => {
    const started = recordDownloads();
    const message = 'Waybill is busy. Please try again in a moment.';
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      http.get(`/api/files/${FILE_ID}/analytics`, () => HttpResponse.json(aReport())),
      http.head(address, () => new HttpResponse(null, { status: 503 })),
      http.get(address, () => refusal(503, 'server.unavailable', message)),
    );
    const { user } = renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
    await user.click(await screen.findByRole('link', { name: 'Export CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(started).toEqual([]);
    server.use(http.head(address, () => new HttpResponse()));
    await user.click(screen.getByRole('link', { name: 'Export CSV' }));
    await waitFor(() => expect(started).toEqual([address]));
  });
});
