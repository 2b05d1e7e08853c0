import { screen } from '@testing-library/react';
import { http } from 'msw';
import { aBundle, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const bundleId = aBundle().id;

describe('a page that cannot be shown', () => {
  it.each([
    [`/${FILE_ID}`, `/api/files/${FILE_ID}`],
    [`/b/${bundleId}`, `/api/bundles/${bundleId}`],
    ['/l/plan', '/api/links/plan'],
    ['/r/invoices', '/api/requests/invoices'],
  ])('has a heading and a title that say that it did not load: %s', async (page, address) => {
    server.use(http.get(address, () => refusal(503, 'server.busy', 'Waybill is busy')));
    renderRoute(page);
    expect(await screen.findByRole('alert')).toHaveTextContent('Waybill is busy');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This page did not load');
    expect(document.title).toBe('This page did not load · Waybill');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('has a heading and a title where the link of a mail that stops mails is incomplete', async () => {
    renderRoute('/unsubscribe?kind=everyView');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Stop these mails?');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete');
    expect(document.title).toBe('Stop these mails? · Waybill');
  });
});
