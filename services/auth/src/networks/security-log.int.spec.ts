import { randomUUID } from 'node:crypto';
import {
  auditActionSchema,
  changePassword,
  createToken,
  deleteAccount,
  deletePerson,
  endOtherSessions,
  requestPasswordReset,
  signOutPerson,
  startAuditEntry,
  suspendPerson,
} from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';

const ADDRESS = '203.0.113.50';
const NEW_PASSWORD = 'seven kites over gravel';

describe('security log', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  function eventsOf(accountId: string | null) {
    return linesOf(accountId).map(({ securityEvent }) => securityEvent);
  }

  function linesOf(accountId: string | null) {
    return auth.logLines.filter((line) => line.accountId === accountId && line.securityEvent !== undefined);
  }

  function networksOf(accountId: string, event: string) {
    return linesOf(accountId)
      .filter(({ securityEvent }) => securityEvent === event)
      .map(({ network }) => network);
  }

  it('records log-ins, failures, lockouts, resets and changes of an account', async () => {
    const { email } = await auth.signUp({}, { address: ADDRESS });
    await failureOf(auth.logIn(email, 'something else', ADDRESS));
    const { user, sessionToken } = await auth.logIn(email, PASSWORD, ADDRESS);
    for (let attempt = 0; attempt < 11; attempt++)
      await failureOf(auth.logIn(email, 'something else', '203.0.113.51'));
    await auth.service.bus.request(requestPasswordReset, { email, address: ADDRESS });
    const form = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const changed = await auth.service.bus.request(changePassword, { userId: user.id, sessionToken, form });
    await auth.service.bus.request(deleteAccount, {
      userId: user.id,
      sessionToken: changed.sessionToken!,
      form: { password: NEW_PASSWORD },
    });

    expect(eventsOf(user.id)).toEqual([
      'account.sign-up',
      'log-in.failed',
      'log-in.succeeded',
      ...Array<string>(10).fill('log-in.failed'),
      'log-in.locked',
      'password-reset.requested',
      'password.changed',
      'account.deleted',
    ]);
  });

  it('records every action of an administrator by account and network, without its subject', async () => {
    const actor = { id: randomUUID(), email: 'root@example.org' };
    const subject = randomUUID();
    for (const action of auditActionSchema.options) {
      const entry = { actor, address: ADDRESS, action, subject, detail: 'Phishing' };
      await auth.service.bus.request(startAuditEntry, entry);
    }

    expect(eventsOf(actor.id)).toEqual(auditActionSchema.options.map((action) => `administration.${action}`));
    const lines = linesOf(actor.id);
    expect(lines.every(({ network }) => typeof network === 'string')).toBe(true);
    expect(JSON.stringify(lines)).not.toContain(subject);
  });

  it('records changes of an account by an administrator with the administrator and their network', async () => {
    const actor = { id: randomUUID(), address: ADDRESS };
    const { email } = await auth.signUp();
    const { user } = await auth.logIn(email);
    const change = { userId: user.id, actor };
    await auth.service.bus.request(suspendPerson, { ...change, suspended: true });
    await failureOf(auth.logIn(email));
    await auth.service.bus.request(suspendPerson, { ...change, suspended: false });
    await auth.service.bus.request(signOutPerson, change);
    await auth.service.bus.request(deletePerson, change);

    expect(eventsOf(user.id).slice(2)).toEqual([
      'account.suspended',
      'log-in.suspended',
      'account.unsuspended',
      'sessions.ended',
      'account.deleted',
    ]);
    expect(linesOf(user.id).filter(({ actorId }) => actorId === actor.id)).toHaveLength(4);
    expect(networksOf(user.id, 'account.suspended')).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
  });

  it('records changes by the owner of an account with the network, and without one from an older gateway', async () => {
    const { user, sessionToken } = await auth.signUpAndLogIn();
    const session = { userId: user.id, sessionToken, address: ADDRESS };
    const form = { current_password: 'something else', new_password: NEW_PASSWORD };
    await failureOf(auth.service.bus.request(changePassword, { ...session, form }));
    const token = { name: 'Nightly report', scopes: ['read' as const], expiresAt: null };
    await auth.service.bus.request(createToken, { ...session, form: token });
    await auth.service.bus.request(endOtherSessions, session);
    await auth.service.bus.request(endOtherSessions, { userId: user.id, sessionToken });

    const known = expect.stringMatching(/^[\w-]{22}$/) as string;
    expect(networksOf(user.id, 'password.confirmation-failed')).toEqual([known]);
    expect(networksOf(user.id, 'token.created')).toEqual([known]);
    expect(networksOf(user.id, 'sessions.ended')).toEqual([known, null]);
  });

  it('records failures at unknown accounts without an account id', async () => {
    await failureOf(auth.logIn(auth.anyEmail(), 'something else', '203.0.113.52'));

    expect(eventsOf(null)).toContain('log-in.failed');
  });

  it('names neither e-mail addresses nor client addresses, and hashes each network alike', async () => {
    const lines = JSON.stringify(auth.logLines);
    const networks = auth.logLines
      .filter(({ securityEvent }) => securityEvent === 'log-in.locked')
      .map(({ network }) => network);

    expect(lines).not.toContain('@example.org');
    expect(lines).not.toContain('203.0.113.');
    expect(networks[0]).toMatch(/^[\w-]{22}$/);
    expect(auth.logLines.filter(({ network }) => network === networks[0])).toHaveLength(11);
  });

  it('counts each event in a metric', async () => {
    expect(await metrics.render()).toMatch(
      /^waybill_security_events_total\{event="log-in\.failed"\} [1-9]\d*$/m,
    );
  });
});
