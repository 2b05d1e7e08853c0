import { screen, waitFor } from '@testing-library/react';
import type { LinkTarget, PublicLink } from '@waybill/contracts';
import { delay, http, HttpResponse } from 'msw';
import { keepLinkToken } from '../features/links/link-tokens.js';
import { timings } from '../lib/timings.js';
import { aBundle, aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const target = (state: 'pending' | 'failed' = 'failed'): LinkTarget => ({
  ...aFile({ originalName: 'Plan.zip', isOwner: false, preview: aPreview({ kind: 'archive', state }) }),
  kind: 'file',
});

const noNeeds = { password: false, email: false, code: false };

const aPublicLink = (overrides: Partial<PublicLink> = {}): PublicLink => ({
  needs: noNeeds,
  target: target(),
  allowDownload: true,
  isOpened: false,
  ...overrides,
});

/** Opens every link, each time with another token. */
function openLinks(isOwner = false): void {
  let tokens = 0;
  server.use(
    http.post('/api/links/:slug/open', () => {
      const token = `token-${++tokens}`;
      return HttpResponse.json({ token, target: { ...target(), isOwner }, allowDownload: true });
    }),
  );
}

const refusePassword = () => refusal(401, 'files.password-required', 'This file is protected by a password');

const downloadLink = () => screen.findByRole('link', { name: 'Download' });

describe('the page of a link', () => {
  beforeEach(() => sessionStorage.clear());

  it('opens the link again after a failure when the visitor asks for it', async () => {
    server.use(
      http.get('/api/links/plan', () => HttpResponse.json(aPublicLink())),
      http.post('/api/links/plan/open', () =>
        refusal(503, 'server.busy', 'Waybill is busy. Please try again in a moment.'),
      ),
    );
    const { user } = renderRoute('/l/plan');
    await screen.findByText('Waybill is busy. Please try again in a moment.');
    openLinks();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await downloadLink()).toHaveAttribute('href', expect.stringContaining('token-1'));
  });

  it.each([true, false])('offers a report of the file to visitors alone: owner %j', async (isOwner) => {
    server.use(http.get('/api/links/plan', () => HttpResponse.json(aPublicLink())));
    openLinks(isOwner);
    renderRoute('/l/plan');
    await downloadLink();
    expect(screen.queryAllByRole('button', { name: /report/i })).toHaveLength(isOwner ? 0 : 1);
  });

  it('waits for a preview that is being made', async () => {
    jest.replaceProperty(timings, 'previewPoll', 50 as never);
    let state: 'pending' | 'failed' = 'pending';
    server.use(http.get('/api/links/plan', () => HttpResponse.json(aPublicLink({ target: target(state) }))));
    openLinks();
    renderRoute('/l/plan');
    expect(await screen.findByText('Preparing the preview…')).toBeInTheDocument();
    state = 'failed';
    await waitFor(() => expect(screen.queryByText('Preparing the preview…')).not.toBeInTheDocument());
  });

  it.each([
    [true, 'the token of this tab', 'kept'],
    [false, 'a new token, where that of this tab is no longer valid', 'token-1'],
    [undefined, 'the token of this tab, with a server of the previous version', 'kept'],
  ])('shows a link whose answer says isOpened %j by %s', async (isOpened, _, token) => {
    keepLinkToken('plan', 'kept');
    server.use(http.get('/api/links/plan', () => HttpResponse.json(aPublicLink({ isOpened }))));
    openLinks();
    renderRoute('/l/plan');
    expect(await downloadLink()).toHaveAttribute('href', expect.stringContaining(token));
  });

  it('names the visit that the opening began, where it is another than that of the page', async () => {
    const visit = 'b1e4ba9b-0d1b-4b6e-9b1a-3b0a3a1c7d11';
    server.use(
      http.get('/api/links/plan', () => HttpResponse.json(aPublicLink())),
      http.post('/api/links/plan/open', () =>
        HttpResponse.json({ token: 'token-1', target: target(), allowDownload: true, visit }),
      ),
    );
    renderRoute('/l/plan');
    expect(await downloadLink()).toHaveAttribute('href', expect.stringContaining(`visit=${visit}`));
  });

  it('asks for the password of a link that got one while it was open', async () => {
    const ofText = { ...target(), preview: aPreview({ kind: 'text', state: 'none' }) };
    server.use(
      http.get('/api/links/plan', () => HttpResponse.json(aPublicLink({ target: ofText }))),
      http.post('/api/links/plan/open', () =>
        HttpResponse.json({ token: 'old', target: ofText, allowDownload: true }),
      ),
      http.get('/api/files/:id/preview', () => {
        server.use(
          http.get('/api/links/plan', async () => {
            await delay(100);
            return HttpResponse.json(aPublicLink({ needs: { ...noNeeds, password: true }, target: null }));
          }),
          http.post('/api/links/plan/open', refusePassword),
        );
        return refusePassword();
      }),
    );
    renderRoute('/l/plan');
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.queryByText('This page did not load')).not.toBeInTheDocument();
  });

  describe('to a bundle', () => {
    const { id, originalName, size, mimeType } = aFile();
    const file = { id, originalName, size, mimeType, path: originalName, hasThumbnail: false };
    const files = [{ ...file, preview: 'text' as const }];
    const bundle: LinkTarget = { ...aBundle({ isOwner: false, files }), kind: 'bundle' };

    /** Opens a file of a bundle behind a link, which the server refuses. Returns the openings. */
    function openRefused(refuse: () => Response) {
      const openings: string[] = [];
      server.use(
        http.get('/api/links/plan', () => HttpResponse.json(aPublicLink({ target: bundle }))),
        http.post('/api/links/plan/open', () => {
          const token = `token-${openings.length}`;
          openings.push(token);
          return HttpResponse.json({ token, target: bundle, allowDownload: true });
        }),
        http.get('/api/files/:id', refuse),
      );
      renderRoute(`/l/plan?file=${FILE_ID}`);
      return openings;
    }

    it('says why a link to a bundle ended when a file is opened with its token', async () => {
      openRefused(() => {
        server.use(
          http.get('/api/links/plan', () => refusal(410, 'links.used-up', 'This link has been used up')),
        );
        return refusal(404, 'files.not-found', 'File not found');
      });
      expect(await screen.findByRole('heading', { name: 'This link has been used up' })).toBeVisible();
    });

    it('opens a link to a bundle again once when the server keeps refusing a file', async () => {
      let calls = 0;
      const openings = openRefused(() => {
        calls += 1;
        return refusal(404, 'files.not-found', 'File not found');
      });
      await waitFor(() => expect(calls).toBe(2));
      expect(await screen.findByText('File not found')).toBeVisible();
      await new Promise((done) => setTimeout(done, 100));
      expect(openings).toEqual(['token-0', 'token-1']);
    });
  });

  describe('that asks for a code', () => {
    const email = 'Your email';
    const asked: unknown[] = [];

    /** Opens the link and asks for a code. The first answers of the server are those of `answers`. */
    async function askForCode(...answers: Array<() => Promise<Response> | Response>) {
      asked.length = 0;
      const needs = { password: false, email: true, code: true };
      server.use(
        http.get('/api/links/plan', () => HttpResponse.json(aPublicLink({ needs, target: null }))),
        http.post('/api/links/plan/open', async ({ request }) => {
          asked.push(await request.json());
          return answers.shift()?.() ?? codeSent();
        }),
      );
      const page = renderRoute('/l/plan');
      await page.user.type(await screen.findByLabelText(email), 'grace@example.con');
      await page.user.click(screen.getByRole('button', { name: 'Send me a code' }));
      await screen.findByLabelText('Code');
      return page;
    }
    const codeSent = () => HttpResponse.json({ needs: { code: true } }, { status: 202 });

    it('says that another code is sent, and that it was sent', async () => {
      let answer = () => {};
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const { user } = await askForCode(codeSent, () => answered.then(codeSent));
      const button = screen.getByRole('button', { name: 'Send another code' });
      await user.click(button);
      await waitFor(() => expect(button).toHaveAttribute('data-loading', 'true'));
      answer();
      expect(await screen.findByText('Another code is on its way; use the newest mail.')).toHaveRole(
        'status',
      );
      expect(button).not.toHaveAttribute('aria-disabled');
    });

    it('claims no other code when none was sent', async () => {
      const { user } = await askForCode(codeSent, () =>
        refusal(429, 'links.too-many-codes', 'Too many codes were mailed.'),
      );
      await user.click(screen.getByRole('button', { name: 'Send another code' }));
      expect(await screen.findByText('Too many codes were mailed.')).toBeVisible();
      expect(screen.queryByText(/on its way/)).not.toBeInTheDocument();
    });

    it('lets a visitor correct a mistyped address and sends a code there', async () => {
      const { user } = await askForCode();
      await user.type(screen.getByLabelText('Code'), '12');
      await user.click(screen.getByRole('button', { name: 'Use another address' }));
      expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
      await waitFor(() => expect(screen.getByLabelText(email)).toHaveFocus());
      await user.keyboard('{Backspace}m');
      await user.click(screen.getByRole('button', { name: 'Send me a code' }));
      expect(await screen.findByText(/we sent to grace@example\.com/)).toBeVisible();
      expect(screen.getByLabelText('Code')).toHaveValue('');
      expect(asked[1]).toMatchObject({ email: 'grace@example.com' });
    });
  });
});
