import { act, screen, waitFor, within } from '@testing-library/react';
import type { LinkView } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { timings } from '../../../lib/timings.js';
import { aFile, aLink, aUser, FILE_ID } from '../../../testing/builders.js';
import { renderRoute } from '../../../testing/render-route.js';
import { server } from '../../../testing/server.js';

describe('the list of links', () => {
  let links: LinkView[];
  beforeEach(() => {
    links = [aLink({ downloadLimit: 2 })];
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json(links)),
    );
  });

  it('the numbers of the links of a file follow visits and downloads without a reload', async () => {
    jest.replaceProperty(timings, 'livePoll', 40 as never);
    renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    expect(await screen.findByText('0 views · 0 of 2 downloads')).toBeVisible();
    links = [aLink({ downloadLimit: 2, downloads: 2, viewCount: 3 })];
    expect(await screen.findByText('3 views · 2 of 2 downloads')).toBeVisible();
    expect(screen.getByText('Used up')).toBeVisible();
  });

  it('the numbers of the links of a file have separators of thousands', async () => {
    links = [aLink({ downloadLimit: 5000, downloads: 1200, viewCount: 3400 })];
    renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    expect(await screen.findByText('3,400 views · 1,200 of 5,000 downloads')).toBeVisible();
  });

  it('the links of a file are refetched when their owner returns to the tab', async () => {
    jest.replaceProperty(timings, 'livePoll', 600_000 as never);
    renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await screen.findByText('0 views · 0 of 2 downloads');
    links = [aLink({ downloadLimit: 2, viewCount: 1 })];
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await screen.findByText('1 view · 0 of 2 downloads')).toBeVisible();
  });

  it('a form of a link keeps what was typed while the list is refetched, and sends nothing else', async () => {
    jest.replaceProperty(timings, 'livePoll', 40 as never);
    let sent: unknown;
    server.use(
      http.put(`/api/links/${links[0]?.id}`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(links[0]);
      }),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Edit: Investors' }));
    const form = within(screen.getByRole('form', { name: 'Edit link' }));
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Board');
    await user.click(screen.getByRole('button', { name: 'New link' }));
    const newLink = within(screen.getByRole('form', { name: 'New link' }));
    await user.type(newLink.getByLabelText('Name'), 'Press');
    links = [aLink({ downloadLimit: 9, viewCount: 3 })];
    expect(await screen.findByText('3 views · 0 of 9 downloads')).toBeVisible();
    expect(newLink.getByLabelText('Name')).toHaveValue('Press');
    expect(form.getByLabelText('Name')).toHaveValue('Board');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual({ name: 'Board' }));
  });

  it.each([false, true])(
    'mutes the mails of one link, and sends them again: first link %j',
    async (isFirst) => {
      links = [aLink({ isFirst })];
      const sent: unknown[] = [];
      server.use(
        http.put(`/api/links/${links[0]?.id}`, async ({ request }) => {
          const settings = (await request.json()) as Partial<LinkView>;
          sent.push(settings);
          links = [aLink({ isFirst, ...settings })];
          return HttpResponse.json(links[0]);
        }),
      );
      const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
      const toggle = async () => {
        await user.click(await screen.findByRole('button', { name: 'Edit: Investors' }));
        await user.click(screen.getByRole('checkbox', { name: 'Send me no mails about this link' }));
        await user.click(screen.getByRole('button', { name: 'Save' }));
      };
      await toggle();
      expect(await screen.findByText('No mails')).toBeVisible();
      await toggle();
      await waitFor(() => expect(screen.queryByText('No mails')).not.toBeInTheDocument());
      expect(sent).toEqual([{ notify: false }, { notify: true }]);
    },
  );

  it('offers no mails about a link to an owner without an account', async () => {
    const { user } = renderRoute(`/${FILE_ID}/share`);
    await user.click(await screen.findByRole('button', { name: 'Edit: Investors' }));
    expect(screen.getByLabelText('Name')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /mails/ })).not.toBeInTheDocument();
  });
});
