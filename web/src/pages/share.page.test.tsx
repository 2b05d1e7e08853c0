import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const owned = () => http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile()));

describe('the share page', () => {
  it('gives its owner the link, the QR code and the embed code', async () => {
    server.use(owned());
    renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    expect(await screen.findByLabelText('Link')).toHaveValue(`${window.location.origin}/${FILE_ID}/link`);
    expect(screen.getByRole('img', { name: 'QR code of the link' })).toHaveAttribute(
      'src',
      `/api/qr-code/${FILE_ID}`,
    );
    expect(screen.getByLabelText('Embed code')).toHaveValue(
      `<iframe src="${window.location.origin}/embed/${FILE_ID}" width="100%" height="600" frameborder="0" allowfullscreen></iframe>`,
    );
  });

  it.each([
    ['with the link alone', {}, 'Anyone with the link can open it.'],
    ['with a password', { password: { Valid: true } }, 'Opens with the link and the password.'],
    [
      'by its other links',
      { isFirstLinkActive: false },
      'Its own address is switched off: only its other links open it.',
    ],
  ])('says who can open a file %s, and that it never expires', async (_, overrides, sentence) => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile(overrides))));
    renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText('Never expires')).toBeVisible();
  });

  it('copies the link', async () => {
    server.use(owned());
    const { user } = renderRoute(`/${FILE_ID}/share`);
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(await window.navigator.clipboard.readText()).toBe(`${window.location.origin}/${FILE_ID}/link`);
    expect(await screen.findByText('Link copied')).toBeVisible();
  });

  it('offers no embed code for a protected file', async () => {
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile({ password: { Valid: true } }))),
    );
    renderRoute(`/${FILE_ID}/share`);
    expect(await screen.findByText('Embedding is disabled for password-protected files.')).toBeVisible();
  });

  it('requires both fields of the e-mail form', async () => {
    server.use(owned());
    const { user } = renderRoute(`/${FILE_ID}/share`);
    await user.type(await screen.findByLabelText('Recipient’s name'), 'Grace');
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    expect(await screen.findByText('Please fill in all required fields')).toBeVisible();
  });

  it('sends the link and shows a confirmation', async () => {
    const sent: unknown[] = [];
    server.use(
      owned(),
      http.post(`/api/share/email/${FILE_ID}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Email sent' }, { status: 202 });
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`);
    await user.type(await screen.findByLabelText('Recipient’s name'), 'Grace');
    await user.type(screen.getByLabelText('Recipient’s email'), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    expect(await screen.findByText('Email sent')).toBeVisible();
    expect(sent).toEqual([{ recipientName: 'Grace', recipientEmail: 'grace@example.com' }]);
  });

  it('refuses a signed-in user who does not own the file', async () => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile({ isOwner: false }))));
    renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    expect(await screen.findByText('You do not have permission to access this file')).toBeVisible();
  });

  it('asks a visitor to log in', async () => {
    server.use(
      http.get(`/api/files/${FILE_ID}`, () =>
        refusal(401, 'files.password-required', 'This file is protected'),
      ),
    );
    renderRoute(`/${FILE_ID}/share`);
    expect(await screen.findByText('Please log in to access this file')).toBeVisible();
  });
});
