import { Signer } from '@fastify/cookie';
import { Bus } from '@waybill/bus/client';
import { AppError, claimFiles, logIn, logOut } from '@waybill/contracts';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const secret = randomBytes(32);
const user = {
  id: randomUUID(),
  name: 'Ada',
  email: 'ada@example.org',
  created_at: '2026-01-01T00:00:00.000Z',
  subscription: 'free',
};

/** An auth service that opens sessions, and a files service that is unavailable. */
class AuthWithoutFiles extends Bus {
  readonly sessions = new Set<string>();

  async request(request: unknown, input: unknown): Promise<never> {
    if (request === claimFiles) throw new AppError('server.unavailable');
    if (request === logOut) this.sessions.delete((input as { sessionToken: string }).sessionToken);
    if (request !== logIn) return {} as never;
    const sessionToken = randomUUID();
    this.sessions.add(sessionToken);
    return { user, sessionToken } as never;
  }
}

describe('BrowserSignInService', () => {
  let gateway: GatewayUnderTest;
  const auth = new AuthWithoutFiles();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest(auth, { sessionSecrets: [secret] });
  });
  afterAll(() => gateway.close());

  function logInWith(headers: Record<string, string>): Promise<Response> {
    return fetch(`${gateway.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: user.email, password: 'quiet otter borrows lamp' }),
    });
  }

  it('leaves no session behind when the files of the browser cannot be moved', async () => {
    const key = createHmac('sha256', secret).update('browser-cookie').digest('hex');
    const browser = encodeURIComponent(new Signer(key).sign(randomUUID()));
    const response = await logInWith({ cookie: `waybill_browser=${browser}` });
    expect(response.status).toBe(503);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(auth.sessions.size).toBe(0);
  });

  it('logs a browser without files in while files is unavailable', async () => {
    const response = await logInWith({});
    expect(response.status).toBe(200);
    expect(auth.sessions.size).toBe(1);
  });
});
