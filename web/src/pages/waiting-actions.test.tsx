import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aLink, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const admin = { ...aUser(), isAdmin: true as const };
const person = {
  id: '4f0a1c3e-8a51-4b6e-9a6e-0c6c0f1e9d11',
  name: 'Grace',
  email: 'grace@example.com',
  plan: 'free',
  subscription: 'free',
  isAdmin: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  activatedAt: null,
  suspendedAt: null,
  lastSeenAt: null,
};

/** Answers of calls that the server is still working on. */
function heldCalls() {
  const held: ((answer: Response) => void)[] = [];
  return {
    hold: () => new Promise<Response>((resolve) => held.push(resolve)),
    count: () => held.length,
    answer: (answer: Response) => held.forEach((resolve) => resolve(answer.clone())),
  };
}

describe('an action that waits for the server', () => {
  it('shows that a file is being deleted, and deletes it once', async () => {
    const { hold, count, answer } = heldCalls();
    server.use(
      http.get('/api/files', () => HttpResponse.json([aFile()])),
      http.delete(`/api/files/${FILE_ID}`, hold),
    );
    const { user } = renderRoute('/upload', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'plans.zip' }));
    const button = screen.getByRole('button', { name: 'Delete' });
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Delete file' }));
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    answer(new HttpResponse(null, { status: 503 }));
    expect(await screen.findByText('Failed to delete file')).toBeVisible();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(count()).toBe(1);
  });

  it.each(['Suspend', 'Sign out'])('does “%s” to an account once', async (name) => {
    const { hold, count, answer } = heldCalls();
    server.use(
      http.get('/api/admin/people', () => HttpResponse.json([person])),
      http.post(`/api/admin/people/${person.id}/:action`, hold),
    );
    const { user } = renderRoute('/admin/people', { as: admin });
    const button = await screen.findByRole('button', { name });
    await user.click(button);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    answer(new HttpResponse(null, { status: 503 }));
    expect(await screen.findByText('The account could not be changed.')).toBeVisible();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(count()).toBe(1);
  });

  it('shows the chosen plan of an account while it is being changed, and the former one if that fails', async () => {
    const { hold, count, answer } = heldCalls();
    server.use(
      http.get('/api/admin/people', () => HttpResponse.json([person])),
      http.put(`/api/admin/people/${person.id}`, hold),
    );
    const { user } = renderRoute('/admin/people', { as: admin });
    const select = await screen.findByRole('combobox', { name: /^Plan of/ });
    await user.selectOptions(select, 'Plan: Pro');
    expect(select).toHaveDisplayValue('Plan: Pro');
    await user.selectOptions(select, 'Plan: Basic');
    expect(select).toHaveDisplayValue('Plan: Pro');
    answer(new HttpResponse(null, { status: 503 }));
    expect(await screen.findByText('The account could not be changed.')).toBeVisible();
    await waitFor(() => expect(select).toHaveDisplayValue('Plan: Free'));
    expect(count()).toBe(1);
  });

  it('keeps the question about the first link until it is switched off', async () => {
    const { hold, count, answer } = heldCalls();
    let links = [aLink({ id: FILE_ID, name: null, slug: FILE_ID, isFirst: true })];
    server.use(
      http.get(`/api/files/${FILE_ID}`, () => HttpResponse.json(aFile())),
      http.get(`/api/files/${FILE_ID}/links`, () => HttpResponse.json(links)),
      http.post(`/api/files/${FILE_ID}/links`, () => {
        links = [...links, aLink({ isPasswordProtected: true })];
        return HttpResponse.json(links[1], { status: 201 });
      }),
      http.put(`/api/links/${FILE_ID}`, hold),
    );
    const { user } = renderRoute(`/${FILE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'New link' }));
    await user.type(screen.getByLabelText('Password'), 'sesame');
    await user.click(screen.getByRole('button', { name: 'Make link' }));
    const button = await screen.findByRole('button', { name: 'Switch it off' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    answer(new HttpResponse(null, { status: 503 }));
    expect(await screen.findByText('The link could not be changed')).toBeVisible();
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    expect(count()).toBe(1);
  });
});
