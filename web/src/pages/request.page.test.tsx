import { fireEvent, screen } from '@testing-library/react';
import { AppError, type ErrorCode, type PublicFileRequest } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const request: PublicFileRequest = {
  ...{ slug: 'invoices', title: 'Invoices', message: null, askedBy: 'Ada Lovelace', deleteAt: null },
  ...{ maxFiles: 2, filesLeft: 2, maxFileSize: 10, isPasswordProtected: false },
};
const shown = (changes: Partial<PublicFileRequest> = {}) =>
  http.get('/api/requests/invoices', () => HttpResponse.json({ ...request, ...changes }));

function failed(code: ErrorCode) {
  const { status, message } = AppError.ofCode(code);
  return refusal(status, code, message);
}

describe('the page of a file request', () => {
  beforeEach(() => localStorage.clear());

  it('sends files with the name of their sender, and keeps their names', async () => {
    const created: string[] = [];
    server.use(
      shown(),
      http.post('/api/uploads', ({ request: sent }) => {
        created.push(sent.headers.get('upload-metadata') ?? '');
        const headers = { location: '/api/uploads/1', 'upload-offset': '5', 'tus-resumable': '1.0.0' };
        return new HttpResponse(null, { status: 201, headers });
      }),
    );
    const { user } = renderRoute('/r/invoices');
    expect(await screen.findByText('Takes 2 more files')).toBeVisible();
    await user.upload(await screen.findByLabelText('Files to send'), new File(['hello'], 'a.txt'));
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(created).toEqual([]);
    await user.type(screen.getByLabelText('Your name'), 'Grace');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Sent from this browser')).toBeVisible();
    expect(screen.getByText('a.txt')).toBeVisible();
    expect(screen.getByText('Takes 1 more file')).toBeVisible();
    expect(created[0]).toContain(
      `filename ${btoa('a.txt')},request ${btoa('invoices')},sender ${btoa('Grace')}`,
    );
  });

  it('skips files that are too large', async () => {
    server.use(shown());
    const { user } = renderRoute('/r/invoices');
    await user.type(await screen.findByLabelText('Your name'), 'Grace');
    await user.upload(screen.getByLabelText('Files to send'), new File(['more than ten bytes'], 'a.txt'));
    expect(await screen.findByText('One file is larger than 10 Bytes and cannot be sent.')).toBeVisible();
  });

  it('says that a dropped folder has no files', async () => {
    server.use(shown());
    renderRoute('/r/invoices');
    const zone = await screen.findByText('Drop files here');
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], items: [], files: [] } });
    expect(await screen.findByText('There are no files in this folder.')).toBeVisible();
  });

  it.each([
    ['requests.closed', 'This file request is closed: it takes no more files'],
    ['requests.full', 'This file request is full: it takes no more files'],
    ['requests.expired', 'This file request has expired: it takes no more files'],
    ['requests.deleted', 'This file request was deleted: it takes no more files'],
    ['requests.not-found', 'There is no such file request'],
  ] as const)('says why for %s, and what was sent', async (code, sentence) => {
    localStorage.setItem('waybill.sent.invoices', JSON.stringify(['a.txt']));
    server.use(http.get('/api/requests/invoices', () => failed(code)));
    renderRoute('/r/invoices');
    expect(await screen.findByRole('heading', { name: sentence })).toBeVisible();
    expect(screen.getByText('a.txt')).toBeVisible();
  });

  it('offers to try again when the server does not answer', async () => {
    server.use(http.get('/api/requests/invoices', () => failed('server.unavailable')));
    const { user } = renderRoute('/r/invoices');
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(shown());
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Invoices' })).toBeVisible();
  });
});
