import { screen, within } from '@testing-library/react';
import type { AnalyticsReport } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aReport, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

// jsdom has no canvas.
jest.mock('react-chartjs-2', () => ({
  Doughnut: ({ 'aria-label': label }: { 'aria-label': string }) => <div role="img" aria-label={label} />,
  Line: ({ 'aria-label': label }: { 'aria-label': string }) => <div role="img" aria-label={label} />,
}));

const address = `/api/files/${FILE_ID}/analytics`;
const serve = (report: AnalyticsReport) => server.use(http.get(address, () => HttpResponse.json(report)));
const open = () => renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the table of visits', () => {
  it('loads older visits page by page', async () => {
    const [entry] = aReport().analytics;
    server.use(
      http.get(address, ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('cursor') === 'older'
            ? aReport({ analytics: [{ ...entry!, id: '9', ipAddress: '192.0.2.9' }] })
            : aReport({ nextCursor: 'older' }),
        ),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('192.0.2.9')).toBeVisible();
    expect(screen.getByText('203.0.113.7')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('says why older visits could not be loaded, and loads them at the next click', async () => {
    const [entry] = aReport().analytics;
    let isDown = true;
    server.use(
      http.get(address, ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return HttpResponse.json(aReport({ nextCursor: 'older' }));
        if (isDown) return new HttpResponse(null, { status: 503 });
        return HttpResponse.json(aReport({ analytics: [{ ...entry!, id: '9', ipAddress: '192.0.2.9' }] }));
      }),
    );
    const { user } = open();
    const loadMore = await screen.findByRole('button', { name: 'Load more' });
    await user.click(loadMore);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load analytics');
    isDown = false;
    await user.click(loadMore);
    expect(await screen.findByText('192.0.2.9')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows 25 visits at a time, so that the page stays short on a phone', async () => {
    const [entry] = aReport().analytics;
    const analytics = Array.from({ length: 30 }, (_, n) => ({ ...entry!, id: `${n}` }));
    serve(aReport({ analytics }));
    const { user } = open();
    await screen.findByText('File Information');
    const visits = () => section('Recent Downloads').getAllByRole('row').length - 1;
    expect(visits()).toBe(25);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(visits()).toBe(30);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(section('Recent Downloads').getAllByRole('row')[26]).toHaveFocus();
  });
});
