import type { LinkView } from '@waybill/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { halfFill } from '../testing/half-fill.js';
import { aFile, aLink, aUser, FILE_ID } from '../testing/builders.js';
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

  it('says that the file is being loaded', async () => {
    server.use(http.get(`/api/files/${FILE_ID}`, () => new Promise<never>(() => undefined)));
    renderRoute(`/${FILE_ID}/share`);
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
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

  it('copies and switches off a link, and revokes it once its owner has confirmed', async () => {
    let links = [
      aLink({ name: null, slug: FILE_ID, isFirst: true }),
      aLink({ isPasswordProtected: true, viewCount: 1 }),
    ];
    const id = links[1]?.id;
    server.use(
      owned(),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json(links)),
      http.put(`/api/links/${id}`, async ({ request }) => {
        const settings = (await request.json()) as Partial<LinkView>;
        links = links.map((link) => (link.isFirst ? link : { ...link, ...settings }));
        return HttpResponse.json(links[1]);
      }),
      http.delete(`/api/links/${id}`, () => {
        links = links.slice(0, 1);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    const row = (await screen.findByText('Investors')).closest('li')!;
    expect(within(row).getByText('Password')).toBeVisible();
    expect(within(row).getByText('1 view · 0 downloads')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Copy link: Investors' }));
    expect(await window.navigator.clipboard.readText()).toBe('https://waybill.example/l/investors');

    const edit = within(row).getByRole('button', { name: 'Edit: Investors' });
    await user.click(edit);
    expect(edit).toHaveAttribute('aria-expanded', 'true');
    await user.click(within(row).getByRole('button', { name: 'QR code: Investors' }));
    expect(within(row).getByRole('form', { name: 'Edit link' })).toBeVisible();
    expect(within(row).getByRole('img')).toHaveAttribute('src', `/api/qr-code/${id}?slug=investors`);

    await user.click(within(row).getByRole('button', { name: 'Switch off' }));
    expect(await within(row).findByText('Switched off')).toBeVisible();
    expect(within(row).getByRole('button', { name: 'Switch on' })).not.toHaveAttribute('aria-disabled');

    await user.click(within(row).getByRole('button', { name: 'Revoke: Investors' }));
    expect(within(row).getByText('Nobody can open this link again.')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Keep' }));
    await user.click(within(row).getByRole('button', { name: 'Revoke: Investors' }));
    await user.click(within(row).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(row).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: /^Revoke/ })).not.toBeInTheDocument();
  });

  it.each([
    [null, 1],
    [1, 0],
  ])(
    'offers to switch the first link off only after the first other link with a gate or limit: %j',
    async (downloadLimit, offers) => {
      let links = [
        aLink({ name: null, slug: FILE_ID, isFirst: true }),
        aLink({ id: '4d8f3c0e-5a51-4f0c-9a67-0a1f6f0b7c11', name: 'Board', slug: 'board', downloadLimit }),
      ];
      server.use(
        owned(),
        http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json(links)),
        http.post(`/api/files/${FILE_ID}/links`, () => {
          links = [...links, aLink({ isPasswordProtected: true })];
          return HttpResponse.json(links[2], { status: 201 });
        }),
      );
      const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
      await screen.findByText('Board');
      await user.click(await screen.findByRole('button', { name: 'New link' }));
      await user.type(screen.getByLabelText('Password'), 'sesame');
      await user.click(screen.getByRole('button', { name: 'Make link' }));
      expect(await screen.findByText('Investors')).toBeVisible();
      expect(screen.queryAllByText('Switch the first link off?')).toHaveLength(offers);
    },
  );

  it('loads the QR code of a link anew once its address was changed', async () => {
    let link = aLink();
    server.use(
      owned(),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json([link])),
      http.put(`/api/links/${link.id}`, async ({ request }) => {
        const { slug = '' } = (await request.json()) as Partial<LinkView>;
        link = { ...link, slug, url: `https://waybill.example/l/${slug}` };
        return HttpResponse.json(link);
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    const row = (await screen.findByText('Investors')).closest('li')!;
    await user.click(within(row).getByRole('button', { name: 'QR code: Investors' }));
    const before = within(row).getByRole('img');
    await user.click(within(row).getByRole('button', { name: 'Edit: Investors' }));
    const form = within(within(row).getByRole('form', { name: 'Edit link' }));
    await user.clear(form.getByLabelText('Address'));
    await user.type(form.getByLabelText('Address'), 'board');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(before).not.toBeInTheDocument());
    expect(within(row).getByRole('img')).toHaveAttribute('src', `/api/qr-code/${link.id}?slug=board`);
  });

  it('refuses a half-filled expiry of a link, and leaves the one that it has', async () => {
    let sent: unknown;
    const link = aLink({ deleteAt: '2027-05-01T12:00:00.000Z' });
    server.use(
      owned(),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json([link])),
      http.put(`/api/links/${link.id}`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(link);
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Edit: Investors' }));
    const form = within(screen.getByRole('form', { name: 'Edit link' }));
    const finish = halfFill(form.getByLabelText('Expires'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Enter both the date and the time, or clear the field')).toBeVisible();
    expect(sent).toBeUndefined();
    finish('2028-05-01T12:00');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual({ deleteAt: new Date('2028-05-01T12:00').toISOString() }));
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
