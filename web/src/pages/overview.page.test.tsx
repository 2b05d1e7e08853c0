import { screen, within } from '@testing-library/react';
import type { Overview } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const BUNDLE_ID = '1f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11';
const deleteAt = { Time: '2026-11-25T10:00:00.000Z', Valid: true };
const createdAt = '2026-11-20T10:00:00.000Z';

const anOverview = (overrides: Partial<Overview> = {}): Overview => ({
  days: 2,
  totalViews: 7,
  viewsPerDay: [
    { day: '2026-11-21', views: 3 },
    { day: '2026-11-22', views: 4 },
  ],
  topFiles: [
    { id: BUNDLE_ID, kind: 'bundle', originalName: 'Offer', views: 4 },
    { id: FILE_ID, kind: 'file', originalName: 'Plan.pdf', views: 3 },
  ],
  countries: [{ country: 'Peru', count: 7 }],
  links: [{ name: 'For Grace', count: 2 }],
  expiringSoon: [
    { id: BUNDLE_ID, kind: 'bundle', originalName: 'Last offer', deleteAt, createdAt },
    { id: FILE_ID, kind: 'file', originalName: 'Last plan', deleteAt, createdAt },
  ],
  ...overrides,
});

const open = (answer: () => Response) => {
  server.use(http.get('/api/overview', answer));
  return renderRoute('/overview', { as: aUser() });
};

describe('the overview page', () => {
  it('leads to the reports and the share pages of files and of bundles', async () => {
    open(() => HttpResponse.json(anOverview()));
    const linkOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await linkOf('Offer')).toBe(`/b/${BUNDLE_ID}/analytics`);
    expect(await linkOf('Plan.pdf')).toBe(`/analytics/${FILE_ID}`);
    expect(await linkOf('Last offer')).toBe(`/b/${BUNDLE_ID}/share`);
    expect(await linkOf('Last plan')).toBe(`/${FILE_ID}/share`);
  });

  it('keeps the chosen time in the address', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('/api/overview', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('days'));
        return HttpResponse.json(anOverview());
      }),
    );
    const { user } = renderRoute('/overview?days=90', { as: aUser() });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Time' }), 'Last 365 days');
    expect(window.location.search).toBe('?days=365');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last 30 days');
    expect(window.location.search).toBe('');
    expect(new Set(asked)).toEqual(new Set(['90', '365', '30']));
  });

  it('names the days as a person would', async () => {
    open(() => HttpResponse.json(anOverview()));
    const table = await screen.findByRole('table', { name: 'Views per day' });
    expect(within(table).getByRole('row', { name: 'Nov 22, 2026 4' })).toBeInTheDocument();
    // A hidden table on its own is as long as its rows and lengthens the page.
    expect(table.parentElement?.className).toMatch(/hidden/);
  });

  it('says that its days are those of UTC, because reports have local days', async () => {
    open(() => HttpResponse.json(anOverview()));
    const section = await screen.findByRole('region', { name: 'Views per Day' });
    expect(within(section).getByText('Days in UTC')).toBeVisible();
  });

  it('invites to share while there are no views', async () => {
    open(() => HttpResponse.json(anOverview({ totalViews: 0, expiringSoon: [] })));
    expect(await screen.findByText('No views in these days')).toBeVisible();
  });

  it('says that it could not be loaded, and tries again', async () => {
    open(() => refusal(503, 'server.unavailable', 'Come back later'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
