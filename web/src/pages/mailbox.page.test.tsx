import { screen } from '@testing-library/react';
import type { MailDetail } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const link = 'http://localhost:3000/reset-password?token=t0ken&email=ada%40example.com';
const reset: MailDetail = {
  id: 'set-a-new-waybill-password',
  to: { name: 'Ada', address: 'ada@example.com' },
  subject: 'Set a new Waybill password',
  keptAt: '2026-11-20T10:00:00.000Z',
  text: `Set a new password:\n${link}\n`,
  html: `<!doctype html><html><head><title>x</title></head><body><a href="${link}">Set</a></body></html>`,
};
const welcome = { ...reset, id: 'welcome', subject: 'Activate your Waybill account' };

function serve(...mails: MailDetail[]) {
  server.use(
    http.get('/api/mailbox', () => HttpResponse.json(mails)),
    http.get('/api/mailbox/:id', ({ params }) =>
      HttpResponse.json(mails.find(({ id }) => id === params['id'])),
    ),
  );
}

describe('the mailbox', () => {
  it('opens the newest mail in a sandboxed frame whose links open outside of it', async () => {
    serve(reset, welcome);
    renderRoute('/mailbox');
    const frame = await screen.findByTitle<HTMLIFrameElement>(reset.subject);
    expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    expect(frame.srcdoc).toContain('<base target="_blank">');
    expect(frame.srcdoc).toContain('>Set</a>');
    const recipient = screen.getByText('Ada <ada@example.com>');
    expect(recipient).toBeVisible();
    // A name in Arabic or Hebrew must not reorder the date beside it.
    expect(recipient.tagName).toBe('BDI');
  });

  it('shows the plain text with clickable links', async () => {
    serve(reset);
    const { user } = renderRoute('/mailbox');
    await user.click(await screen.findByRole('tab', { name: 'Plain text' }));
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', link);
  });

  it('opens the selected mail', async () => {
    serve(reset, welcome);
    const { user } = renderRoute('/mailbox');
    await user.click(await screen.findByRole('link', { name: /Activate your Waybill account/ }));
    expect(await screen.findByTitle(welcome.subject)).toBeVisible();
    expect(screen.getByRole('link', { current: true })).toHaveAccessibleName(/Activate/);
  });

  it('shows the empty state without mails', async () => {
    serve();
    renderRoute('/mailbox');
    expect(await screen.findByText('No mails yet')).toBeVisible();
  });

  it('shows the not-found page where there is no mailbox', async () => {
    server.use(
      http.get('/api/mailbox', () => refusal(404, 'request.not-found', 'There is nothing at this address.')),
    );
    renderRoute('/mailbox');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('says that it is being loaded', async () => {
    server.use(http.get('/api/mailbox', () => new Promise<never>(() => undefined)));
    renderRoute('/mailbox');
    expect(await screen.findByRole('status', { name: 'Loading mails' })).toBeVisible();
  });

  it('shows an error when it, or a mail, cannot be loaded', async () => {
    server.use(http.get('/api/mailbox', () => HttpResponse.error(), { once: true }));
    const { user } = renderRoute('/mailbox');
    expect(await screen.findByText('Failed to load the mailbox')).toBeVisible();
    serve(reset);
    server.use(http.get('/api/mailbox/:id', () => HttpResponse.error()));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Failed to load this mail')).toBeVisible();
  });
});

describe('after asking for a reset link', () => {
  async function ask() {
    server.use(
      http.post('/api/forgot-password', () => HttpResponse.json({ message: 'Look into your mail' })),
    );
    const { user } = renderRoute('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText('Look into your mail')).toBeVisible();
  }

  it('shows a link to the mailbox where the mail was stored', async () => {
    serve(reset);
    await ask();
    expect(await screen.findByRole('link', { name: 'mailbox' })).toHaveAttribute('href', '/mailbox');
  });

  it('shows no link where the mail was sent', async () => {
    const asked = jest.fn(() => refusal(404, 'request.not-found', 'There is nothing at this address.'));
    server.use(http.get('/api/mailbox', asked));
    await ask();
    expect(asked).toHaveBeenCalled();
    expect(screen.queryByRole('link', { name: 'mailbox' })).not.toBeInTheDocument();
  });
});
