import { screen, waitFor, within } from '@testing-library/react';
import { type AdminReport, AppError, type Config, type Person, standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aFile, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const admin = { ...aUser(), isAdmin: true as const };
const file = aFile();
const report: AdminReport = {
  id: '4f0a1c3e-8a51-4b6e-9a6e-0c6c0f1e9d11',
  createdAt: '2026-11-20T10:00:00.000Z',
  reason: 'phishing',
  message: 'It asks for my password.',
  email: null,
  state: 'open',
  file: { id: file.id, originalName: 'bank.html', takenDown: null, userId: null },
  bundle: null,
};

describe('the administration', () => {
  it('takes a reported file down with three clicks, and shows the reason to its owner', async () => {
    const sent: unknown[] = [];
    const takenDown = { reason: 'Reported: phishing', at: report.createdAt };
    const closed = { ...report, state: 'taken-down', file: { ...report.file, takenDown } };
    server.use(
      http.get('/api/admin/overview', () => HttpResponse.error()),
      http.get('/api/admin/reports', () => HttpResponse.json([sent.length === 0 ? report : closed])),
      http.post(`/api/admin/reports/${report.id}/takedown`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(closed);
      }),
    );
    const { user } = renderRoute('/admin', { as: admin });
    await user.click(await screen.findByRole('link', { name: 'Reports' }));
    expect(await screen.findByText('It asks for my password.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take down' }));
    await user.click(screen.getByRole('button', { name: 'Take down now' }));
    const list = within(await screen.findByRole('list'));
    expect(await list.findByText('Taken down')).toBeVisible();
    expect(sent).toEqual([{ reason: 'Reported: phishing' }]);
  });

  it('shows one report of a bundle, and takes all of its files down', async () => {
    const sent: unknown[] = [];
    const bundle = { id: file.id, name: 'Invoices', fileIds: [file.id, report.id] };
    server.use(
      http.get('/api/admin/reports', () => HttpResponse.json([{ ...report, bundle }])),
      http.post(`/api/admin/reports/${report.id}/takedown`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ ...report, bundle, state: 'taken-down' });
      }),
    );
    const { user } = renderRoute('/admin/reports', { as: admin });
    expect(await screen.findByRole('link', { name: 'Invoices' })).toHaveAttribute('href', `/b/${file.id}`);
    expect(screen.getByText('Bundle, 2 files')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take down' }));
    await user.click(screen.getByRole('button', { name: 'Take down now' }));
    await waitFor(() => expect(sent).toEqual([{ reason: 'Reported: phishing' }]));
  });

  it('says that the takedown of a bundle without files deletes the bundle', async () => {
    const bundle = { id: file.id, name: 'Log in at example.com', fileIds: [] };
    const about = { ...report, bundle, file: { ...report.file, id: file.id, originalName: bundle.name } };
    server.use(http.get('/api/admin/reports', () => HttpResponse.json([about])));
    renderRoute('/admin/reports', { as: admin });
    expect(await screen.findByRole('link', { name: bundle.name })).toHaveAttribute('href', `/b/${file.id}`);
    expect(screen.getByText('Bundle, no files')).toBeVisible();
    expect(screen.getByText(/Taking it down deletes the bundle/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Take down' })).toBeVisible();
  });

  it('offers to take down, and not to restore, an open report of a bundle with a file that was taken down earlier', async () => {
    const bundle = { id: file.id, name: 'Invoices', fileIds: [file.id, report.id] };
    const takenDown = { reason: 'Reported: spam', at: report.createdAt };
    const about = { ...report, bundle, file: { ...report.file, takenDown } };
    server.use(http.get('/api/admin/reports', () => HttpResponse.json([about])));
    renderRoute('/admin/reports', { as: admin });
    expect(await screen.findByRole('button', { name: 'Take down' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
  });

  it('names the reason of a report in words, to the administrator and to the owner', async () => {
    const about = { ...report, reason: 'personal-data' };
    server.use(http.get('/api/admin/reports', () => HttpResponse.json([about])));
    const { user } = renderRoute('/admin/reports', { as: admin });
    expect(await screen.findByText('Personal data')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take down' }));
    expect(screen.getByLabelText('Reason')).toHaveValue('Reported: personal data');
  });

  const listPerson = (changes: Partial<Person>, config: Partial<Config> = {}) => {
    const { id, name, email } = aUser();
    const times = { createdAt: '2026-11-20T10:00:00.000Z', activatedAt: '2026-11-20T10:00:00.000Z' };
    const person = {
      id,
      name,
      email,
      ...times,
      suspendedAt: null,
      lastSeenAt: null,
      isAdmin: false,
      ...changes,
    };
    server.use(
      http.get('/api/admin/people', () => HttpResponse.json([person])),
      http.get('/api/config', () => HttpResponse.json({ ...standardConfig, ...config })),
    );
    return renderRoute('/admin/people', { as: admin });
  };

  it.each([
    ['free', 'free', 'Plan: Free', ['Plan: Free', 'Plan: Basic', 'Plan: Pro']],
    ['free', 'basic', 'Plan: Basic', ['Plan: Basic', 'Plan: Pro']],
    ['pro', 'basic', 'Plan: Pro', ['Plan: Basic', 'Plan: Pro']],
  ] as const)(
    'names the plan of a person once: own plan %s, default plan %s',
    async (plan, defaultPlan, shown, choices) => {
      listPerson({ plan, subscription: plan === 'free' ? defaultPlan : plan }, { defaultPlan });
      const select = await screen.findByRole('combobox', { name: /^Plan of/ });
      await waitFor(() => expect(select).toHaveDisplayValue(shown));
      expect(
        within(select)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(choices);
      expect(screen.queryByText(plan)).not.toBeInTheDocument();
    },
  );

  it('offers no invitation while sign-up is closed', async () => {
    listPerson({ plan: 'free', subscription: 'free' }, { signUp: 'closed' });
    expect(await screen.findByText(/nobody can be invited/)).toBeVisible();
    expect(screen.queryByLabelText('Invite somebody')).not.toBeInTheDocument();
  });

  it('says that an invited address has an account', async () => {
    server.use(
      http.post('/api/admin/invitations', () =>
        HttpResponse.json(new AppError('admin.account-exists').toBody(), { status: 409 }),
      ),
    );
    const { user } = listPerson({ plan: 'free', subscription: 'free' });
    await user.type(await screen.findByLabelText('Invite somebody'), 'ada@example.org');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText(/This address has an account already/)).toBeVisible();
  });

  it('starts and ends the promotion', async () => {
    const sent: unknown[] = [];
    const none = { isActive: false, endDate: null, message: null, decidedBy: 'setting' };
    let promotion: Record<string, unknown> = none;
    server.use(
      http.get('/api/admin/overview', () => HttpResponse.error()),
      http.get('/api/admin/promotion', () => HttpResponse.json(promotion)),
      http.put('/api/admin/promotion', async ({ request }) => {
        const form = (await request.json()) as { endDate: string };
        sent.push(form);
        promotion = { ...form, isActive: true, decidedBy: 'administrator' };
        return HttpResponse.json(promotion);
      }),
      http.delete('/api/admin/promotion', () => {
        promotion = none;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute('/admin', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Start a promotion' }));
    await user.type(screen.getByLabelText(/Until/), '2030-05-01T12:00');
    await user.type(screen.getByLabelText('Message'), 'All free');
    await user.click(screen.getByRole('button', { name: 'Start' }));
    expect(await screen.findByText(/has all of Pro until/)).toBeVisible();
    expect(sent).toEqual([{ endDate: new Date('2030-05-01T12:00').toISOString(), message: 'All free' }]);
    await user.click(screen.getByRole('button', { name: 'End it now' }));
    expect(await screen.findByText(/No promotion is on/)).toBeVisible();
  });

  it('pages through a list, and searches it by the address of the page', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/admin/audit', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(`${searchParams.get('query')}|${searchParams.get('cursor')}`);
        const isSecond = searchParams.get('cursor') === 'next';
        const entry = {
          id: isSecond ? '9d2f6a0b-5b7e-4b86-8f3c-6a3a7a1c2e55' : report.id,
          at: report.createdAt,
          actor: { id: admin.id, email: admin.email },
          action: isSecond ? 'file.restore' : 'file.take-down',
          subject: null,
          detail: null,
          address: '192.0.2.1',
          outcome: 'done',
        };
        return HttpResponse.json([entry], isSecond ? {} : { headers: { 'x-next-cursor': 'next' } });
      }),
    );
    const { user } = renderRoute('/admin/audit?query=file', { as: admin });
    expect(await screen.findByText('file.take-down')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('file.restore')).toBeVisible();
    expect(asked).toEqual(['file|null', 'file|next']);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('keeps the focus in the search field of a list, and goes back to the search before', async () => {
    server.use(http.get('/api/admin/people', () => HttpResponse.json([])));
    const { store, user, address, back } = renderRoute('/admin/people?query=ada', { as: admin });
    const field = await screen.findByLabelText('Search');
    await user.clear(field);
    await user.type(field, 'grace{Enter}');
    await waitFor(() => expect(address().search).toBe('?query=grace'));
    expect(field).toHaveFocus();
    back();
    expect(address().search).toBe('?query=ada');
    expect(screen.getByLabelText('Search')).toHaveValue('ada');
    // The list is loaded again.
    await waitFor(() => expect(JSON.stringify(store.getState().api.queries)).not.toContain('"pending"'));
  });

  it('keeps the rows of a list whose next page did not load, and loads it on request', async () => {
    let isDown = true;
    const entry = { at: report.createdAt, actor: { id: admin.id, email: admin.email }, outcome: 'done' };
    const facts = { subject: null, detail: null, address: '192.0.2.1', ...entry };
    server.use(
      http.get('/api/admin/audit', ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor')) {
          const first = { id: report.id, action: 'file.take-down', ...facts };
          return HttpResponse.json([first], { headers: { 'x-next-cursor': 'next' } });
        }
        return isDown
          ? HttpResponse.error()
          : HttpResponse.json([{ id: file.id, action: 'file.restore', ...facts }]);
      }),
    );
    const { user } = renderRoute('/admin/audit', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The list could not be loaded.');
    expect(screen.getByText('file.take-down')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('file.restore')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows the not-found page to a user who is no administrator', async () => {
    renderRoute('/admin/people', { as: aUser() });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('shows an empty list and a list that did not load', async () => {
    server.use(http.get('/api/admin/people', () => HttpResponse.json([])));
    renderRoute('/admin/people', { as: admin });
    expect(await screen.findByText('Nobody found')).toBeVisible();
    server.use(http.get('/api/admin/files', () => HttpResponse.error()));
    renderRoute('/admin/files', { as: admin });
    expect(await screen.findByRole('alert')).toHaveTextContent('The list could not be loaded.');
  });
});

describe('a shared page', () => {
  const open = (answer: Response | Record<string, unknown>) => {
    server.use(
      http.get(`/api/files/${file.id}`, () =>
        answer instanceof Response ? answer.clone() : HttpResponse.json(answer),
      ),
    );
    return renderRoute(`/${file.id}`);
  };

  it('reports the file, and thanks in place of the form', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`/api/files/${file.id}/report`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Thank you.' }, { status: 202 });
      }),
    );
    const { user } = open(aFile({ isOwner: false }));
    await user.click(await screen.findByRole('button', { name: 'Report this file' }));
    await user.click(await screen.findByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Please choose a reason')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Reason'), 'phishing');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Thank you.')).toBeVisible();
    expect(sent).toEqual([{ reason: 'phishing', message: '' }]);
  });

  it.each([
    [410, 'files.taken-down', 'This file was taken down and is no longer available'],
    [409, 'files.being-scanned', 'This file is being checked for malware'],
    [403, 'files.infected', 'Malware was found in this file, so it cannot be opened'],
  ])('explains %s %s', async (status, code, title) => {
    open(HttpResponse.json({ statusCode: status, code, message: title }, { status }));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });
});
