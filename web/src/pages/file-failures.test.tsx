import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const wordless = () => new HttpResponse(null, { status: 500 });
const owned = () => [
  http.get('/api/files', () => HttpResponse.json([aFile()])),
  http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
];

async function openRow() {
  server.use(...owned());
  const { user } = renderRoute('/upload', { as: aUser() });
  await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
  return user;
}

describe('the error message', () => {
  it('says why a file cannot be deleted', async () => {
    const user = await openRow();
    server.use(http.delete(`/api/files/${FILE_ID}`, wordless));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    expect(await screen.findByText('Failed to delete file')).toBeVisible();
  });

  it('says why a file cannot be changed', async () => {
    const user = await openRow();
    server.use(http.put(`/api/files/${FILE_ID}/settings`, wordless));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /save/i }));
    expect(await dialog.findByText('Failed to update file')).toBeVisible();
  });

  it('says why the settings cannot be saved after the upload', async () => {
    server.use(...owned(), http.put(`/api/files/${FILE_ID}/settings`, wordless));
    const { user } = renderRoute(`/${FILE_ID}/create`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: /save/i }));
    expect(await screen.findByText('Failed to save settings')).toBeVisible();
  });

  it('says why the link cannot be mailed: in the server’s words, else in the client’s', async () => {
    server.use(...owned(), http.post(`/api/share/email/${FILE_ID}`, wordless));
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.type(await screen.findByLabelText('Recipient’s name'), 'Grace');
    await user.type(screen.getByLabelText('Recipient’s email'), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    expect(await screen.findByText('Failed to send email')).toBeVisible();
    server.use(
      http.post(`/api/share/email/${FILE_ID}`, () => refusal(429, 'sharing.too-many-mails', 'Not so fast')),
    );
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    expect(await screen.findByText('Not so fast')).toBeVisible();
  });

  it('says why the QR code cannot be loaded or saved', async () => {
    server.use(...owned(), http.get(`/api/qr-code/${FILE_ID}`, wordless));
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Download QR code' }));
    expect(await screen.findByText('Failed to download QR code')).toBeVisible();
    fireEvent.error(screen.getByRole('img', { name: 'QR code of the link' }));
    expect(await screen.findByText('Failed to generate QR code')).toBeVisible();
  });

  it('says that the link cannot be copied', async () => {
    server.use(...owned());
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    jest.spyOn(window.navigator.clipboard, 'writeText').mockRejectedValue(new Error('No'));
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await screen.findByText('Failed to copy link')).toBeVisible();
  });

  it('says why the password cannot be verified', async () => {
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => refusal(401, 'files.password-required', 'Protected')),
      http.post(`/api/files/${FILE_ID}/verify-password`, () => HttpResponse.error()),
    );
    const { user } = renderRoute(`/${FILE_ID}`);
    await user.type(await screen.findByLabelText('Password'), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Open file' }));
    expect(await screen.findByText('Failed to verify password')).toBeVisible();
    server.use(
      http.post(`/api/files/${FILE_ID}/verify-password`, () => new HttpResponse(null, { status: 401 })),
    );
    await user.click(screen.getByRole('button', { name: 'Open file' }));
    expect(await screen.findByText('Incorrect password')).toBeVisible();
  });

  it('says why the protection cannot be checked', async () => {
    server.use(http.get(`/api/files/${FILE_ID}/check-protection`, wordless));
    renderRoute(`/embed/${FILE_ID}`);
    expect(await screen.findByText('Failed to check file protection')).toBeVisible();
  });
});
