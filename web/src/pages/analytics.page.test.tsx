import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AnalyticsReport } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aReport, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

// jsdom has no canvas, so the tests check the table next to the chart and the totals.
jest.mock('react-chartjs-2', () => ({
  Doughnut: ({ 'aria-label': label }: { 'aria-label': string }) => <div role="img" aria-label={label} />,
  Line: ({ 'aria-label': label }: { 'aria-label': string }) => <div role="img" aria-label={label} />,
}));

const address = `/api/files/${FILE_ID}/analytics`;
const serve = (report: AnalyticsReport) => server.use(http.get(address, () => HttpResponse.json(report)));
const open = () => renderRoute(`/analytics/${FILE_ID}`, { as: aUser() });
const section = (name: string) => within(screen.getByRole('region', { name }));

describe('the analytics page', () => {
  it('shows the file, both charts, the summary and the visits', async () => {
    serve(aReport());
    open();
    expect(await screen.findByText('File Information')).toBeVisible();
    expect(section('File Information').getByText('Never')).toBeVisible();
    expect(await screen.findByRole('img', { name: 'Downloads by Country' })).toBeVisible();
    expect(await screen.findByRole('img', { name: 'Cumulative Views: 2 so far' })).toBeVisible();
    expect(section('Analytics Summary').getByText('Unique Countries')).toBeVisible();
    const [, newest, first] = section('Recent Downloads').getAllByRole('row');
    expect(within(newest!).getByText('Direct')).toBeVisible();
    expect(within(newest!).getAllByText('Unknown')).not.toHaveLength(0);
    expect(within(first!).getByText('https://example.org/')).toBeVisible();
    expect(within(first!).getByText('Chrome 143 on Windows')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Files' })).toHaveAttribute('href', '/upload');
  });

  it('names the link that a visit came by, where it has a name', async () => {
    const [entry] = aReport().analytics;
    const link = { id: '3f1f6a39-1a63-4b3c-9a53-94a0b7a3f001', slug: 'offer-anna' };
    serve(
      aReport({
        analytics: [
          { ...entry!, id: '1', link: { ...link, name: 'Offer for Anna' } },
          { ...entry!, id: '2', link: { ...link, name: null } },
          { ...entry!, id: '3', link: { ...link, slug: link.id, name: 'Bundle “Offer”' } },
        ],
      }),
    );
    open();
    await screen.findByText('File Information');
    const [, named, unnamed, ofBundle] = section('Recent Downloads').getAllByRole('row');
    expect(named).toHaveTextContent('Link “Offer for Anna”');
    expect(unnamed).not.toHaveTextContent('Link');
    expect(ofBundle).toHaveTextContent('Bundle “Offer”');
    expect(ofBundle).not.toHaveTextContent('Link');
  });

  it('shows the IP address of a visit also where it gave an e-mail address', async () => {
    const [entry] = aReport().analytics;
    serve(aReport({ analytics: [{ ...entry!, ipAddress: '192.0.2.9', email: 'grace@example.org' }] }));
    open();
    const cell = (await screen.findByText('192.0.2.9')).closest('td');
    expect(cell).toHaveAttribute('data-label', 'IP Address');
    expect(within(cell!).getByText('grace@example.org')).toBeVisible();
  });

  it('narrows the report and its exports to a country on the server', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(address, ({ request }) => {
        const country = new URL(request.url).searchParams.get('country');
        asked.push(country);
        return HttpResponse.json(aReport({ countries: [], allCountries: ['Chile', 'Finland', 'Peru'] }));
      }),
    );
    const { user } = open();
    const country = 'Peru';
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Country' }), country);
    expect(asked.at(-1)).toBe(country);
    const exported = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(new URLSearchParams(exported?.split('?')[1]).get('country')).toBe(country);
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveTextContent(
      'All countriesChileFinlandPeru',
    );
    expect(await screen.findByRole('button', { name: 'Reset' })).toBeVisible();
  });

  it('narrows the report also to a link of its visits that was revoked, or that opens a bundle with the file', async () => {
    const [entry] = aReport().analytics;
    const revoked = { id: '3f1f6a39-1a63-4b3c-9a53-94a0b7a3f001', slug: 'offer-anna', name: null };
    const ofBundle = { id: '3f1f6a39-1a63-4b3c-9a53-94a0b7a3f002', slug: 'b', name: 'Bundle “Offer”' };
    const visits = [revoked, ofBundle, revoked].map((link, index) => ({ ...entry!, id: `${index}`, link }));
    const asked: (string | null)[] = [];
    server.use(
      http.get(address, ({ request }) => {
        const narrowedTo = new URL(request.url).searchParams.get('link');
        asked.push(narrowedTo);
        const analytics = visits.filter(({ link }) => narrowedTo === null || link.id === narrowedTo);
        return HttpResponse.json(aReport({ analytics }));
      }),
    );
    const { user } = open();
    const choices = 'All linksoffer-annaBundle “Offer”';
    const select = await screen.findByRole('combobox', { name: 'Link' });
    expect(select).toHaveTextContent(choices);
    await user.selectOptions(select, 'offer-anna');
    await waitFor(() => expect(asked.at(-1)).toBe(revoked.id));
    expect(await screen.findByText('File Information')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Link' })).toHaveTextContent(choices);
    expect(screen.getByRole('combobox', { name: 'Link' })).toHaveValue(revoked.id);
  });

  it('narrows the report to days of the local time, as its times are shown', async () => {
    const asked: URLSearchParams[] = [];
    server.use(
      http.get(address, ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json(aReport());
      }),
    );
    open();
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-30' } });
    const narrowed = { from: new Date(2026, 10, 1).toISOString(), to: new Date(2026, 11, 1).toISOString() };
    // Requests of the same moment arrive in any order.
    await waitFor(() => expect(asked.map((each) => Object.fromEntries(each))).toContainEqual(narrowed));
  });

  it('keeps its filters in the address, so that a reload and a bookmark show the same', async () => {
    const asked: URLSearchParams[] = [];
    server.use(
      http.get(address, ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json(aReport({ allCountries: ['Chile', 'Peru'] }));
      }),
    );
    const filters = '?from=2026-11-01&link=no-link&country=Peru&include=bots';
    const { user } = renderRoute(`/analytics/${FILE_ID}${filters}`, { as: aUser() });
    expect(await screen.findByLabelText('From')).toHaveValue('2026-11-01');
    expect(await screen.findByText('2 views match these filters.')).toBeVisible();
    const from = new Date(2026, 10, 1).toISOString();
    expect(Object.fromEntries(asked.at(-1)!)).toEqual({ from, country: 'Peru', include: 'bots' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Chile');
    expect(new URLSearchParams(window.location.search).get('country')).toBe('Chile');
  });

  it('says that filters hide the visits, and not that there are none', async () => {
    const summary = { totalViews: 0, uniqueVisitors: 0, uniqueCountries: 0, firstView: null };
    serve(aReport({ analytics: [], series: [], countries: [], summary }));
    renderRoute(`/analytics/${FILE_ID}?from=2026-11-01`, { as: aUser() });
    expect(await screen.findAllByText('No views match these filters')).toHaveLength(2);
    expect(screen.getByText('0 views match these filters.')).toBeVisible();
  });

  it('does not say that filters hide the visits while there are views', async () => {
    serve(aReport({ series: [] }));
    renderRoute(`/analytics/${FILE_ID}?from=2026-01-01`, { as: aUser() });
    expect(await screen.findByRole('img', { name: 'Downloads by Country' })).toBeVisible();
    expect(screen.queryByText('No views match these filters')).not.toBeInTheDocument();
  });

  it('moves the keyboard focus to the region of a button that disappears', async () => {
    const pages = [{ page: 1, views: 2, totalSeconds: 8, medianSeconds: 4 }];
    serve(aReport({ file: { ...aReport().file, mimeType: 'application/pdf' }, pages }));
    const { user } = renderRoute(`/analytics/${FILE_ID}?from=2026-11-01`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Show the pages' }));
    expect(screen.getByRole('region', { name: 'Time by page' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(window.location.search).toBe('');
    expect(screen.getByRole('group', { name: 'Filters' })).toHaveFocus();
  });

  it('shows the city of a visit where no pointer rests on it', async () => {
    serve(aReport({ analytics: [{ ...aReport().analytics[0]!, country: 'Germany', city: 'Berlin' }] }));
    open();
    expect(await screen.findByRole('cell', { name: 'Germany Berlin' })).toBeVisible();
  });

  it('names the parts of a video that a visit played, and no pages', async () => {
    const { file, analytics } = aReport();
    const pages = [
      { page: 1, seconds: 2 },
      { page: 3, seconds: 4 },
    ];
    const watched = { pages, pagesSeen: 2, completion: 0.2, durationSeconds: 6 };
    serve(
      aReport({
        file: { ...file, mimeType: 'video/mp4' },
        analytics: [{ ...analytics[0]!, ...watched }],
      }),
    );
    open();
    expect(await screen.findByRole('img', { name: '6 s, 20% played, longest at 20–30%' })).toBeVisible();
  });

  it.each([
    ['application/pdf', 'Page by Page', 'Readers saw 50% of it on average.'],
    ['audio/mpeg', 'Playing', 'People played 50% of it on average.'],
    ['image/png', 'Viewing', 'People who looked at it'],
  ])('says of %s what people did with it: %s', async (mimeType, heading, sentence) => {
    const pages = [{ page: 1, views: 2, totalSeconds: 8, medianSeconds: 4 }];
    serve(aReport({ file: { ...aReport().file, mimeType }, pages, completion: 0.5 }));
    open();
    await screen.findByText('File Information');
    expect(section(heading).getByText(sentence)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Show the pages' })).toHaveLength(
      heading === 'Page by Page' ? 1 : 0,
    );
  });

  it('keeps the keyboard focus in a filter while the narrowed report is loaded', async () => {
    serve(aReport());
    open();
    const from = await screen.findByLabelText('From');
    await screen.findByText('File Information');
    from.focus();
    fireEvent.change(from, { target: { value: '2026-11-01' } });
    await screen.findByRole('button', { name: 'Reset' });
    await screen.findByText('File Information');
    expect(screen.getByLabelText('From')).toHaveFocus();
  });

  it('shows a new visit without a reload', async () => {
    jest.replaceProperty(timings, 'livePoll', 50 as never);
    serve(aReport());
    open();
    await screen.findByText('203.0.113.7');
    const [entry] = aReport().analytics;
    serve(aReport({ analytics: [{ ...entry!, id: '3', ipAddress: '192.0.2.33' }, ...aReport().analytics] }));
    expect(await screen.findByText('192.0.2.33')).toBeVisible();
  });

  it('shows the first visit where there were no analytics yet', async () => {
    jest.replaceProperty(timings, 'livePoll', 50 as never);
    server.use(
      http.get(address, () => refusal(404, 'analytics.not-found', 'No analytics for this file yet')),
    );
    open();
    await screen.findByText('No analytics for this file yet');
    serve(aReport());
    expect(await screen.findByText('203.0.113.7')).toBeVisible();
  });

  it('shows the empty state while nobody has opened the file', async () => {
    const summary = { totalViews: 0, uniqueVisitors: 0, uniqueCountries: 0, firstView: null };
    serve(aReport({ analytics: [], series: [], countries: [], summary }));
    open();
    expect(await screen.findByText('No download statistics available yet')).toBeVisible();
    expect(screen.getByText('Statistics will appear here once the file has been downloaded')).toBeVisible();
    expect(screen.getByText('No views recorded yet')).toBeVisible();
    expect(section('Analytics Summary').getByText('Never')).toBeVisible();
  });

  it('keeps the table when there are no analytics at all', async () => {
    server.use(
      http.get(address, () => refusal(404, 'analytics.not-found', 'No analytics for this file yet')),
    );
    open();
    expect(await screen.findByText('No analytics for this file yet')).toBeVisible();
    expect(screen.queryByText('File Information')).not.toBeInTheDocument();
  });

  it('shows a spinner while it loads', async () => {
    server.use(http.get(address, () => new Promise<never>(() => undefined)));
    open();
    expect(await screen.findByLabelText('Loading analytics')).toBeVisible();
  });

  it('shows the sentence of the server when it refuses, and its own when there is none', async () => {
    server.use(
      http.get(address, () =>
        refusal(403, 'files.forbidden', 'You do not have permission to access this file'),
      ),
    );
    open();
    expect(await screen.findByText('You do not have permission to access this file')).toBeVisible();
  });

  it('shows an error for an empty response', async () => {
    server.use(http.get(address, () => new HttpResponse(null, { status: 200 })));
    open();
    expect(await screen.findByText('No data received from server')).toBeVisible();
  });
});
