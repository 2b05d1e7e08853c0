import { randomUUID } from 'node:crypto';
import { Bus } from '@waybill/bus/client';
import { AppError, checkSession, getPerson, type RequestContract, startAuditEntry } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = randomUUID();
const SESSION = { cookie: 'waybill_session=token' };

/** Knows one session, whose user is an administrator on demand, and refuses every other request. */
class Services extends Bus {
  isAdmin = false;
  readonly inputs = new Map<string, unknown>();

  override async request({ name }: RequestContract, input: unknown): Promise<never> {
    this.inputs.set(name, input);
    const user = { id: ID, name: 'Ada', email: 'ada@example.org', subscription: 'free' };
    if (name === checkSession.name) return { user: { ...user, isAdmin: this.isAdmin } } as never;
    if (name === startAuditEntry.name) return { id: randomUUID() } as never;
    return Promise.reject(new AppError('auth.required'));
  }
}

describe('security log of the gateway', () => {
  let services: Services;
  let gateway: GatewayUnderTest;
  let lines: Record<string, unknown>[];
  beforeEach(async () => {
    services = new Services();
    lines = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    gateway = await startGatewayUnderTest(services, {}, createLogger('gateway', 'info', { write }));
  });
  afterEach(() => gateway.close());

  const events = () => lines.filter(({ securityEvent }) => securityEvent !== undefined);
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    fetch(gateway.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('records a call from a foreign origin by the network of the client', async () => {
    const answer = await call('POST', '/api/logout', { ...SESSION, origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect(events()).toEqual([
      expect.objectContaining({
        securityEvent: 'foreign-origin.refused',
        accountId: null,
        network: expect.stringMatching(/^[\w-]{22}$/),
      }),
    ]);
    expect(JSON.stringify(events())).not.toMatch(/127\.0\.0\.1|evil\.example/);
  });

  it('refuses an image of a foreign page that would use up the attempts of its visitors, and records it', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    const answer = await call('GET', '/api/reset-p%61ssword?token=a&email=b%40example.org', headers);
    expect(answer.status).toBe(403);
    expect(services.inputs.size).toBe(0);
    expect(events()).toEqual([expect.objectContaining({ securityEvent: 'foreign-origin.refused' })]);
  });

  it.each(['/api/admin/people', '/api/admin/none'])(
    'records that %s was refused to an account and to a client without one',
    async (path) => {
      expect((await call('GET', path, SESSION)).status).toBe(404);
      expect((await call('GET', path)).status).toBe(404);
      const network = expect.stringMatching(/^[\w-]{22}$/) as string;
      expect(events()).toEqual([
        expect.objectContaining({ securityEvent: 'administration.refused', accountId: ID, network }),
        expect.objectContaining({ securityEvent: 'administration.refused', accountId: null, network }),
      ]);
    },
  );

  it('records no refusal of an administrator, also at an unknown address of the administration', async () => {
    services.isAdmin = true;
    expect((await call('GET', '/api/admin/none', SESSION)).status).toBe(404);
    expect((await call('GET', '/api/admin/audit', SESSION)).status).toBe(401);
    expect(events()).toEqual([]);
  });

  it('sends the administrator and their address with the suspension of an account', async () => {
    services.isAdmin = true;
    await call('POST', `/api/admin/people/${randomUUID()}/suspend`, SESSION);
    expect(services.inputs.get('auth.people.suspend')).toMatchObject({
      actor: { id: ID, address: '127.0.0.1' },
    });
    expect(services.inputs.has(getPerson.name)).toBe(false);
  });

  it.each([
    ['auth.passwords.change', 'PUT', '/api/user/password', passwordForm()],
    ['auth.passwords.set-first', 'POST', '/api/user/password', firstPasswordForm()],
    ['auth.accounts.delete', 'DELETE', '/api/user', { password: 'quiet otter borrows lamp' }],
    ['auth.accounts.verify-email', 'GET', '/api/verify-email?token=t&email=ada@example.org', undefined],
    ['auth.sessions.end', 'DELETE', `/api/user/sessions/${ID}`, undefined],
    ['auth.sessions.end-others', 'DELETE', '/api/user/sessions', undefined],
    ['auth.tokens.create', 'POST', '/api/tokens', { name: 'Report', scopes: ['read'], expiresAt: null }],
    ['auth.tokens.revoke', 'DELETE', `/api/tokens/${ID}`, undefined],
    ['auth.totp.begin', 'POST', '/api/user/totp', { password: 'quiet otter borrows lamp' }],
    ['auth.totp.confirm', 'POST', '/api/user/totp/confirm', { code: '000000' }],
    ['auth.totp.remove', 'DELETE', '/api/user/totp', { password: 'quiet otter', code: '000000' }],
    ['auth.passkeys.begin', 'POST', '/api/user/passkeys/options', {}],
    ['auth.passkeys.remove', 'DELETE', `/api/user/passkeys/${ID}`, undefined],
    ['auth.oidc.connect', 'POST', '/api/user/single-sign-on', {}],
    ['auth.oidc.disconnect', 'DELETE', '/api/user/single-sign-on', undefined],
  ])('sends the address of the client with %s', async (name, method, path, body) => {
    await call(method, path, SESSION, body);
    expect(services.inputs.get(name)).toMatchObject({ address: '127.0.0.1' });
  });
});

function passwordForm() {
  const [current, next] = ['quiet otter borrows lamp', 'seven kites over gravel'];
  return { current_password: current, new_password: next, confirm_password: next };
}

function firstPasswordForm() {
  const password = 'seven kites over gravel';
  return { new_password: password, confirm_password: password };
}
