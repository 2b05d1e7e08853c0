import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { timings } from '../lib/timings.js';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const report = () => new File(['hello'], 'report.pdf', { type: 'application/pdf' });
const uploaded = () =>
  HttpResponse.json(
    {
      id: FILE_ID,
      files: [{ id: FILE_ID, originalName: 'report.pdf', size: 5, mimeType: 'application/pdf' }],
    },
    { status: 201 },
  );

describe('the home page', () => {
  it('shows the headline and the eight features', async () => {
    renderRoute('/');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'File Sharing. Made Simple.' }),
    ).toBeVisible();
    expect(screen.getByText('No sign up required!')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(8);
  });

  it('uploads chosen files at once, and goes on to the settings after three seconds at the earliest', async () => {
    server.use(
      http.post('/api/upload', uploaded),
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
    );
    const { user, address } = renderRoute('/');
    const startedAt = performance.now();
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByRole('progressbar', { name: 'Upload progress' })).toBeVisible();
    expect(await screen.findByText('Files uploaded successfully!')).toBeVisible();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3000);
    expect(await screen.findByLabelText('Document name')).toBeVisible();
    expect(address().pathname).toBe(`/${FILE_ID}/create`);
  });

  it('shows why an upload was refused, and retries it on request', async () => {
    let attempts = 0;
    server.use(
      http.post('/api/upload', () => {
        attempts += 1;
        return refusal(403, 'files.limit-reached', 'You can only upload up to 3 files with your free tier');
      }),
    );
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByText('You can only upload up to 3 files with your free tier')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(attempts).toBe(2));
  });

  it('shows an error without a response', async () => {
    // jsdom prints network errors to the console.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.post('/api/upload', () => HttpResponse.error()));
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByText('Failed to upload files')).toBeVisible();
  });

  it('shows an error for a response without an id', async () => {
    server.use(http.post('/api/upload', () => HttpResponse.json({}, { status: 201 })));
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    expect(await screen.findByText('No file ID received from server')).toBeVisible();
  });

  it('can be cancelled, which offers the box again', async () => {
    server.use(http.post('/api/upload', () => new Promise<never>(() => undefined)));
    const { user } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeVisible();
  });

  it('continues without a cancelled file, and opens the settings of the first uploaded one', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    const asked: string[] = [];
    server.use(
      http.post('/api/upload', async ({ request }) => {
        const { name } = (await request.formData()).get('file') as File;
        asked.push(name);
        return name.startsWith('stuck') ? new Promise<never>(() => undefined) : uploaded();
      }),
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
    );
    const { user, address } = renderRoute('/');
    const stuck = ['stuck.pdf', 'stuck as well.pdf'].map((name) => new File(['hello'], name));
    await user.upload(await screen.findByLabelText('Files to upload'), [...stuck, report()]);
    expect(await screen.findByRole('progressbar', { name: 'stuck.pdf' })).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Cancel stuck.pdf' }).focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Uploading 2 files')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Cancel stuck as well.pdf' }));
    await waitFor(() => expect(address().pathname).toBe(`/${FILE_ID}/create`));
    expect(asked).toEqual(['stuck.pdf', 'stuck as well.pdf', 'report.pdf']);
  });

  it('retries only the failed file', async () => {
    jest.replaceProperty(timings, 'uploadMinimum', 0 as never);
    const asked: string[] = [];
    server.use(
      http.post('/api/upload', async ({ request }) => {
        const { name } = (await request.formData()).get('file') as File;
        asked.push(name);
        if (name === 'second.pdf' && asked.length === 2) {
          return refusal(507, 'server.storage-full', 'There is no room left to keep this file.');
        }
        return uploaded();
      }),
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
    );
    const { user, address } = renderRoute('/');
    const second = new File(['hello'], 'second.pdf', { type: 'application/pdf' });
    await user.upload(await screen.findByLabelText('Files to upload'), [report(), second]);
    expect(await screen.findByText('There is no room left to keep this file.')).toBeVisible();
    expect(screen.getByText('1 of 2 files arrived')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go on with 1 file' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address().pathname).toBe(`/${FILE_ID}/create`));
    expect(asked).toEqual(['report.pdf', 'second.pdf', 'second.pdf']);
  });

  it('refuses more files than the plan has room for, before sending any', async () => {
    const files = [aFile(), aFile({ id: '7f9619ff-8b86-4d11-b42d-00c04fc964ff' })];
    server.use(http.get('/api/files', () => HttpResponse.json(files)));
    const { user } = renderRoute('/', { as: aUser({ subscription: 'free' }) });
    await screen.findByText('Account');
    await user.upload(await screen.findByLabelText('Files to upload'), [report(), report()]);
    expect(await screen.findByText('You can only upload up to 3 files with your free tier')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose files' })).toBeVisible();
  });

  it('shows the promotion until the visitor dismisses it', async () => {
    server.use(
      http.get('/api/promotion/status', () =>
        HttpResponse.json({ isActive: true, endDate: null, message: 'Everything is free in May.' }),
      ),
    );
    const { user } = renderRoute('/');
    expect(await screen.findByText(/Everything is free in May/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/Everything is free in May/)).not.toBeInTheDocument();
  });
});
