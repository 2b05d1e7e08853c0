import { randomUUID } from 'node:crypto';
import { finishAuditEntry, listAuditEntries, startAuditEntry } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf } from '../testing/auth-test-app.js';

describe('audit log', () => {
  let app: AuthTestApp;
  beforeAll(async () => void (app = await AuthTestApp.start()));
  afterAll(() => app.close());

  const actor = { id: randomUUID(), email: 'root@example.org' };
  const start = (subject: string, detail: string | null = null) =>
    app.service.bus.request(startAuditEntry, {
      actor,
      address: '192.0.2.1',
      action: 'file.take-down',
      subject,
      detail,
    });
  const list = (query: string, cursor: string | null = null) =>
    app.service.bus.request(listAuditEntries, { query, cursor });

  it('keeps who did what, when, from where and with which outcome', async () => {
    const subject = randomUUID();
    const { id } = await start(subject, 'Phishing');
    await app.service.bus.request(finishAuditEntry, { id, outcome: 'done' });
    await app.service.bus.request(finishAuditEntry, { id, outcome: 'refused' });
    expect((await list(subject)).entries).toEqual([
      {
        id,
        at: app.clock.now().toISOString(),
        actor,
        action: 'file.take-down',
        subject,
        detail: 'Phishing',
        address: '192.0.2.1',
        outcome: 'done',
      },
    ]);
  });

  it('refuses to change or delete an entry', async () => {
    const { id } = await start(randomUUID());
    const database = app.service.get(DataSource);
    const append = /append-only/;
    const changes = [
      database.query("UPDATE audit_entries SET actor_email = 'eve@example.org' WHERE id = $1", [id]),
      database.query("UPDATE audit_entries SET outcome = 'done', detail = 'x' WHERE id = $1", [id]),
      database.query('DELETE FROM audit_entries WHERE id = $1', [id]),
    ];
    for (const change of changes) await expect(change).rejects.toThrow(append);
    await app.service.bus.request(finishAuditEntry, { id, outcome: 'done' });
    await expect(
      database.query("UPDATE audit_entries SET outcome = 'refused' WHERE id = $1", [id]),
    ).rejects.toThrow(append);
  });

  it('finds entries by words and pages through them, newest first', async () => {
    for (let index = 0; index < 55; index += 1) {
      app.clock.advance(1);
      await start('page-test', `Reason ${index}`);
    }
    const first = await list('page');
    const second = await list('page', first.nextCursor);
    expect([...first.entries, ...second.entries].map(({ detail }) => detail)).toEqual(
      Array.from({ length: 55 }, (_, index) => `Reason ${54 - index}`),
    );
    expect(second.nextCursor).toBeNull();
    // With the reason, because a random id of another entry can have a part that begins with 54.
    for (const query of ['take-down reason 54', 'Takedown reason 54', 'file.take-down reason 54'])
      expect((await list(query)).entries).toHaveLength(1);
    expect(await failureOf(list('', 'nonsense'))).toMatchObject({ code: 'request.invalid' });
  });
});
