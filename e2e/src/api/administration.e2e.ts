import { randomUUID } from 'node:crypto';
import type { AdminFile, AdminReport, AuditEntry, Person } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { ApiClient, failure, PASSWORD, textFile } from '../support/api-client.js';
import { ADMINISTRATOR, FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const { statusCode, code } = await failure(await answer);
  return [statusCode, code];
}

describe('administration', () => {
  let waybill: Instance;
  let admin: ApiClient;
  let owner: ApiClient;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    [admin, owner, visitor] = [1, 2, 3].map(() => new ApiClient(waybill.url)) as [
      ApiClient,
      ApiClient,
      ApiClient,
    ];
    await admin.signUpAndLogIn(ADMINISTRATOR);
    const { id } = await owner.signUpAndLogIn(`ada.${randomUUID()}@example.org`);
    // The tests upload more files than the free plan allows.
    expect((await admin.json('PUT', `/api/admin/people/${id}`, { plan: 'basic' })).status).toBe(200);
    const files = ['1.txt', '2.txt', '3.txt', '4.txt'].map((name) => textFile(name));
    expect((await owner.send(...files)).status).toBe(201);
  });
  afterAll(() => waybill.dispose());

  const report = (id: string, form: unknown = { reason: 'phishing', message: 'It imitates a bank' }) =>
    visitor.json('POST', `/api/files/${id}/report`, form);
  const takeDown = (id: string, by = admin) =>
    by.json('POST', `/api/admin/files/${id}/takedown`, { reason: 'It imitates a bank' });
  const read = async <T>(path: string): Promise<T> => (await (await admin.get(path)).json()) as T;

  it('takes a reported file down for everyone, mails its owner the reason, and restores it', async () => {
    const id = await owner.upload();
    expect((await report(id)).status).toBe(202);
    const reports = await read<AdminReport[]>('/api/admin/reports');
    expect(reports).toContainEqual(
      expect.objectContaining({ reason: 'phishing', state: 'open', file: expect.objectContaining({ id }) }),
    );
    expect(JSON.stringify(await owner.files())).not.toContain('phishing');

    const answer = await takeDown(id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id,
      takenDown: { reason: 'It imitates a bank' },
      openReports: 0,
    });
    const addresses = [
      '',
      '/metadata',
      '/check-protection',
      '/download',
      '/preview',
      '/thumbnail',
      '/viewer',
    ];
    for (const client of [visitor, owner]) {
      for (const address of [...addresses.map((end) => `/api/files/${id}${end}`), `/api/qr-code/${id}`]) {
        expect(await refusal(client.get(address))).toEqual([410, 'files.taken-down']);
      }
    }
    const [file] = await owner.files();
    expect(file).toMatchObject({ id, takenDown: { reason: 'It imitates a bank' } });

    expect((await admin.json('POST', `/api/admin/files/${id}/restore`, {})).status).toBe(200);
    expect((await visitor.get(`/api/files/${id}/download`)).status).toBe(200);
  });

  it('takes reports of bundles and links', async () => {
    const [file, linked] = [await owner.upload(), await owner.upload()];
    const bundle = await owner.json('POST', '/api/bundles', { name: 'Offer', fileIds: [file] });
    const { id } = (await bundle.json()) as { id: string };
    const link = await owner.json('POST', `/api/files/${linked}/links`, {});
    const { slug } = (await link.json()) as { slug: string };
    for (const path of [`/api/bundles/${id}/report`, `/api/links/${slug}/report`]) {
      expect((await visitor.json('POST', path, { reason: 'other' })).status).toBe(202);
      expect(await refusal(visitor.json('POST', path, {}))).toEqual([400, 'request.invalid']);
    }
    const reports = await read<AdminReport[]>('/api/admin/reports');
    expect(reports.map((one) => one.file.id)).toEqual(expect.arrayContaining([file, linked]));
    expect(await refusal(visitor.json('POST', '/api/links/unknown/report', { reason: 'other' }))).toEqual([
      404,
      'links.not-found',
    ]);
  });

  it('lets no administrator suspend or delete the own account', async () => {
    const { id } = await read<{ id: string }>('/api/user');
    for (const [method, path] of [
      ['POST', `/api/admin/people/${id}/suspend`],
      ['DELETE', `/api/admin/people/${id}`],
    ] as const)
      expect(await refusal(admin.json(method, path, {}))).toEqual([409, 'admin.own-account']);
    expect(await refusal(admin.json('POST', '/api/admin/people/nobody/suspend', {}))).toEqual([
      404,
      'admin.person-not-found',
    ]);
    expect(await refusal(admin.json('POST', '/api/admin/reports/none/dismiss', {}))).toEqual([
      404,
      'files.report-not-found',
    ]);
  });

  it('starts and ends the promotion for everybody immediately, and logs both', async () => {
    const endDate = new Date(Date.now() + 3_600_000).toISOString();
    const form = { endDate, message: 'Everything is free this hour' };
    const started = await admin.json('PUT', '/api/admin/promotion', form);
    expect([started.status, await started.json()]).toEqual([
      200,
      { isActive: true, ...form, decidedBy: 'administrator' },
    ]);
    const promotion = async () => (await visitor.get('/api/promotion/status')).json();
    const planOfOwner = async () => {
      const { subscription } = (await (await owner.get('/api/user')).json()) as { subscription: string };
      return subscription;
    };
    expect(await promotion()).toEqual({ isActive: true, ...form });
    await eventually(async () => expect(await planOfOwner()).toBe('pro'));

    expect((await admin.json('DELETE', '/api/admin/promotion')).status).toBe(204);
    expect(await promotion()).toEqual({ isActive: false, endDate: null, message: null });
    await eventually(async () => expect(await planOfOwner()).toBe('basic'));

    const past = admin.json('PUT', '/api/admin/promotion', { endDate: '2020-01-01T00:00:00Z' });
    expect(await refusal(past)).toEqual([400, 'admin.promotion-in-past']);
    const malformed = admin.json('PUT', '/api/admin/promotion', { endDate: 'tomorrow' });
    expect(await refusal(malformed)).toEqual([400, 'request.invalid']);
    const log = await read<AuditEntry[]>('/api/admin/audit?query=promotion');
    expect(log.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['promotion.start', 'refused'],
      ['promotion.end', 'done'],
      ['promotion.start', 'done'],
    ]);
  });

  it('refuses a report without a valid reason', async () => {
    const id = await owner.upload();
    for (const form of [{}, { reason: 'boring' }, { reason: 'other', email: 'nobody' }])
      expect(await refusal(report(id, form))).toEqual([400, 'request.invalid']);
    expect(await refusal(report(randomUUID()))).toEqual([404, 'files.not-found']);
  });

  it('finds files by address, owner and name', async () => {
    const person = new ApiClient(waybill.url);
    const email = `grace.${randomUUID().slice(0, 8)}@example.org`;
    await person.signUpAndLogIn(email);
    const id = await person.upload();
    for (const query of [id, `${waybill.url}/${id}/share`, email, email.slice(0, -6), 'note']) {
      const files = await read<AdminFile[]>(`/api/admin/files?query=${encodeURIComponent(query)}`);
      expect(files).toContainEqual(
        expect.objectContaining({ id, owner: expect.objectContaining({ email }) }),
      );
    }
    expect(await read(`/api/admin/files?query=${randomUUID()}`)).toEqual([]);
    expect(await refusal(admin.get('/api/admin/files?cursor=nonsense'))).toEqual([400, 'request.invalid']);
  });

  it('logs every action with who, what, when and from where', async () => {
    const id = await owner.upload();
    await takeDown(id);
    const unknown = randomUUID();
    expect(await refusal(takeDown(unknown))).toEqual([404, 'files.not-found']);
    const [refused, done] = await read<AuditEntry[]>('/api/admin/audit');
    expect(done).toMatchObject({
      actor: { email: ADMINISTRATOR },
      action: 'file.take-down',
      subject: id,
      detail: 'It imitates a bank',
      address: expect.stringMatching(/^(127\.|10\.|::1)/),
      outcome: 'done',
    });
    expect(refused).toMatchObject({ subject: unknown, outcome: 'refused' });

    const csv = await (await admin.get('/api/admin/audit/export?format=csv')).text();
    expect(csv).toMatch(/^at,actor,.*\r\n/);
    expect(csv).toContain(`file.take-down,${id},It imitates a bank`);
    const entries = await read<AuditEntry[]>('/api/admin/audit/export?format=json');
    expect(entries[0]).toMatchObject({ action: 'audit.export', detail: 'json' });
    expect(await refusal(admin.get('/api/admin/audit/export?format=xml'))).toEqual([400, 'request.invalid']);
  });

  it('suspends, signs out, promotes and deletes people, and invites them', async () => {
    const person = new ApiClient(waybill.url);
    const email = `eve.${randomUUID()}@example.org`;
    const { id } = await person.signUpAndLogIn(email);
    const fileId = await person.upload();
    const act = (action: string) => admin.json('POST', `/api/admin/people/${id}/${action}`, {});
    expect(await read<Person[]>(`/api/admin/people?query=${email}`)).toEqual([
      expect.objectContaining({ id, email }),
    ]);

    const granted = await admin.json('PUT', `/api/admin/people/${id}`, { plan: 'pro' });
    expect(await granted.json()).toMatchObject({ id, plan: 'pro', subscription: 'pro' });
    expect(await (await person.get('/api/user')).json()).toMatchObject({ subscription: 'pro' });
    expect(await read<Person[]>(`/api/admin/people?query=${id}`)).toMatchObject([{ plan: 'pro' }]);

    expect((await act('sign-out')).status).toBe(200);
    expect((await person.get('/api/user')).status).toBe(401);

    expect(await (await act('suspend')).json()).toMatchObject({ suspendedAt: expect.any(String) });
    expect(await refusal(person.json('POST', '/api/login', { email, password: PASSWORD }))).toEqual([
      403,
      'auth.suspended',
    ]);
    expect((await visitor.get(`/api/files/${fileId}`)).status).toBe(200);
    expect((await act('unsuspend')).status).toBe(200);
    expect((await person.json('POST', '/api/login', { email, password: PASSWORD })).status).toBe(200);

    expect((await admin.json('DELETE', `/api/admin/people/${id}`)).status).toBe(204);
    expect((await person.get('/api/user')).status).toBe(401);
    expect(await refusal(act('suspend'))).toEqual([404, 'admin.person-not-found']);

    const invited = await admin.json('POST', '/api/admin/invitations', { email: 'new@example.org' });
    expect(invited.status).toBe(201);
    expect(await invited.json()).toMatchObject({
      email: 'new@example.org',
      url: expect.stringContaining('/signup?invitation='),
    });
    expect(await refusal(admin.json('POST', '/api/admin/invitations', { email: 'nobody' }))).toEqual([
      400,
      'request.invalid',
    ]);
    const actions = (await read<AuditEntry[]>(`/api/admin/audit?query=${id}`)).map(({ action }) => action);
    expect(actions).toEqual([
      'person.suspend',
      'person.delete',
      'person.unsuspend',
      'person.suspend',
      'person.sign-out',
      'person.change-plan',
    ]);
  });

  it('counts people, files, bytes, queues and dead letters', async () => {
    expect(await read('/api/admin/overview')).toMatchObject({
      people: { activated: expect.any(Number) },
      files: expect.any(Number),
      bytes: expect.any(Number),
      queues: { events: expect.any(Number) },
      deliveries: expect.arrayContaining([expect.objectContaining({ service: 'files', deadLetters: 0 })]),
    });
  });

  describe('for everyone else', () => {
    const calls = [
      ['GET', '/overview'],
      ['GET', '/files?query=a'],
      ['GET', '/files?cursor=nonsense'],
      ['GET', '/reports'],
      ['GET', '/people'],
      ['GET', '/promotion'],
      ['PUT', '/promotion'],
      ['DELETE', '/promotion'],
      ['DELETE', '/people/7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa'],
      ['POST', '/invitations'],
      ['GET', '/audit'],
      ['GET', '/audit/export?format=xml'],
      ['POST', '/files/7c1c6d1e-3f0b-4c55-9d0e-2f7a54a3b8aa/takedown'],
      ['POST', '/files/nonsense/restore'],
      ['PUT', '/files'],
      ['DELETE', '/audit'],
      ['POST', '/overview'],
    ] as const;

    it.each(calls)('answers %s /api/admin%s as it answers an unknown address', async (method, path) => {
      const answerOf = async (client: ApiClient, address: string) => {
        const init = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
        const response = await client.fetch(address, { method, ...init });
        const changing = ['date', 'x-request-id', 'content-length'];
        const headers = [...response.headers].filter(([name]) => !changing.includes(name));
        return { status: response.status, headers, body: await response.text() };
      };
      const program = new ApiClient(waybill.url, { authorization: `Bearer wb_${'a'.repeat(40)}` });
      for (const client of [owner, visitor, program]) {
        const unknown = await answerOf(client, '/api/no-such-address');
        expect(unknown.status).toBe(404);
        expect(await answerOf(client, `/api/admin${path}`)).toEqual(unknown);
      }
    });
  });
});
